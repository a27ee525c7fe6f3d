"""Plays a whole game of Jacquet through Piste's API, with nothing but Python: both players choose at random.

    python docs/api/play_jacquet.py http://piste.local:8080 TEACHERS-CODE
"""

import json
import random
import sys
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener


class Piste:
    """A session at the table: reading is free, a change needs the teacher's code and the session's token."""

    def __init__(self, url: str, code: str) -> None:
        self.url, self.browser = url.rstrip("/"), build_opener(HTTPCookieProcessor(CookieJar()))
        form = {"csrf_token": self.get("/api/v1/session")["csrf_token"], "pin": code}
        self.browser.open(f"{self.url}/login", urlencode(form).encode()).close()
        session = self.get("/api/v1/session")
        if session["role"] != "teacher":
            raise SystemExit("expected the teacher's code; got another one")
        self.token = session["csrf_token"]

    def get(self, path: str) -> dict:
        """What the API answers at a path."""
        with self.browser.open(f"{self.url}{path}") as answer:
            return json.load(answer)

    def act(self, action: str, **said: object) -> dict:
        """Does something, and hands back the table as it is then."""
        headers = {"X-CSRFToken": self.token, "Content-Type": "application/json"}
        body = json.dumps({"action": action, **said}).encode()
        with self.browser.open(Request(f"{self.url}/api/v1/actions", body, headers)) as answer:
            return json.load(answer)


def play(piste: Piste, rng: random.Random) -> dict:
    """One game from the first throw to the last man off the board; the table as it stands then."""
    players = [{"name": "Ada", "seat": 1}, {"name": "Bo", "seat": 2}]
    table = piste.act("new_game", setup={"game": "jacquet", "players": players})
    while table["due"]:
        if table["due"]["what"] == "throw":
            table = piste.act("throw", dice=[rng.randint(1, 6) for _ in range(table["due"]["dice"])])
        else:
            table = piste.act("play", move=rng.choice(table["legal"]))
            if table["provisional"]:  # it counts once somebody goes on
                table = piste.act("next")
    return table


if __name__ == "__main__":
    ended = play(Piste(*sys.argv[1:3]), random.Random())
    names = [player["name"] for player in ended["players"] if player["player"] in ended["winners"]]
    print(f"{' and '.join(names)} won after {ended['throws']} throws; to go: {ended['to_go']}")
