"""Nobody learns another's hand: two games that differ only in cards nobody has shown look the same everywhere.

Every address is asked at every moment, as looker-on, pupil, teacher and another player's phone, and so are the streams,
the API, every deed that might try a card, the record and what is logged.
"""

import logging
import re
import shutil
from itertools import count, islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from hand_clock import HandClock
from sent import sent

import webui.store.seats as seats
from referee.games.tock.cards import RANKS
from webui.cli import main
from webui.live.live import Live
from webui.site.app import create_app
from webui.site.auth import PIN_FILE, TABLE_FILE, new_pin
from webui.store.journal import Journal
from webui.table.values.actions import DealCards, Next, Pause, PlayMove, Resume, Undo
from webui.table.values.setup import Setup, players_at
from webui.words.games.sentences import foul_sentence

NAMES = ("Léa", "Max", "Ana", "Noé")
HANDS = {
    "one": ("A2368", "99D45", "TT723", "68VV4"),
    "other": ("A2368", "9VT73", "2T9D5", "684D9"),
}
"""Hands of two games: Léa's is the same, and so is what anybody shows below."""
GIFTS = {"one": "8DTV", "other": "8VT4"}
"""What each gives to the partner: Léa's and Ana's are alike, for Léa sees both."""
PUBLIC = ("A:in", "discards:9", "discards:2", "discards:6", "2:0>2")
MOMENTS = (0, 1, 8, 9, 11, 26)
"""After which of the deeds everything is read: a deal, a gift, the exchange, a card laid, a move, and at the end."""
BACKUP = "/enseignant/sauvegarde.zip"
"""The teacher's own copy of the whole journal, hands and all, as `piste backup` writes it."""
NEVER_ALIKE = re.compile(
    r'name="csrf_token" value="[^"]*"|"csrf_token":"[^"]*"|data-version="\d+"|"version": ?\d+|id: \d+'
)
FILLED = {"number": "1", "game": "tock", "crop_id": "x", "kind": "csv", "name": "x"}
SLOW = ("/static", "/camera", "/check", "/capture", "/metrics", "/equite")
"""What knows no game, and the page of numbers, which counts requests."""
RULES = "/regles"
"""Told by the house rules, which stay: it is read at the first and the last moment."""


def cards(word: str) -> tuple[str, ...]:
    return tuple("10" if card == "T" else card for card in word)


class World:
    """A site on which one of the two games is played."""

    def __init__(self, folder: Path, which: str, pin_file: Path) -> None:
        folder.mkdir()
        shutil.copy(pin_file, folder)
        (folder / TABLE_FILE).write_text("CDFG\n")
        self.folder, self.which = folder, which
        self.live = Live(Journal.open(folder), sentence=foul_sentence, clock=HandClock())
        self.app = create_app(self.live, folder, clock=HandClock())
        self.app.testing = True
        setup = Setup("tock", players_at((1, 2, 3, 4), NAMES), options=(("hands", "known"),))
        self.live.new_game(setup)
        self.clients = {role: self.client(role) for role in ("looker-on", "pupil", "teacher", "phone")}

    def client(self, role: str, seat: int = 1):
        client = self.app.test_client()
        door, place = self.app.extensions["piste"].door, self.app.extensions["piste"]
        door.table_code()
        with client.session_transaction() as session:
            if role == "teacher":
                session["teacher"] = door.stamp()
            elif role == "pupil":
                session["pupil"] = door.table_stamp()
            elif role == "phone":
                session["hand"] = place.seats.take(dict(enumerate(NAMES, start=1)), seat)
        return client

    def deeds(self):
        """The game, deed by deed."""
        yield DealCards(tuple(map(cards, HANDS[self.which])))
        for gift in cards(GIFTS[self.which]):
            yield PlayMove(f"gives:{gift}")
            yield Next()
        for word in PUBLIC:
            yield PlayMove(f"{word.partition(':')[0]}:" if word[0] != "d" else word)
            yield PlayMove(word)
            yield Next()
        yield Undo()
        yield Pause()
        yield Resume()

    def told(self, role: str, but: tuple[str, ...] = ()) -> dict[str, str]:
        """What every address answers, `but` those that begin so."""
        client, found = self.clients[role], {}
        for address in (one for one in self.addresses() if not one.startswith(but)):
            answer = client.get(address, buffered=False, headers={"Accept-Language": "fr"})
            parts = list(islice(answer.iter_encoded(), 2)) if "event-stream" in answer.mimetype else [answer.get_data()]
            answer.close()
            text = b"".join(parts).decode("utf-8", "replace")
            found[address] = f"{answer.status_code} {NEVER_ALIKE.sub('', text)}"
        return found

    def addresses(self) -> list[str]:
        rules = {rule.rule for rule in self.app.url_map.iter_rules() if "GET" in rule.methods}
        plain = [re.sub(r"<(?:\w+:)?(\w+)>", lambda part: FILLED.get(part[1], "1"), rule) for rule in rules]
        moments = [f"/partie/1?pas={step}" for step in (1, 3, 9, 99)] + ["/partie/1/moments?pas=1"]
        return sorted(one for one in plain if not one.startswith(SLOW)) + moments

    def tried(self, role: str) -> list[tuple[int, str]]:
        """What somebody learns who tries to play cards that are in no hand of his."""
        client, found = self.clients[role], []
        token = client.get("/api/v1/session").get_json()["csrf_token"]
        for card in RANKS:
            for move in (f"{card}:", f"discards:{card}", f"gives:{card}", f"{card}:in"):
                said = {"action": "play", "move": move}
                api = client.post("/api/v1/actions", json=said, headers={"X-CSRFToken": token})
                form = client.post("/actions", data={"csrf_token": token, **said})
                phone = client.post("/main/jouer", data={"csrf_token": token, **said}) if role != "phone" else form
                found += [(one.status_code, one.get_data(as_text=True)) for one in (api, form, phone)]
        return [(status, NEVER_ALIKE.sub("", text)) for status, text in found]

    def recorded(self) -> str:
        return CliRunner().invoke(main, ["record", "1", "--data", str(self.folder)]).output


