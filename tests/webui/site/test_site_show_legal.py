"""The teacher's switch: what may be closed is shown always, on request, or never."""

import json
import random
import re

import pytest

from referee.core import Deal, Roll
from referee.games.tiles import TileGame
from webui.table.games import SHOWN
from webui.table.values.actions import CloseTiles, DealCards, Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import usual_places
from workshop.chance import random_event

HOUSES = [(game, profile) for game in SHOWN for profile in game.profiles]
HINT = re.compile(r'class="tile [^"]*is-hint')


@pytest.fixture
def game(visitor):
    """Begins a game for Léa and Tom that shows legal moves as said, and throws 6 and 3."""

    def begin(shows: str, name: str = "occe_child"):
        visitor.sign_in()
        options = (("show_legal", shows),)
        visitor.live.new_game(Setup(name, players_at((1, 3), ("Léa", "Tom")), options=options))
        visitor.live.act(Throw(dice=(6, 3)))
        return visitor

    return begin


@pytest.mark.parametrize("shows", ["always", "on_request"])
def test_what_may_be_closed_stands_on_the_page(game, shows: str) -> None:
    page = game(shows).page()
    assert f'data-shows-legal="{shows}"' in page
    assert 'id="moves"' in page
    assert 'id="ask-moves"' in page
    assert len(HINT.findall(page)) == 3


def test_what_is_never_shown_is_not_sent_at_all(game) -> None:
    page = game("never").page()
    assert 'data-shows-legal="never"' in page
    assert 'id="moves"' not in page
    assert 'id="ask-moves"' not in page
    assert HINT.findall(page) == []
    assert 'name="tiles" value="5"' in page  # any open tile may be tapped all the same


@pytest.mark.parametrize(("shows", "named"), [("always", True), ("on_request", False), ("never", False)])
def test_continuations_are_named_only_if_moves_are_shown(
    game, shows: str, named: bool
) -> None:
    visitor = game(shows, "royal")
    visitor.live.act(CloseTiles(tiles=(6,)))
    visitor.post("/language", language="en", back="/")
    words = visitor.words()
    assert ("You may still close 1, 2 or 3, or tap Next." in words) is named
    assert ("You may still close more, or tap Next." in words) is not named


def test_the_switch_is_a_rule_of_the_house_in_words(game) -> None:
    visitor = game("never")
    visitor.post("/language", language="en", back="/new")
    page = " ".join(visitor.page("/new").split())
    assert "Show what may be closed?" in page
    for word in ("Always", "Only when a player asks", "Never: the players find it themselves"):
        assert word in page
    assert '<option value="never" selected>' in page


@pytest.mark.parametrize(("shows", "named"), [("always", True), ("on_request", True), ("never", False)])
def test_a_refusal_names_no_move_that_players_must_find(game, shows: str, named: bool) -> None:
    visitor = game(shows)
    visitor.live.act(CloseTiles(tiles=(1,)))
    words = visitor.words()
    assert ("Avec 6 et 3, on ferme 6 et 3, ou bien 9 : tu as fermé 1." in words) is named
    rule = "Avec 6 et 3, tu fermes les cases de tes dés, ou la case de leur somme : tu as fermé 1."
    assert (rule in words) is not named
    assert 'id="why"' in visitor.page()


@pytest.mark.parametrize(("game", "profile"), HOUSES, ids=lambda part: str(getattr(part, "name", part)))
def test_what_is_never_shown_is_in_no_players_view(visitor, game, profile: str) -> None:
    rng = random.Random(profile)
    many = max(2, game.player_range[0])
    built = Setup(game.name, players_at(range(1, many + 1)), profile).build()
    players = players_at(usual_places(built, many))
    visitor.live.new_game(Setup(game.name, players, profile, (("show_legal", "never"),)))
    listed = 0
    for _ in range(30):
        match = visitor.live.stored_game(visitor.live.snapshot().id)[1].match
        if match.game.is_over(match.state):
            break
        listed += seen_by_all(visitor)
        deed(visitor.live, match.game, random_event(match.game, match.state, rng))
    assert listed > 3  # the teacher's session got moves that nobody else did


def seen_by_all(visitor) -> int:
    """How many kinds of moves the teacher gets; nobody and a pupil get none, by either way."""
    visitor.sign_in()
    counts = moves(visitor.client.get("/api/v1/table").get_json())
    visitor.sign_in_as_pupil()
    for browser in (visitor.client, visitor.app.test_client()):
        assert moves(browser.get("/api/v1/table").get_json()) == 0
        stream = browser.get("/api/v1/events", buffered=False)
        line = next(part for part in stream.iter_encoded() if b"data: {" in part).decode()
        stream.close()
        assert moves(json.loads(line[line.index("{") : line.rindex("}") + 1])) == 0
    return counts


def moves(view: dict) -> int:
    """How many of the places where a view may list moves list any."""
    refused = [line for line in (view["verdict"], view["last"], *view["history"]) if line]
    lists = [view.get(name) for name in ("legal", "continuations", "steps", "cards")]
    lists += [line.get("legal") for line in refused] + [line.get("values", {}).get("possible") for line in refused]
    return sum(bool(listed) for listed in lists)


def deed(live, game, event) -> None:
    """A throw, a deal or a whole move by touch; before a closing a wrong one, which is refused."""
    if isinstance(event, Roll):
        live.act(Throw(event.dice))
    elif isinstance(event, Deal):
        live.act(DealCards(event.hands))
    elif isinstance(game, TileGame):
        live.act(CloseTiles(tiles=(1, 2, 3, 4, 5, 6)))
        live.act(CloseTiles(tiles=event.tiles))
    else:
        live.act(PlayMove(game.to_text(event)))
    if live.snapshot().state == "provisional":
        live.act(Next())
