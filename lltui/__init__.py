"""Hidden-hand card games with friends in a terminal."""

__version__ = "0.1.0"
PROGRAM = f"lltui {__version__}"  # as it names itself to others
