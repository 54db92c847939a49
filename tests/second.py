"""The chain a second time: written from protocol/SPEC.md, with `msgpack` and no llwire code.

Dicts and plain functions on purpose, so that a thought wrong in one
implementation is not wrong in the same way in the other.
"""

import hashlib
import hmac
from itertools import count, pairwise

import msgpack
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305


class RefusedError(Exception):
    pass


def need(true, why):
    if not true:
        raise RefusedError(why)


def u32(n):
    return n.to_bytes(4, "big")


def digest(label, *parts):
    joined = b"".join(u32(len(part)) + part for part in (b"lltui/1 " + label.encode(), *parts))
    return hashlib.sha256(joined).digest()


def hkdf(secret, info, size=32, salt=b""):
    return expand(hmac.digest(salt or bytes(32), secret, "sha256"), info, size)


def expand(key, info, size):
    out = block = b""
    for n in count(1):
        if len(out) >= size:
            return out[:size]
        block = hmac.digest(key, block + info + bytes([n]), "sha256")
        out += block
    raise AssertionError


def derive(secret, label, *parts):
    return hkdf(secret, digest(label, *parts))


def signed(public, message, sig):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(sig, message)
    except InvalidSignature:
        return False
    return True


# --- HPKE, RFC 9180: base mode, X25519, HKDF-SHA256, ChaCha20-Poly1305 ------


def labeled_extract(suite, salt, label, ikm):
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + ikm, "sha256")


def labeled_expand(suite, prk, label, info, size):
    return expand(prk, size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info, size)


def hpke(shared, context, info):
    """The cipher of one box, and its nonce."""
    kem, suite = b"KEM\0\x20", b"HPKE\0\x20\0\x01\0\x03"
    extracted = labeled_extract(kem, b"", b"eae_prk", shared)
    secret = labeled_expand(kem, extracted, b"shared_secret", context, 32)
    ids = labeled_extract(suite, b"", b"psk_id_hash", b""), labeled_extract(suite, b"", b"info_hash", info)
    schedule = b"\0" + b"".join(ids)
    start = labeled_extract(suite, secret, b"secret", b"")
    aead = ChaCha20Poly1305(labeled_expand(suite, start, b"key", schedule, 32))
    return aead, labeled_expand(suite, start, b"base_nonce", schedule, 12)


def hpke_open(private, sealed, info):
    key = X25519PrivateKey.from_private_bytes(private)
    shared = key.exchange(X25519PublicKey.from_public_bytes(sealed[:32]))
    aead, nonce = hpke(shared, sealed[:32] + key.public_key().public_bytes_raw(), info)
    return aead.decrypt(nonce, sealed[32:], b"")


def hpke_seal(public, plain, info, key=None):
    key = key or X25519PrivateKey.generate()
    enc = key.public_key().public_bytes_raw()
    aead, nonce = hpke(key.exchange(X25519PublicKey.from_public_bytes(public)), enc + public, info)
    return enc + aead.encrypt(nonce, plain, b"")


def open_box(private, box, info, pad):
    try:
        padded = hpke_open(private, box, info)
    except InvalidTag:
        raise RefusedError("not for this key") from None
    size = int.from_bytes(padded[:2], "big")
    need(len(padded) == pad and size <= pad - 2 and not any(padded[2 + size :]), "padding")
    return padded[2 : 2 + size]


# --- a fair deal -----------------------------------------------------------


def deal_key(table, match, deal, attempt, seed, nonces):
    return digest("deal", table, u32(match), u32(deal), u32(attempt), seed, *(n or b"" for n in nonces))


def order(key, pile, size):
    stream = derive(key, "pile", u32(pile))
    numbers = (
        int.from_bytes(hmac.digest(stream, u32(block), "sha256")[4 * word : 4 * word + 4], "big")
        for block in count()
        for word in range(8)
    )
    cards = list(range(size))
    for left in range(size, 1, -1):
        while (number := next(numbers)) >= (1 << 32) // left * left:
            pass
        picked = number % left
        cards[left - 1], cards[picked] = cards[picked], cards[left - 1]
    return cards


def check_number(genesis, nonces):
    bits = f"{int.from_bytes(digest('phrase', genesis, *nonces), 'big'):0256b}"
    return " ".join(f"{int(bits[at : at + 11], 2):04}" for at in (0, 11, 22))


