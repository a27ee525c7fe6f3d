"""Games of men on arrows over HTTP, without scripts: a page offers what the referee allows, no more and no less."""

import random
import re
from html import unescape

import pytest
from sent import sent

from referee.core import CHANCE, Roll
from referee.games import GAMES
from referee.games.arrows import ArrowGame
from referee.match import Match
from webui.table.values.actions import Next, PlayMove, Throw, Undo
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

HOUSES = [(game.name, profile) for game in GAMES if issubclass(game, ArrowGame) for profile in game.profiles]
BUTTON = re.compile(r'<button class="move" name="move" value="([^"]+)"')
SAYING = re.compile(r'id="say-(\w+)"')
SPOT = re.compile(r'data-space="([^"]+)" data-men="(\d+)" data-colour="(\w*)"')
PAGES = ("/", "/correct", "/api/v1/table", "/new", "/mur", "/partie", "/regles", "/conseil", "/equite", "/check")
DEEDS = 60
EVERY = 3
"""Of so many deeds one is looked at on the page."""


def begun(teacher, game: str, profile: str, **options) -> Match:
    setup = Setup(game, players_at((1, 2), ("Léa", "Max")), profile, tuple(sorted(options.items())))
    teacher.live.new_game(setup)
    return setup.match()


def offered(teacher) -> set[str]:
    return {unescape(move) for move in BUTTON.findall(teacher.page("/pieces"))}


def drawn(teacher) -> dict[str, str]:
    """What the page draws on each space."""
    spots = SPOT.findall(teacher.page("/pieces"))
    return {space: f"{colour} x {men}" if int(men) else "empty" for space, men, colour in spots}


def played_step_by_step(teacher, match: Match, rng: random.Random, *, looks: bool) -> Match:
    """A throw played by the buttons of the page, one after the other, compared with the referee before each."""
    game, state, done = match.game, match.state, None
    while True:
        may = {game.to_text(play) for play in game.onward(state, done)}
        if looks:
            found = offered(teacher)
            assert may <= found
            for further in map(game.from_text, found - may):
                assert game.move_refusal(state, further) is None or game.continuations(state, further)
        if not may:
            break
        done = game.from_text(rng.choice(sorted(may)))
        assert teacher.post("/actions", action="play", move=game.to_text(done)).status_code == 302
        if looks:
            stands = {**game.appearance(state), **game.effect(state, done)}
            assert drawn(teacher).items() <= stands.items()
    assert game.move_refusal(state, done) is None
    assert teacher.post("/actions", action="next").status_code == 302
    return match.then(done)


@pytest.mark.parametrize(("game", "profile"), HOUSES)
def test_the_page_offers_what_the_referee_allows_in_random_matches(teacher, game, profile) -> None:
    teacher.app.config["PROPAGATE_EXCEPTIONS"] = True
    rng = random.Random(profile)
    match = begun(teacher, game, profile)
    for deed in range(DEEDS):
        due = match.game.awaits(match.state)
        if due is None:
            break
        looks = deed % EVERY == 0
        if due.actor != CHANCE and match.state.dice:
            match = played_step_by_step(teacher, match, rng, looks=looks)
            continue
        event = random_event(match.game, match.state, rng)
        if looks and due.actor != CHANCE:
            words = set(SAYING.findall(teacher.page("/pieces")))
            assert words == {match.game.to_text(move) for move in match.game.legal(match.state)}
        if isinstance(event, Roll):
            thrown = " ".join(map(str, event.dice))
            assert teacher.post("/actions", action="throw", dice=thrown).status_code == 302
        else:
            assert teacher.post("/actions", action="play", move=match.game.to_text(event)).status_code == 302
            teacher.post("/actions", action="next")
        match = match.then(event)
    view = sent(teacher.live.snapshot())
    assert view["spaces"] == dict(match.game.appearance(match.state))
    assert view["scores"] == {"1": match.game.scores(match.state)[0], "2": match.game.scores(match.state)[1]}
    answers = {path: teacher.client.get(path, follow_redirects=True).status_code for path in PAGES}
    assert answers == dict.fromkeys(PAGES, 200)


def opened(teacher, game="backgammon", profile="Backgammon international", dice=((6,), (3,)), **options):
    begun(teacher, game, profile, **options)
    for throw in dice:
        teacher.live.act(Throw(throw))
    teacher.post("/language", language="fr", back="/")
    return teacher