@pytest.fixture
def worlds(tmp_path, monkeypatch):
    """The two games, with the same codes of places."""
    new_pin(tmp_path)
    made = []
    for which in HANDS:
        numbers = count()
        monkeypatch.setattr(seats, "_random", lambda numbers=numbers: f"CODE{next(numbers)}")
        made.append(World(tmp_path / which, which, tmp_path / PIN_FILE))
    yield made
    for world in made:
        world.live.close()


def test_hidden_cards_change_nothing_for_others(worlds, caplog, monkeypatch) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = worlds
    for number, (deed, same) in enumerate(zip(one.deeds(), other.deeds(), strict=True)):
        one.live.act(deed)
        other.live.act(same)
        if number not in MOMENTS:
            continue
        monkeypatch.setattr(seats, "_random", lambda: "CODE0")
        for role in one.clients:
            but = () if number in (MOMENTS[0], MOMENTS[-1]) else (RULES,)
            mine, theirs = one.told(role, but), other.told(role, but)
            assert mine.keys() == theirs.keys()
            different = {address for address in mine if mine[address] != theirs[address]}
            assert different - {BACKUP} == set(), (role, deed)
            assert BACKUP not in different or role == "teacher"
        assert one.recorded() == other.recorded()
    assert not re.search(r"gives:\w|deals", caplog.text)


@pytest.mark.parametrize("role", ["looker-on", "pupil", "teacher", "phone"])
def test_who_tries_cards_that_are_not_his_learns_nothing(worlds, role: str) -> None:
    one, other = worlds
    for deed, same in islice(zip(one.deeds(), other.deeds(), strict=True), 12):
        one.live.act(deed)
        other.live.act(same)
    assert sent(one.live.snapshot())["due"]["seat"] == 2
    before = one.live.snapshot().events
    assert one.tried(role) == other.tried(role)
    assert one.live.snapshot().events == other.live.snapshot().events == before


def test_the_one_who_holds_the_cards_sees_them(worlds) -> None:
    one, other = worlds
    for world in worlds:
        world.live.act(next(world.deeds()))
    mine, theirs = (world.client("phone", 2).get("/main").get_data(as_text=True) for world in (one, other))
    ranks = [re.findall(r'class="rank" aria-hidden="true">(\w+)<', page) for page in (mine, theirs)]
    assert ranks == [["4", "5", "9", "9", "D"], ["3", "7", "9", "10", "V"]]


def test_a_running_games_record_hides_hands_and_replays(worlds) -> None:
    one, _ = worlds
    for deed in islice(one.deeds(), 16):
        one.live.act(deed)
    told = one.recorded()
    assert 'option hands "unknown"' in told
    assert "gives:?" in told
    assert "1 plays A:in" in told


def test_a_position_set_up_with_hands_is_published_without_them(worlds) -> None:
    one, _ = worlds
    position = {
        "pawns": [[0, 12, -1, -1], [-1] * 4, [-1] * 4, [-1] * 4],
        "phase": "play", "deal": 2, "hands": [["2", "V"], ["9", "9"], ["D", "D"], ["R", "R"]],
    }  # fmt: skip
    token = one.clients["teacher"].get("/api/v1/session").get_json()["csrf_token"]
    setup = Setup("tock", players_at((1, 2, 3, 4), NAMES), options=(("hands", "known"),))
    said = {"action": "new_game", "setup": setup.to_json(), "position": position}
    view = one.clients["teacher"].post("/api/v1/actions", json=said, headers={"X-CSRFToken": token}).get_json()
    assert view["history"][-1]["position"]["hands"] == [[None, None]] * 4
    assert view["position"]["known"]