# --- the chain -------------------------------------------------------------

ENTRY = {"match", "seq", "prev", "at", "what", "view", "news", "causes", "opened", "boxes"}
KINDS = {
    "genesis": {
        *("v", "table", "program", "game", "options", "rules", "pad", "reveal"),
        *("log_key", "cert", "host", "secrets", "promise", "roster"),
    },
    "promised": set(),
    "dealt": {"deal", "attempt", "size", "promise"},
    "voided": {"deal", "attempt", "seed", "promise"},
    "pile": {"number", "size"},
    "acted": set(),
    "auto": {"seat", "by", "action", "secret"},
    "revealed": {"deal", "seed"},
    "decided": set(),
    "recovered": {"by", "seats"},
    "ended": set(),
}


def shaped(told):
    """An entry has these keys and no others; a genesis of before the rules had names lacks them."""
    need(set(told) == ENTRY, "keys")
    what = told["what"]
    need((set(what) | {"rules"} if what["t"] == "genesis" else set(what)) == KINDS[what["t"]] | {"t"}, "keys")


def sealable(key):
    """Whether a box can be sealed to this key; one of small order is opened by everybody."""
    try:
        X25519PrivateKey.generate().exchange(X25519PublicKey.from_public_bytes(key))
    except ValueError:
        return False
    return True