def test_a_wrong_move_is_refused_in_the_sheets_words(teacher) -> None:
    opened(teacher)
    teacher.post("/actions", action="play", move="24/19")
    assert teacher.live.snapshot().state == "refused"
    assert "De la flèche 1A à la flèche 6A" in teacher.words()


def test_a_part_of_a_move_can_be_taken_back(teacher) -> None:
    opened(teacher)
    teacher.post("/actions", action="play", move="24/18")
    assert drawn(teacher)["arrow-7A"] == "white x 1"
    assert teacher.page().count("is-fresh") == 1
    assert "Reprendre" in teacher.words()
    teacher.post("/actions", action="play", move="")
    assert drawn(teacher)["arrow-7A"] == "empty"
    assert sent(teacher.live.snapshot())["provisional"] is None


def test_men_are_named_for_ears(teacher) -> None:
    page = opened(teacher).page()
    assert 'aria-label="Flèche 8 : 3 dames blanches"'.replace(" :", "\u00a0:") in page
    assert "de la flèche 8 à la flèche 2" in page


@pytest.mark.parametrize(("shows", "told"), [("always", True), ("on_request", True), ("never", False)])
def test_what_is_never_shown_is_not_sent_at_all(teacher, shows, told) -> None:
    page = opened(teacher, show_legal=shows).page()
    assert ("is-source" in page) is told
    assert bool(BUTTON.findall(page)) is told
    assert ("24/18" in page) is told


def test_a_double_is_offered_and_refused(teacher) -> None:
    opened(teacher)
    teacher.does(PlayMove("24/18+18/15"), Next())
    assert SAYING.findall(teacher.page()) == ["double"]
    teacher.post("/actions", action="play", move="double")
    teacher.post("/actions", action="next")
    assert SAYING.findall(teacher.page()) == ["accept", "refuse"]
    assert "Léa, acceptes‑tu le double" in teacher.words()
    teacher.post("/actions", action="play", move="refuse")
    teacher.post("/actions", action="next")
    assert sent(teacher.live.snapshot())["winners"] == [2]
    assert "Max gagne" in teacher.words()


def test_who_only_looks_on_touches_nothing(teacher) -> None:
    opened(teacher)
    teacher.post("/logout")
    page = teacher.page()
    assert 'role="button"' not in page
    assert not BUTTON.findall(page)
    assert 'id="spot-arrow-8"' in page


def test_a_forced_pass_is_told_with_its_rule(teacher) -> None:
    opened(teacher, "jacquet", "Jacquet Ravensburger (notice)", ((6,), (3,), (6, 6)))
    # Only the postillon may move, and after the twelfth arrow the other player's pile stands in its way.
    words = teacher.words()
    assert "Il ne te reste qu’une façon de jouer" in words


def test_the_game_is_shown_step_by_step(teacher) -> None:
    opened(teacher)
    for move in ("24/18", "24/18+13/10"):
        teacher.live.act(PlayMove(move))
    teacher.does(Next(), Throw((2, 1)))
    number = teacher.live.snapshot().id
    boards = [teacher.page(f"/partie/{number}?pas={step}") for step in range(1, 6)]
    found = [{space: int(men) for space, men, _ in SPOT.findall(page)} for page in boards]
    assert [one["arrow-7A"] for one in found] == [0] * 3 + [1] * 2
    assert all("man-white" in page and "games/arrows.css" in page for page in boards)
    assert "Léa joue 1A-7A et 12A-10." in teacher.words(f"/partie/{number}?pas=4")


def test_steps_follow_a_throw_that_is_taken_back(teacher) -> None:
    opened(teacher)
    teacher.does(PlayMove("24/18+13/10"), Next(), Undo())
    number = teacher.live.snapshot().id
    last = SPOT.findall(teacher.page(f"/partie/{number}?pas=99"))
    assert ("arrow-1A", "2", "white") in last


def test_a_touched_man_must_be_moved_unless_jadoube_was_said(teacher) -> None:
    opened(teacher, "jacquet", "Jacquet traditionnel", ((6,), (3,), (6, 3)), touch_move="on")
    page = teacher.page()
    assert "data-adoube" in page
    assert 'data-touched="on"' in page
    assert teacher.post("/actions", action="touch_man", space="arrow-12").status_code == 302
    assert sent(teacher.live.snapshot())["position"]["touched"] == [1]
    told = teacher.words()
    assert "Léa touche la dame qui est sur la flèche 12 : il faut la jouer." in told
    assert "La dame qui est sur la flèche 12 est touchée : il faut la jouer." in told


