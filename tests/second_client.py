"""A player written from protocol/SPEC.md and the vectors alone: no llwire in here.

Standard library, `msgpack`, `cryptography`, `spake2`, and `second.py` for the chain.
"""

import hashlib
import hmac
import os
import socket
import ssl

import msgpack
import second
import spake2
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

FRAME = 65_536


class Line:
    """Frames over TLS 1.3."""

    def __init__(self, host, port):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.set_alpn_protocols(["lltui/1"])
        self.socket = context.wrap_socket(socket.create_connection((host, port), timeout=10))
        second.need(self.socket.selected_alpn_protocol() == "lltui/1", "alpn")
        self.cert = hashlib.sha256(self.socket.getpeercert(binary_form=True)).digest()

    def send(self, body):
        self.socket.sendall(len(body).to_bytes(4, "big") + body)
        return body

    def receive(self):
        size = int.from_bytes(self.exactly(4), "big")
        second.need(0 < size <= FRAME, "frame")
        return self.exactly(size)

    def exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            second.need(more, "the line ended")
            data += more
        return data


class Player:
    def __init__(self, line, seed, secret):
        self.line = line
        self.key = Ed25519PrivateKey.from_private_bytes(seed)
        self.id = self.key.public_key().public_bytes_raw()
        self.secret = secret
        self.box = second.derive(secret, "box")
        self.heard, self.views, self.story = [], [], None

    def join(self, name, words):
        ids = b"lltui/1 joiner" + self.id, b"lltui/1 host" + self.line.cert
        pake = spake2.SPAKE2_A(words.encode(), *ids)
        hello = self.line.send(
            msgpack.packb(
                {
                    "t": "hello",
                    "v": [3],
                    "program": "second",
                    "want": "seat",
                    "name": name,
                    "id": self.id,
                    "nonce": os.urandom(32),
                    "pake": pake.start(),
                    "table": None,
                    "have": None,
                }
            )
        )
        raw = self.line.receive()
        answer = msgpack.unpackb(raw)
        second.need(answer["t"] == "hhello" and answer["v"] == 3 and answer["pake"], answer)
        self.table, self.log_key = answer["table"], answer["log_key"]
        transcript = second.digest("handshake", self.line.cert, hello, raw)
        shared = pake.finish(answer["pake"])
        confirm = {
            who: hmac.digest(second.derive(shared, "confirm " + who), transcript, "sha256")
            for who in ("joiner", "host")
        }
        sig = self.key.sign(second.digest("auth", transcript))
        self.say({"t": "auth", "sig": sig, "confirm": confirm["joiner"], "hosting": None})
        welcome = msgpack.unpackb(self.line.receive())
        second.need(welcome["t"] == "welcome", welcome)
        second.need(hmac.compare_digest(welcome["confirm"], confirm["host"]), "words")
        self.seat = welcome["seat"]

    def say(self, message):
        self.line.send(msgpack.packb(message))

    def sign(self, deed):
        body = msgpack.packb({**deed, "table": self.table, "match": self.match})
        self.say({"t": "signed", "body": body, "sig": self.key.sign(second.digest("deed", body))})

    # --- a match ---

    def promise(self, number):
        nonce = second.derive(self.secret, "nonce", second.u32(number))
        return second.digest("promise nonce", self.table, second.u32(self.match), self.id, nonce)

    def ready_for_a_match(self, match):
        self.match = match
        self.story = second.Story(self.table, match, self.log_key, self.line.cert)
        box = X25519PrivateKey.from_private_bytes(self.box).public_key().public_bytes_raw()
        self.sign({"t": "joining", "id": self.id, "box": box, "commit": self.promise(0)})

    def follow(self):
        """The next entry; answers pings on the way."""
        while True:
            message = msgpack.unpackb(self.line.receive())
            match message["t"]:
                case "entry":
                    told = self.story.read(message["body"], message["sig"])
                    self.views.append(self.open(told))
                    return told
                case "ping":
                    self.say({"t": "pong", "n": message["n"], "have": self.have()})
                case "bye":
                    raise second.RefusedError(message["code"])
                case _:
                    self.heard.append(message)

    def have(self):
        heads = self.story.heads if self.story else []
        return {"match": self.match, "seq": len(heads) - 1, "hash": heads[-1]} if heads else None

    def open(self, told):
        u32 = second.u32
        info = second.digest(
            "box", self.table, u32(self.match), u32(told["seq"]), told["prev"], u32(self.seat)
        )
        return second.open_box(self.box, told["boxes"][self.seat], info, self.story.pad)

    def ready(self):
        self.sign(
            {
                "t": "ready",
                "seat": self.seat,
                "deal": self.story.deal + 1,
                "attempt": self.story.attempt,
                "head": self.story.heads[-1],
                "nonce": second.derive(self.secret, "nonce", second.u32(0)),
                "next": self.promise(1),
            }
        )

    def act(self, action, turn, choice):
        """A move, with a secret choice sealed to the table."""
        u32 = second.u32
        salt = os.urandom(32)
        commit = second.digest("promise choice", self.table, u32(self.match), u32(self.seat), salt, choice)
        padded = (u32(32 + len(choice))[2:] + salt + choice).ljust(336, b"\0")
        box = second.hpke_seal(self.story.secrets, padded, second.digest("choice", commit))
        self.sign(
            {
                "t": "act",
                "seat": self.seat,
                "turn": turn,
                "head": self.story.heads[-1],
                "action": action,
                "secret": {"commit": commit, "box": box},
            }
        )
