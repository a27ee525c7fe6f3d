"""Tock over HTTP, without scripts: a page offers what the referee allows, no more and no less."""

import json
import random
import re
from html import unescape

import pytest
from sent import sent

from referee.core import CHANCE, Deal
from referee.games.tock import CardPlay, Discard
from referee.match import Match
from webui.table.values.actions import DealCards, Next, PlayMove, Undo
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

CARD = re.compile(r'class="playing-card is-(\w+)" name="move" value="([^"]+)"')
STEP = re.compile(r'<button class="move" name="move" value="([^"]+)"')
SPOT = re.compile(r'data-space="([^"]+)" data-seat="(\d)" data-pawns="(\d)"')
PAGES = ("/", "/correct", "/api/v1/table", "/new", "/mur", "/partie", "/regles", "/conseil", "/equite", "/check")
NAMES = ("Léa", "Max", "Ana", "Noé")
AHEAD = {
    "pawns": [[3, 12, 30, 72], [-1, 18, 33, 45], [-1, 55, 70, 75], [-1, 1, 9, 66]],
    "fresh": [False, True, False, False],
    "dealer": 4, "deal": 2, "phase": "play", "turn": 1, "hands": [[None] * 3] * 4, "played": ["A"],
}  # fmt: skip
SEEDS = range(2)
DEEDS = 70


def begun(teacher, position=None, **options) -> Match:
    setup = Setup("tock", players_at((1, 2, 3, 4), NAMES), "Tock Canop", tuple(sorted(options.items())))
    told = json.dumps(position) if position else ""
    teacher.live.new_game(setup, told)
    teacher.post("/language", language="fr", back="/")
    return setup.match(told)


def cards(teacher) -> dict[str, str]:
    """The page's playable cards: the move to send -> play or discard."""
    return {unescape(move): may for may, move in CARD.findall(teacher.page("/pieces"))}


def steps(teacher) -> set[str]:
    return {unescape(move) for move in STEP.findall(teacher.page("/pieces"))}


def drawn(teacher) -> dict[str, tuple[int, int]]:
    return {space: (int(seat), int(pawns)) for space, seat, pawns in SPOT.findall(teacher.page("/pieces"))}


def as_drawn(kinds) -> dict[str, tuple[int, int]]:
    told = {space: kind.split() for space, kind in kinds.items() if space.startswith(("hole", "house", "base"))}
    return {
        space: (int(kind[1]), int(kind[3]) if "x" in kind else 1) if kind[0] == "pawn" else (0, 0)
        for space, kind in told.items()
    }


def laid_step_by_step(teacher, match: Match, play: CardPlay) -> CardPlay:
    """A card of a match laid, and pawn after pawn moved, by the buttons of the page."""
    game, done = match.game, CardPlay(play.card)
    assert teacher.post("/actions", action="play", move=f"{play.card}:").status_code == 302
    while game.move_refusal(match.state, done) is not None:
        found = steps(teacher)
        expected = {game.to_text(move) for move in game.continuations(match.state, done)}
        if play.card != "7":
            assert found == expected
        wanted = game.to_text(CardPlay(play.card, play.steps[: len(done.steps) + 1]))
        move = wanted if wanted in found else min(found)
        assert teacher.post("/actions", action="play", move=move).status_code == 302
        done = game.from_text(move)
    assert drawn(teacher) == as_drawn({**game.appearance(match.state), **game.effect(match.state, done)})
    return done


@pytest.mark.parametrize("seed", SEEDS)
def test_the_page_offers_what_the_referee_allows_in_random_matches(teacher, seed: int) -> None:
    teacher.app.config["PROPAGATE_EXCEPTIONS"] = True
    rng, match = random.Random(seed), begun(teacher)
    for deed in range(DEEDS):
        event = random_event(match.game, match.state, rng)
        if match.game.awaits(match.state).actor == CHANCE:
            assert teacher.post("/actions", action="deal").status_code == 302
            event = Deal((None,) * 4)
        elif match.state.phase == "give":
            assert teacher.post("/actions", action="swap_cards").status_code == 302
            for _ in range(4):
                match = match.then(match.game.from_text("gives:?"))
            continue
        elif isinstance(event, Discard):
            assert cards(teacher)[match.game.to_text(event)] == "discard"
            teacher.post("/actions", action="play", move=match.game.to_text(event))
            teacher.post("/actions", action="next")
        else:
            if deed % 3 == seed % 3:
                offered = {m.card: "play" for m in match.game.legal(match.state) if isinstance(m, CardPlay)}
                assert {move[:-1]: may for move, may in cards(teacher).items() if may == "play"} == offered
            event = laid_step_by_step(teacher, match, event)
            teacher.post("/actions", action="next")
        match = match.then(event)
    assert sent(teacher.live.snapshot())["spaces"] == dict(match.game.appearance(match.state))
    answers = {path: teacher.client.get(path, follow_redirects=True).status_code for path in PAGES}
    assert answers == dict.fromkeys(PAGES, 200)


