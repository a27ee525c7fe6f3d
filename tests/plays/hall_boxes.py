"""A hall that hears drawn boxes without a broker, and a visitor of its pages."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from page_text import text_of

from webui.live.hall.follower import HallFollower
from webui.live.hall.ledger import Ledger
from webui.live.hall.present import Present
from webui.site.auth import new_pin
from webui.site.hall.app import hall_app
from webui.store.broker import Broker

COLOURS, SHAPES = ("blue", "red", "green", "yellow"), ("circle", "square", "triangle", "star")


def players(*names: str, tiles: bool = True, winner: int = 0) -> list[dict]:
    closed = {"open": [8, 9], "closed": 7} if tiles else {"open": [], "closed": None}
    return [
        {"player": n, "seat": n, "colour": COLOURS[n - 1], "shape": SHAPES[n - 1], "turn": n == 1,
         "winner": n == winner, "left": False, "score": 17, "total": 17, "name": name} | closed
        for n, name in enumerate(names, 1)
    ]  # fmt: skip


def of(game: str) -> dict:
    return {"name": game, "profile": "", "layout": "occe", "game_number": 1, "games": 1}


class Boxes:
    """A hall, the boxes that it hears, and a visitor. Without a `clock` each message takes a second."""

    def __init__(self, data: Path, clock: Callable[[], float] | None = None) -> None:
        self.now, self.code = 0.0, new_pin(data)
        self.ledger, self.present = Ledger(f"sqlite:///{data / 'hall.db'}"), Present(clock or (lambda: self.now))
        self.follower = HallFollower(Broker(box="hallhall"), self.ledger, self.present)
        self.app: Flask = hall_app(data, self.present, self.ledger, self.follower)
        self.visitor: FlaskClient = self.app.test_client()

    def box(self, letters: str, name: str) -> None:
        self.heard(f"{letters}/up", "1")
        self.heard(f"{letters}/box", json.dumps({"version": "1", "name": name, "tables": []}))

    def table(self, letters: str, number: int, game: str = "occe_child", **more: object) -> None:
        state = {
            "number": number, "name": "", "colour": "blue", "game": of(game) if game else None, "asks": False,
            "state": "waiting_move" if game else "setup", "acting": 1 if game else 0, "shut": 0, "dice": [6, 2],
            "throws": 1, "players": players("Léa", "Max") if game else [], "closed": 0, "finished": 0, "problems": [],
        }  # fmt: skip
        self.heard(f"{letters}/table/{number}/state", json.dumps(state | more))

    def result(self, letters: str, number: int, at: datetime, game: str = "occe_child", **more: object) -> None:
        result = {
            "table": 1, "number": number, "started": at.isoformat(timespec="milliseconds"), "game": of(game),
            "throws": 9, "players": players("Léa", "Max", winner=2), "closed": 14, "finished": 1,
        }  # fmt: skip
        self.heard(f"{letters}/table/1/result", json.dumps(result | more))
        self.follower.flush()

    def heard(self, leaf: str, payload: str) -> None:
        self.follower.heard(f"piste/v1/{leaf}", payload.encode())
        self.now += 1

    def page(self, address: str = "/") -> str:
        return text_of(self.visitor.get(address).text)

    def cards(self, address: str = "/") -> list[str]:
        return re.findall(r'id="table-(\w+-\d+)"', self.visitor.get(address).text)

    def boxed(self, address: str = "/") -> list[str]:
        return re.findall(r'id="box-(\w+)"', self.visitor.get(address).text)

    def post(self, address: str, **form: str):
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.visitor.get("/tournois").text)
        token = token or re.search(r'name="csrf_token" value="([^"]+)"', self.visitor.get("/code").text)
        return self.visitor.post(address, data=form | {"csrf_token": token[1]})

    def enter(self):
        return self.post("/code", pin=self.code)