def test_a_match_tells_its_length_its_game_and_crawford(teacher) -> None:
    opened(teacher, points=2, crawford=True)
    assert "Match en 2 points · Partie 1" in teacher.words()
    assert "0 point sur 2" in teacher.words()
    teacher.live.act(PlayMove("24/18+18/15"))
    for _ in range(2):
        teacher.live.act(Next())
        teacher.live.act(PlayMove("double" if sent(teacher.live.snapshot())["offers"] else "refuse"))
    teacher.live.act(Next())
    told = teacher.words()
    assert "Match en 2 points · Partie 2 · Crawford" in told
    assert "1 point sur 2" in told


def test_a_doublet_in_tric_trac_throws_again(teacher) -> None:
    opened(teacher, "trictrac", "Le Tric Trac Ravensburger (notice)", ((6,), (3,), (2, 2)))
    assert "Un doublet : deux coups, puis tu relances !" in teacher.words()


def test_the_wall_shows_the_board_and_the_players(teacher) -> None:
    page = opened(teacher).page("/mur")
    assert 'id="arrows"' in page
    assert "Léa" in page


def test_unnamed_players_are_called_by_their_colour(teacher) -> None:
    form = {"profile": "Jacquet traditionnel", "games": "1", "seat": ["1"]}
    teacher.post("/language", language="fr", back="/")
    teacher.post("/new", sure=str(teacher.live.snapshot().id), **form)
    assert [player["name"] for player in sent(teacher.live.snapshot())["players"]] == ["Blanc", "Noir"]


def test_more_than_two_are_too_many(teacher) -> None:
    form = {"profile": "Jacquet traditionnel", "games": "1", "seat": ["1", "2", "3"]}
    assert teacher.post("/new", **form).status_code == 422
    assert sent(teacher.live.snapshot())["game"]["name"] == "occe_child"


def test_named_players_have_the_seats_despite_other_ticks(teacher) -> None:
    form = {"profile": "Backgammon international", "games": "1", "seat": ["1", "2", "3"]}
    names = {"was-1": "Léa", "name-1": "Ana", "name-2": "Bob", "was-3": "Tom", "name-3": "Tom"}
    teacher.post("/new", sure=str(teacher.live.snapshot().id), **form, **names)
    assert [(one["name"], one["seat"]) for one in sent(teacher.live.snapshot())["players"]] == [("Ana", 1), ("Bob", 2)]


def test_a_question_is_asked_without_the_previous_dice(teacher) -> None:
    opened(teacher)
    assert 'class="die is-read' in teacher.page()
    teacher.does(PlayMove("24/18+18/15"), Next(), PlayMove("double"), Next())
    assert 'class="die is-read' not in teacher.page()


def test_counts_of_an_arrow_in_doubt_are_answered_by_one_tap(teacher, standing) -> None:
    begun(teacher, "backgammon", "")
    teacher.does(Throw((6, 2)))
    doubt = {"unclear": "arrow-6", "answers": ("white x 5", "white x 1", "empty"), "mode": "camera"}
    asked = standing(**doubt).get("/").text.partition('id="asked-men"')[2].partition("</div>")[0]
    assert set(re.findall(r'name="space" value="([^"]+)"', asked)) == {"arrow-6"}
    counts = re.findall(r'name="kind" value="([^"]+)">([^<]+)<', asked)
    assert [(kind, " ".join(says.split())) for kind, says in counts] == [
        ("white x 5", "5 dames"), ("white x 1", "1 dame"), ("empty", "aucune dame"),
    ]
    assert 'id="asked-men"' not in standing(signed_in=False, **doubt).get("/").text
    assert 'id="asked-men"' not in standing(mode="camera").get("/").text


def test_as_many_dice_are_pictured_as_are_thrown(teacher) -> None:
    begun(teacher, "jacquet", "")
    for dice, thrown in (((5,), 1), ((2,), 1), ((6, 1), 2)):
        cue = teacher.page("/pieces").partition('id="cue-throw"')[2].partition("</p>")[0]
        assert cue.count('class="die is-read"') == thrown
        teacher.live.act(Throw(dice))