def test_paper_cards_are_dealt_and_exchanged_by_taps(teacher) -> None:
    begun(teacher)
    assert "Noé, donne 5 cartes à chacun" in teacher.words()
    teacher.post("/actions", action="deal")
    assert "Sans parler" in teacher.words()
    teacher.post("/actions", action="swap_cards")
    view = sent(teacher.live.snapshot())
    assert (view["position"]["phase"], view["due"]["seat"], view["events"]) == ("play", 1, 5)
    assert "Léa, joue une carte" in teacher.words()


def test_an_impossible_step_is_refused_in_the_sheets_words(teacher) -> None:
    begun(teacher, AHEAD)
    teacher.post("/actions", action="play", move="5:")
    teacher.post("/actions", action="play", move="5:12>17")
    assert teacher.live.snapshot().state == "refused"
    assert "un autre pion" in teacher.words()


def test_a_7_is_split_by_steps_and_can_be_undone(teacher) -> None:
    begun(teacher, AHEAD)
    for move in ("7:", "7:12>14"):
        teacher.post("/actions", action="play", move=move)
    assert "Il reste 5 pas du 7" in teacher.words()
    assert drawn(teacher)["hole-14"] == (1, 1)
    assert steps(teacher) > {"7:12>14+3>4", "7:12>14+30>35"}
    teacher.post("/actions", action="play", move="")
    assert drawn(teacher)["hole-14"] == (0, 0)
    assert sent(teacher.live.snapshot())["laid"] == ""
    assert teacher.live.snapshot().events == 1


def test_a_double_tap_does_not_play_for_the_next_player(teacher) -> None:
    begun(teacher, AHEAD)
    teacher.post("/actions", action="play", move="2:12>14")
    moment = teacher.live.snapshot().moment
    teacher.live.act(Next())
    teacher.client.post(
        "/actions",
        data={"csrf_token": teacher.token(), "action": "play", "move": "2:12>14", "moment": moment},
        headers={"X-Requested-With": "fetch"},
    )
    assert teacher.live.snapshot().state == "waiting_move"
    assert sent(teacher.live.snapshot())["due"]["seat"] == 2


def test_what_the_referee_cannot_judge_is_said(teacher) -> None:
    begun(teacher, AHEAD | {"pawns": [[-1] * 4] * 4, "fresh": [False] * 4})
    assert cards(teacher)["discards:9"] == "discard"
    teacher.post("/actions", action="play", move="discards:9")
    assert "Je ne connais pas tes cartes" in teacher.words()
    teacher.post("/actions", action="next")
    assert "Léa pose 9 sans rien déplacer" in teacher.words()


@pytest.mark.parametrize(("shows", "told"), [("always", True), ("on_request", True), ("never", False)])
def test_what_is_never_shown_is_not_sent_at_all(teacher, shows: str, told: bool) -> None:
    begun(teacher, AHEAD, show_legal=shows)
    teacher.live.act(PlayMove("2:"))
    page = teacher.page()
    assert ("is-source" in page) is told
    assert bool(STEP.findall(page)) is told
    assert ("2:12" in page) is told


def test_who_only_looks_on_touches_nothing(teacher) -> None:
    begun(teacher, AHEAD)
    teacher.post("/logout")
    page = teacher.page()
    assert 'role="button"' not in page
    assert not CARD.findall(page)
    assert 'id="spot-hole-12"' in page


def test_the_game_is_shown_step_by_step(teacher) -> None:
    match = begun(teacher, hands="known")
    rng = random.Random(5)
    for _ in range(30):
        event = random_event(match.game, match.state, rng)
        match = match.then(event)
        if isinstance(event, Deal):
            teacher.live.act(DealCards(event.hands))
            continue
        teacher.does(PlayMove(match.game.to_text(event)), Next())
    number = teacher.live.snapshot().id
    last = teacher.page(f"/partie/{number}?pas=999")
    found = {space: (int(seat), int(pawns)) for space, seat, pawns in SPOT.findall(last)}
    assert found == as_drawn(match.game.appearance(match.state))
    assert "games/tock.css" in last
    assert "donne une carte à son" in teacher.words(f"/partie/{number}?pas=3")


def test_steps_follow_what_is_taken_back(teacher) -> None:
    begun(teacher, AHEAD)
    teacher.does(PlayMove("2:12>14"), Next(), Undo())
    number = teacher.live.snapshot().id
    assert teacher.client.get(f"/partie/{number}?pas=99").status_code == 200
    assert drawn(teacher)["hole-12"] == (1, 1)


def test_the_wall_shows_the_board_and_the_teams(teacher) -> None:
    begun(teacher, AHEAD)
    page = teacher.page("/mur")
    assert 'id="tock"' in page
    assert "Léa" in page
