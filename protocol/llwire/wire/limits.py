"""Every number that bounds a stranger, with its reason; session/test_strangers.py tries them."""

from dataclasses import dataclass

# --- who fits at a table ---
SEATS = 6  # the largest edition
WATCHERS = 8  # a room full; each costs a TLS connection of 281 KiB
BANNED = 64  # addresses; an evening has no more enemies, and a list has to fit a frame
MATCHES = 1_000  # rematches of one evening, with room; counted by the table

# --- texts and opaque bytes (code points; cells are text.py's matter) ---
NAME_CELLS, CHAT_CELLS = 16, 200  # columns of a terminal, for text.py
NAME = 24  # 16 cells, and combining marks on some of them
CHAT = 240  # three lines of a terminal
ACTION = 256  # a card, a target, a guess; a story's longest choice is under 60
OPTIONS = 1_024  # an edition's name and every house rule
SECRET = 384  # salt 32, an action, HPKE's 48
DEED = 1_024  # the largest signed body: an act with a secret is under 900

# --- frames: size is checked before the body is waited for ---
FRAME_FROM_CLIENT = 2_048  # the largest, an act with a secret, is under 1,200
FRAME_FROM_TABLE = 65_536  # the largest entry of six seats is about 10 KB
ENTRY = FRAME_FROM_TABLE - 128  # so that `give` fits into a frame as well

# --- what a line holds in memory ---
READ = 65_536  # at once
WRITE_BUFFER = 65_536  # TLS would take 512 KiB; more is only staleness
UNSENT = 262_144  # lobby, chat and presence for somebody who reads nothing; entries wait in the log

# --- the log of one match: a match is about 300 entries, 0.65 MB ---
LOG_ENTRIES = 5_000
LOG_BYTES = 16 * 2**20  # of a file that is read whole

# --- what an entry holds ---
PAD_LEAST, PAD_MOST = 64, 8_192  # a game's constant; six boxes of the most fit into an entry
PILE = 1_024  # the largest deck has 55 cards; an order this long takes a millisecond
CARDS = 65_536  # in all piles of a match; their orders take 80 ms and 2 MB, a long match deals 2,000
CAUSES = 8  # the ready of every seat, or a decision and a joining
OPENINGS = 128  # the secret choices of one deal, which may be a whole evening; 128 small ones are 12 KB

# --- play ---
WRONG_ACTS = 10  # stale or illegal acts per turn, counted by the table: a program at fault, not a person


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds; tests shrink them."""

    tls: float = 5.0  # no human inside: the words are typed before connecting
    login: float = 10.0  # from accept to welcome
    idle: float = 5.0  # then a ping
    dead: float = 15.0  # silence: a cable pulled, a laptop closed
    stall: float = 10.0  # nothing we write is read
    answer: float = 0.060  # spake2 is not constant time; its 6 ms hide in a multiple of this
    farewell: float = 0.5  # for a bye to get out


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many per second for ever."""

    burst: float
    per_second: float


MESSAGES = Rate(40, 20)  # a person makes one or two; a reconnect a handful; 2 KiB each, so bytes need none
CHATTER = Rate(5, 1)
# Over all: TLS costs 1.3 ms each.  A table that comes back gets a full room at once; above that it is turns.
HANDSHAKES = Rate(30, 100)
LOGINS = Rate(10, 2)  # of one person; a bad line breaks every few seconds, a program in a loop comes faster
# Per address, and over all: people whom the table has never seen.  Who is new has all buckets full.
NEWCOMERS, ALL_NEWCOMERS = Rate(20, 0.5), Rate(40, 2)
TRIES = Rate(8, 0.2)  # per address; several players over SSH share one
# Over all addresses: 6 ms of CPU each, and 2 a second for six hours find three
# of 2048 words once in 200,000 evenings.
ALL_TRIES = Rate(16, 2)
RETRY_MS = 60_000  # nobody has to wait longer for a bucket to fill, whatever a table says
OVERDRAFT = 10  # times the burst without a pause, then it is no accident any more

# Connections before welcome.  At 50 a second each stays for a second and more; 281 KiB each, once in TLS.
UNPROVEN = 64
ADDRESSES = 4_096  # remembered; the oldest are forgotten first
PERSONS = 1_024  # whose buckets are remembered; whoever is quiet is forgotten within half a minute