class Story:
    """A match as this second reader knows it."""

    def __init__(self, table, match, log_key, cert):
        self.table, self.number, self.trust = table, match, (table, log_key, cert)
        self.heads, self.seats, self.orders, self.over = [], [], {}, False

    def read(self, body, sig):
        head = digest("entry", body)
        need(signed(self.trust[1], head, sig), "signature")
        told = msgpack.unpackb(body)
        shaped(told)
        need(told["match"] == self.number and told["seq"] == len(self.heads), "number")
        need(told["prev"] == (self.heads[-1] if self.heads else bytes(32)), "fork")
        need(not self.over, "over")
        before = self.__dict__.copy() | {"seats": [dict(seat) for seat in self.seats]}
        try:
            self.tell(told, [self.deed(cause) for cause in told["causes"]])
        except RefusedError:
            self.__dict__.update(before)
            raise
        self.heads = [*self.heads, head]
        return told

    def deed(self, cause):
        deed = msgpack.unpackb(cause["body"])
        need((deed["table"], deed["match"]) == (self.table, self.number), "another match")
        kind = deed["t"]
        if kind == "joining":
            key = deed["id"]
        else:
            need(deed["head"] in self.heads, "head")
            deed["seen"] = self.heads.index(deed["head"])
            if kind == "decision":
                deed["by"] = self.decider(cause)
                return deed
            key = self.seats[deed["seat"]]["id"]
        need(signed(key, digest("deed", cause["body"]), cause["sig"]), "deed signature")
        return deed

    def decider(self, cause):
        """Whose signature it is: the host's, the table's own, or that of somebody who plays here."""
        players = {
            n: seat["id"] for n, seat in enumerate(self.seats) if seat["by"] != "dropped" and seat["id"]
        }
        keys = {"host": self.host, "table": self.trust[1], **players}
        hashed = digest("deed", cause["body"])
        by = [who for who, key in keys.items() if signed(key, hashed, cause["sig"])]
        need(by, "deed signature")
        return by[0]

    def tell(self, told, deeds):
        what = told["what"]
        if not self.heads:
            need(what["t"] == "genesis", "genesis")
        for opening in told["opened"]:
            self.open(opening)
        getattr(self, "on_" + what["t"])(what, deeds, told["seq"])
        need([len(box) for box in told["boxes"]] == [self.pad + 48] * len(self.seats), "boxes")

    def open(self, opening):
        need(opening["seq"] in self.closed, "opening")
        seat, _, commit = self.closed[opening["seq"]]
        told = digest(
            "promise choice", self.table, u32(self.number), u32(seat), opening["salt"], opening["choice"]
        )
        need(told == commit, "opening")
        self.closed = {seq: kept for seq, kept in self.closed.items() if seq != opening["seq"]}

    def on_genesis(self, what, deeds, _seq):
        need(not self.heads, "second genesis")
        need(what["v"] == (2 if "rules" in what else 1), "version")
        need((what["table"], what["log_key"], what["cert"]) == self.trust, "trust")
        rows = [(r["id"], r["box"], r["promise"]) for r in what["roster"] if r["t"] == "player"]
        need(rows == [(d["id"], d["box"], d["commit"]) for d in deeds], "roster")
        players = [row[0] for row in rows]
        need(len({*players}) == len(players), "two seats")
        need(all(map(sealable, [what["secrets"], *(row["box"] for row in what["roster"])])), "weak key")
        need(len(what["program"]) <= 32 and all(" " <= sign <= "~" for sign in what["program"]), "program")
        self.host, self.pad, self.promise = what["host"], what["pad"], what["promise"]
        self.mode, self.secrets = what["reveal"], what["secrets"]
        self.seats = [
            {"id": r.get("id"), "box": r["box"], "promise": r.get("promise"), "moved": 0, "by": r["t"]}
            for r in what["roster"]
        ]
        self.used = {(seat["id"], seat["promise"]) for seat in self.seats}
        self.deal = self.attempt = self.decided = self.cards = 0
        self.hidden, self.closed, self.first = {}, {}, None
        self.paused = self.ending = self.known = False
        self.ask(0)

    def ask(self, seq):
        self.began = self.since = seq
        self.asked = {
            n for n, seat in enumerate(self.seats) if seat["by"] == "player" and seat["promise"] is not None
        }
        self.attempt = 0

    def pledge(self, seat, promise):
        made = self.seats[seat]["id"], promise
        need(made not in self.used, "promised twice")
        self.used = self.used | {made}
        self.seats[seat]["promise"] = promise

    def lose(self, seat, seq):
        self.seats[seat]["promise"] = None
        if seat in self.asked:
            self.asked, self.since = self.asked - {seat}, seq

    def readies(self, what, deeds):
        """Opens every nonce; True if a seat was lost after one of them was signed."""
        need(not self.paused and not self.ending, "deal now")
        need((what["deal"], what["attempt"]) == (self.deal + 1, self.attempt), "which deal")
        need([d["seat"] for d in deeds if d["t"] == "ready"] == sorted(self.asked), "who takes part")
        for d in deeds:
            need((d["deal"], d["attempt"]) == (self.deal + 1, self.attempt), "which ready")
            need(d["seen"] >= self.began, "old ready")
            seat = self.seats[d["seat"]]
            told = digest("promise nonce", self.table, u32(self.number), seat["id"], d["nonce"])
            need(told == seat["promise"], "nonce")
        for d in deeds:
            self.pledge(d["seat"], d["next"])
        if self.first is None:
            self.first = [d["nonce"] for d in deeds]
        return any(d["seen"] < self.since for d in deeds)

    def seed(self, promise, deal, attempt, seed):
        told = digest("promise seed", self.table, u32(self.number), u32(deal), u32(attempt), seed)
        need(told == promise, "seed")

    def on_dealt(self, what, deeds, seq):
        need(self.mode == "match" or not self.hidden, "not revealed")
        need(not self.readies(what, deeds), "void")
        self.count(what["size"])
        by_seat = {d["seat"]: d["nonce"] for d in deeds}
        nonces = [by_seat.get(n) for n in range(len(self.seats))]
        self.deal += 1
        self.hidden = {**self.hidden, self.deal: (self.attempt, self.promise, nonces, [what["size"]])}
        self.promise, self.known = what["promise"], False
        self.ask(seq)

    def on_voided(self, what, deeds, seq):
        need(self.readies(what, deeds), "not void")
        self.seed(self.promise, what["deal"], what["attempt"], what["seed"])
        self.promise = what["promise"]
        self.attempt += 1
        self.began = self.since = seq

    def on_promised(self, _what, deeds, _seq):
        (joined,) = deeds
        seat = next(n for n, seat in enumerate(self.seats) if seat["id"] == joined["id"])
        need(self.seats[seat]["by"] == "player" and self.seats[seat]["promise"] is None, "promise")
        need(self.seats[seat]["box"] == joined["box"], "box")
        self.pledge(seat, joined["commit"])

    def play(self):
        need(not self.paused and not self.ending and not self.known, "play now")

    def count(self, size):
        self.cards += size
        need(self.cards <= 65_536, "cards")

    def on_pile(self, what, deeds, _seq):
        self.play()
        self.count(what["size"])
        need(self.deal in self.hidden, "no deal")
        attempt, promise, nonces, sizes = self.hidden[self.deal]
        need(what["number"] == len(sizes) and not deeds, "pile")
        self.hidden = {**self.hidden, self.deal: (attempt, promise, nonces, [*sizes, what["size"]])}

    def moved(self, seat, secret, seq):
        self.seats[seat]["moved"] = seq
        if secret is not None:
            need(len(secret["box"]) == 384, "secret")
            self.closed = {**self.closed, seq: (seat, self.deal, secret["commit"])}

    def on_acted(self, _what, deeds, seq):
        self.play()
        (act,) = deeds
        seat = self.seats[act["seat"]]
        need(act["t"] == "act" and seat["by"] == "player", "who moves")
        need(seat["moved"] <= act["turn"] <= act["seen"], "turn")
        self.moved(act["seat"], act["secret"], seq)

    def on_auto(self, what, deeds, seq):
        self.play()
        by = {"player": "clock", "bot": "bot", "stand-in": "stand-in", "dropped": "stand-in"}
        need(not deeds and by[self.seats[what["seat"]]["by"]] == what["by"], "who moves")
        self.moved(what["seat"], what["secret"], seq)

    def on_revealed(self, what, deeds, seq):
        need(not deeds and what["deal"] in self.hidden, "reveal")
        attempt, promise, nonces, sizes = self.hidden[what["deal"]]
        self.seed(promise, what["deal"], attempt, what["seed"])
        need(what["deal"] not in [deal for _, deal, _ in self.closed.values()], "closed choice")
        key = deal_key(self.table, self.number, what["deal"], attempt, what["seed"], nonces)
        told = [order(key, pile, size) for pile, size in enumerate(sizes)]
        self.orders = {**self.orders, (what["deal"], attempt): told}
        self.hidden = {deal: kept for deal, kept in self.hidden.items() if deal != what["deal"]}
        if what["deal"] == self.deal:
            self.known = True
            self.ask(seq)

    def on_decided(self, _what, deeds, seq):
        decision, *more = deeds
        need(len(more) == (decision["what"]["t"] == "newkey"), "causes")
        need(decision["t"] == "decision" and decision["seen"] >= self.decided, "decision")
        self.decided = seq
        what, by = decision["what"], decision["by"]
        if by == "table":
            need(what["t"] in {"standin", "leaveout", "endmatch"}, "not the table's to decide")
        elif by != "host":
            other = what["t"] == "standin" and (what["seat"] != by) == what["on"]
            need(other or what["t"] == "resume", "not a player's to decide")
        seat = self.seats[what["seat"]] if "seat" in what else None
        match what["t"]:
            case "pause" | "resume":
                need(self.paused == (what["t"] == "resume"), "pause")
                self.paused = what["t"] == "pause"
            case "standin":
                need(seat["by"] == ("player" if what["on"] else "stand-in"), "stand-in")
                seat["by"] = "stand-in" if what["on"] else "player"
                self.lose(what["seat"], seq)
            case "drop":
                need(seat["by"] in {"player", "stand-in"}, "drop")
                seat["by"] = "dropped"
                self.lose(what["seat"], seq)
            case "newkey":
                (joined,) = more
                need(sealable(joined["box"]), "weak key")
                need(joined["id"] == what["id"] not in [s["id"] for s in self.seats], "new key")
                need(seat["by"] in {"player", "stand-in"}, "new key")
                seat.update(id=joined["id"], box=joined["box"], moved=seq)
                self.lose(what["seat"], seq)
                self.pledge(what["seat"], joined["commit"])
            case "leaveout":
                need((what["deal"], what["attempt"]) == (self.deal + 1, self.attempt), "leave out")
                need(set(what["seats"]) <= self.asked, "leave out")
                for lost in what["seats"]:
                    self.lose(lost, seq)
            case "endmatch":
                self.ending = True

    def on_recovered(self, what, deeds, _seq):
        need(not deeds, "cause")
        back = what["seats"]
        need(all(earlier < later for earlier, later in pairwise(back)), "order")
        need(all(n < len(self.seats) and self.seats[n]["id"] for n in back), "no player")

    def on_ended(self, _what, deeds, _seq):
        need(not deeds and not self.hidden and not self.closed, "end")
        self.over = True
