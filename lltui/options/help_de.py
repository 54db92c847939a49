"""The pages of `lltui --help` in German: what stands in `options`, and the same again."""

GERMAN = {
    # ------------------------------------------------------------ every page
    "usage:": "Aufruf:",
    "[COMMAND] [options]": "[BEFEHL] [Optionen]",
    "positional arguments:": "Angaben:",
    "options:": "Optionen:",
    "commands:": "Befehle:",
    "lltui COMMAND --help tells the options of one.": "lltui BEFEHL --help nennt die Optionen eines Befehls.",
    "show this help message and exit": "diese Hilfe zeigen, sonst nichts",
    "show program's version number and exit": "die Version nennen, sonst nichts",
    "en, de or one of your own; else as LANG says": "en, de oder eine eigene; sonst die von LANG",
    "what cards and token are called: lltui themes": "wie Karten und Herzen heißen: lltui themes",
    "line by line, without the full screen": "Zeile für Zeile, ohne das Vollbild",
    "draw with letters that every terminal has": "mit Zeichen zeichnen, die jedes Terminal hat",
    "how long a move is shown: slow, quick or none": "wie lange ein Zug zu sehen ist: slow, quick oder none",
    "no mouse: the terminal selects text": "ohne Maus: das Terminal markiert Text",
    # ------------------------------------------------------- rules and seats
    "love-letter, or princes": "love-letter oder princes",
    "love-letter, or princes: then you play both": "love-letter oder princes: dann spielst du beide",
    "which rules; else the first of: lltui editions": "welche Regeln; sonst die ersten von: lltui editions",
    "a house rule; may be given several times": "eine Hausregel; auch mehrmals",
    "tokens that win the match": "so viele Herzen gewinnen die Partie",
    "anything else that a table agrees on: unseen=off; may be given several times": (
        "was ein Tisch sonst noch vereinbart: unseen=off; auch mehrmals"
    ),
    "for anybody, before the others may go on without; else 60": (
        "auf jeden, ehe die anderen ohne ihn weiterspielen dürfen; sonst 60"
    ),
    "friends come by ssh, with nothing installed; else 2222": (
        "Freunde kommen über ssh, ohne etwas zu installieren; sonst 2222"
    ),
    "a page for a big screen or a phone shows the table; else 8080": (
        "eine Seite für Großbild oder Handy zeigt den Tisch; sonst 8080"
    ),
    "your name": "dein Name",
    "a match file, or a number of: lltui history": "eine Partiedatei oder eine Nummer aus: lltui history",
    "else the tables in this network": "sonst die Tische in diesem Netz",
    "trust the table at first sight, if it has no words": "dem Tisch gleich trauen, wenn er keine Wörter hat",
    "a new table at an address where you know another": (
        "ein neuer Tisch unter einer Adresse, wo du einen anderen kennst"
    ),
    "play them again": "noch einmal dieselben",
    "processes at a time": "so viele Prozesse zugleich",
    # ----------------------------------------------------------- the commands
    "Hidden-hand card games in a terminal.": "Kartenspiele mit verdeckter Hand, im Terminal.",
    "play against bots, at once": "sofort gegen Bots spielen",
    "how many, with you": "wie viele, mit dir",
    "how well the bots play: easy, normal or hard": "wie gut die Bots spielen: easy, normal oder hard",
    "a level for each bot: normal,easy": "für jeden Bot, wie gut: normal,easy",
    "the bots' names": "die Namen der Bots",
    "your last date, as 2026-05-01": "dein letztes Rendezvous, als 2026-05-01",
    "you are the youngest at the table": "du bist am Tisch am jüngsten",
    "deal a match again": "eine Partie noch einmal geben",
    "go on with the unfinished match": "mit der angefangenen Partie weiter",
    "begin a new match, whatever lies unfinished": "eine neue Partie, auch wenn eine unfertig liegt",
    "with --plain: no waiting after a round": "mit --plain: nach einer Runde nicht warten",
    "open a table on this machine and sit down at it": "hier einen Tisch eröffnen und sich daran setzen",
    "where to listen; else 4455": "an welchem Port; sonst 4455",
    "without a seat, with a log in front": "ohne Platz, mit einem Protokoll davor",
    "end the table that runs; everything is kept": "den laufenden Tisch beenden; alles bleibt aufgehoben",
    "go on with the unfinished table": "mit dem angefangenen Tisch weiter",
    "the same, with a damaged log put aside": "ebenso, ein beschädigtes Protokoll kommt beiseite",
    "without words: whoever is in the network may join": "ohne Wörter: wer im Netz ist, darf mitspielen",
    "who looks on may talk; the lobby changes it": "wer zuschaut, darf reden; in der Lobby zu ändern",
    "do not show the table to the network": "den Tisch im Netz nicht zeigen",
    "for each turn": "für jeden Zug",
    "deals: after a round, or a match": "wann offen liegt, wie gegeben war: nach Runde oder Partie",
    "sit down at a table in this network, or come back to one": (
        "sich in diesem Netz an einen Tisch setzen, auch wieder"
    ),
    "look on at a table in this network": "an einem Tisch in diesem Netz zuschauen",
    "the rules of an edition, or of another game": "die Regeln einer Ausgabe oder eines anderen Spiels",
    "only what holds for N": "nur, was für N gilt",
    "the editions, and what differs between them": "die Ausgaben und was sie unterscheidet",
    "what the cards may be called": "wie die Karten heißen können",
    "bots against bots, with figures": "Bots gegen Bots, mit Zahlen",
    "each of --bots alone among bots of each kind": "jeder von --bots allein unter Bots jeder dieser Arten",
    "with --against: at tables of so many": "mit --against: an Tischen mit so vielen",
    "of each pairing, at most": "von jeder Paarung, höchstens",
    "stop when it reaches no further than P to either side": "aufhören, sobald er je Seite höchstens P misst",
    "as many matches, each with a seed of its own": "so viele Partien, jede mit eigenem Seed",
    "for other programs": "für andere Programme",
    "who plays: normal,random,random,random": "wer spielt: normal,random,random,random",
    "a story of The Two Princes: its faults, and what it comes to": (
        "eine Geschichte der Zwei Prinzen: ihre Fehler, und was daraus wird"
    ),
    "check (else), new, read, simulate or todo": "check (sonst), new, read, simulate oder todo",
    "a name, a folder or a file; else the first": "ein Name, ein Ordner oder eine Datei; sonst die erste",
    "new: a copy of this story; else a small one of ten cards": (
        "new: eine Abschrift dieser Geschichte; sonst eine kleine mit zehn Karten"
    ),
    "check: a text still to be written is an error": "check: ein Text, der noch fehlt, ist ein Fehler",
    "check: name every text still to be written": "check: jeden Text nennen, der noch fehlt",
    "check: name every word and image that comes twice": (
        "check: jedes Wort und Bild nennen, das zweimal kommt"
    ),
    "how many to play": "wie viele gespielt werden",
    "simulate, read: random,human,careful,veteran": "simulate, read: random,human,careful,veteran",
    "simulate: gentle or grim": "simulate: gentle oder grim",
    "todo: the language to translate into": "todo: in welche Sprache übersetzt wird",
    "machines that Dask looks after: tcp://scheduler:8786": "Rechner, um die sich Dask kümmert: tcp://scheduler:8786",
    "a match once more, page by page": "eine Partie noch einmal, Seite für Seite",
    "a player's name or number, all, or watcher; else your own": (
        "Name oder Nummer von jemandem, all oder watcher; sonst du selbst"
    ),
    "write it as one page for a browser; - is standard output": (
        "als eine Seite für den Browser schreiben; - ist die Standardausgabe"
    ),
    "whether a match was dealt and told truthfully": "ob eine Partie ehrlich gegeben und erzählt wurde",
    "the matches that were kept, and what they come to": ("die aufbewahrten Partien und was sie ergeben"),
    "make the list anew from the files, and print it": "die Liste aus den Dateien neu machen und drucken",
    "for other programs; docs/reference/history-json.md": (
        "für andere Programme; docs/reference/history-json.md"
    ),
    "what may keep this machine from playing": "was hier beim Spielen stören könnte",
    "what a shell needs to complete these words, as a script": (
        "ein Skript, mit dem eine Shell diese Wörter ergänzt"
    ),
    "bash, zsh or fish; else the one that you use": "bash, zsh oder fish; sonst die, die du benutzt",
    "learn the game by playing it": "das Spiel beim Spielen lernen",
    "play on from page N against bots; it counts nowhere": (
        "ab Seite N gegen Bots weiterspielen; es zählt nirgends"
    ),
    "begin at entry N, as lltui analyse names them": "bei Eintrag N beginnen, wie lltui analyse sie nennt",
    "a match that teaches: chances, turning points, what each move cost, luck": (
        "eine Partie, aus der man lernt: Aussichten, Wenden, was jeder Zug gekostet hat, Glück"
    ),
    "a player's name or number, or all; else your own": "Name oder Nummer, oder all; sonst du selbst",
    "for other programs; docs/how-to/analyse-a-match.md": (
        "für andere Programme; docs/how-to/analyse-a-match.md"
    ),
}
