"""A game step by step: the journal gives the boards that stood on the table."""

from random import Random

import pytest
from sent import sent

from referee.record import from_lines
from webui.live.crops import Crops
from webui.site.show.played import ON_THE_WAY, moment_board, moments, steps
from webui.table.values.actions import CloseTiles, CorrectDice, Next, PlayMove, Throw, Undo
from webui.table.values.setup import Setup, players_at
from webui.table.values.state import NotNow

NAMES = ("Léa", "Tom", "Zoé")


def steps_of(live, game: int) -> list[dict]:
    """The journal's lines of a game that a reader steps by."""
    return [line for line in live.lines(game) if line["event"] not in ON_THE_WAY]


def played_at_random(live, setup: Setup, seed: int, throws: int) -> None:
    """A game by touch with wrong moves, moves taken back and dice corrected."""
    chance = Random(seed)
    live.new_game(setup)
    for _ in range(throws):
        view = sent(live.snapshot())
        if view["due"] is None:
            return
        live.act(Throw(dice=tuple(chance.randint(1, 6) for _ in range(view["due"]["dice"]))))
        for _ in range(8):
            view = sent(live.snapshot())
            if view["due"] is None or view["due"]["what"] != "move":
                break
            chosen = chance.random()
            if chosen < 0.2:
                live.act(CloseTiles(tiles=(chance.randint(1, 9), 3)))
            elif chosen < 0.3:
                live.act(Undo())
            elif chosen < 0.4:
                try:
                    live.act(CorrectDice(dice=tuple(chance.randint(1, 6) for _ in view["dice"])))
                except NotNow:
                    continue
            else:
                live.act(CloseTiles(tiles=tuple(chance.choice(view["legal"]))))
                if live.snapshot().state == "provisional":
                    live.act(Next())


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "setup",
    [
        Setup("occe_child", players_at((1, 3), NAMES), "OCCE enfant", games=2),
        Setup("occe_adult", players_at((1, 2, 3), NAMES), "OCCE adulte", (("turns", "alternate"),)),
        Setup("royal", players_at((1, 2, 3), NAMES), "Tric-Trac Royal"),
    ],
    ids=lambda setup: setup.game,
)
def test_at_each_step_the_board_is_what_the_table_showed(visitor, setup: Setup, seed: int) -> None:
    live, seen = visitor.live, {}
    act = live.act

    def watched(action):
        view = act(action)
        seen[len(live.lines(view.id))] = view
        return view

    live.act = watched
    played_at_random(live, setup, seed, 14)
    told = moments(setup, live.lines(live.snapshot().id), "fr")
    assert [one.number for one in told] == list(range(1, len(told) + 1))
    for number, view in seen.items():
        moment = told[number - 1]
        on_the_way = {tile for tile, mark in moment.marks if mark == "provisional"}
        for player, tiles in zip(view.players, moment.open, strict=True):
            # Of a correction the journal does not tell which of the tiles on their way stay closed.
            shown = {tile.number: tile.state for tile in player.tiles}
            sure = {tile for tile, state in shown.items() if state != "provisional"} - on_the_way
            stands = {tile for tile, state in shown.items() if state == "open"}
            if view.state not in ("refused", "game_over", "series_over"):
                assert tiles & sure == stands & sure, (number, moment, view.state)
    assert len(seen) > 20


def test_every_event_is_a_sentence_and_a_refusal_says_why(teacher) -> None:
    teacher.does(Throw(dice=(4, 2)), CloseTiles(tiles=(5,)))
    game = teacher.live.snapshot().id
    last = len(steps_of(teacher.live, game))
    page = teacher.words(f"/partie/{game}?pas={last}")
    assert f"{last} / {last}" in page
    assert "Le coup de Léa ne convenait pas." in page or "ne va" in page or "Léa" in page
    assert "Avec 4 et 2" in page
    assert 'class="tile is-refused' in teacher.page(f"/partie/{game}?pas={last}")


def test_steps_are_links_and_stay_within_the_game(teacher) -> None:
    teacher.live.act(Throw(dice=(4, 2)))
    game = teacher.live.snapshot().id
    last = len(steps_of(teacher.live, game))
    first = teacher.page(f"/partie/{game}")
    assert f"/partie/{game}?pas=2#moment" in first
    assert 'id="to-before"' not in first
    for strange in ("0", "-1", "²", "99999", "x"):
        assert teacher.client.get(f"/partie/{game}?pas={strange}").status_code == 200
    assert f'id="moment" data-at="{last}"' in teacher.page(f"/partie/{game}?pas=999")


def test_to_watch_it_again_is_not_to_play_it_again(teacher) -> None:
    page = teacher.page(f"/partie/{sent(teacher.live.snapshot())['id']}")
    assert page.count("Revoir la partie") == 2  # on the button, and for the script that stops
    assert "Rejouer" not in page


def test_pieces_are_handed_out_in_bounded_batches(teacher) -> None:
    played_at_random(teacher.live, Setup("occe_child", players_at((1, 3), NAMES), games=9), 3, 30)
    game = teacher.live.snapshot().id
    assert len(teacher.live.lines(game)) > 45
    assert teacher.page(f"/partie/{game}/moments?pas=2").count("<template") == 8
    some = teacher.page(f"/partie/{game}/moments?pas=3&tous=7")
    assert '<template data-moment="3">' in some
    assert '<template data-moment="10">' in some
    assert '<template data-moment="4">' not in some


def test_the_running_game_is_everybodys_and_earlier_ones_the_teachers(teacher) -> None:
    first = teacher.live.snapshot().id
    teacher.live.new_game(Setup("occe_child", players_at((1,), ("Zoé",))))
    second = teacher.live.snapshot().id
    onlooker = teacher.app.test_client()
    assert onlooker.get("/partie").location == f"/partie/{second}"
    assert onlooker.get(f"/partie/{second}").status_code == 200
    for path in (f"/partie/{first}", f"/partie/{first}/diplome.pdf", f"/partie/{first}/partie.txt"):
        assert onlooker.get(path).location == f"/login?back={path}"  # the code leads back
    assert onlooker.get(f"/partie/{first}/moments").status_code == 401
    assert teacher.client.get(f"/partie/{first}").status_code == 200
    assert teacher.client.get("/partie/999").status_code == 404


def test_without_a_game_the_way_leads_to_the_table(visitor) -> None:
    assert visitor.client.get("/partie").location == "/"


def test_a_moments_board_shows_the_player_and_points() -> None:
    setup = Setup("occe_child", players_at((1, 3), NAMES))
    lines = [
        {"event": "game_started", "t": 0.0},
        {"event": "roll_settled", "t": 1.0, "player": 2, "seat": 3, "dice": [6, 3], "sure": 1.0},
        {"event": "tile_flipped", "t": 2.0, "player": 2, "seat": 3, "tile": 9, "state": "closed"},
        {"event": "move_accepted", "t": 65.2, "player": 2, "seat": 3, "closed": [9], "open": [1, 2, 3, 4, 5, 6, 7, 8]},
    ]
    told = moments(setup, lines, "fr")
    assert told[-1].clock == "1:05"
    board = moment_board(setup, told[2], "fr")
    frame = next(frame for frame in board.frames if frame.seat == 3)
    assert frame.turn
    assert not frame.playable
    assert [tile.state for tile in frame.tiles][-1] == "provisional"
    after = moment_board(setup, told[3], "fr")
    assert next(frame for frame in after.frames if frame.seat == 3).points == "36 points"
    assert [die.value for die in after.dice] == [6, 3]


def test_crops_are_found_by_their_moment_until_forgotten() -> None:
    crops = Crops()
    assert crops.at(1, 2.0) == ()
    crops._reported[(1, 2.0)] = ["1-0", "1-1"]
    assert crops.at(1, 2.0) == ()
    crops._pictures.update({"1-0": b"a", "1-1": b"b"})
    assert crops.at(1, 2.0004) == ("1-0", "1-1")
    assert crops.at(2, 2.0) == ()


def test_a_throw_shows_its_photographs_while_in_memory(teacher) -> None:
    teacher.live.act(Throw(dice=(4, 2)))
    game = teacher.live.snapshot().id
    line = next(one for one in teacher.live.lines(game) if one["event"] == "roll_settled")
    path = f"/partie/{game}?pas={steps_of(teacher.live, game).index(line) + 1}"
    assert "/crops/" not in teacher.page(path)
    teacher.live._crops._reported[(game, line["t"])] = ["7-0", "7-1"]
    teacher.live._crops._pictures.update({"7-0": b"a", "7-1": b"b"})
    page = teacher.page(path)
    assert "/crops/7-0.jpg" in page
    assert "/crops/7-1.jpg" in page
    assert "/crops/" not in teacher.page(f"/partie/{game}?pas=1")


def test_what_thirty_tablets_look_at_is_read_and_drawn_once(teacher, monkeypatch: pytest.MonkeyPatch) -> None:
    played_at_random(teacher.live, Setup("occe_child", players_at((1, 3), NAMES), games=2), 3, 8)
    game, read, drawn = teacher.live.snapshot().id, [], []
    lines = teacher.live.lines
    monkeypatch.setattr(teacher.live, "lines", lambda number: read.append(number) or lines(number))

    def counted(setup, moment, *given):
        drawn.append(moment.number)
        return moment_board(setup, moment, *given)

    monkeypatch.setattr("webui.site.pages.played.moment_board", counted)
    paths = (f"/partie/{game}?pas=2", f"/partie/{game}/moments?pas=2")
    first = [teacher.page(path) for path in paths]
    for _ in range(30):
        browser = teacher.app.test_client()
        browser.set_cookie("language", "fr")
        assert browser.get(paths[1]).text == first[1]
        assert browser.get(paths[0]).status_code == 200
    assert (read, drawn) == ([game], list(range(2, 10)))
    teacher.live.act(Throw((6, 2)) if sent(teacher.live.snapshot())["due"]["what"] == "throw" else Undo())
    count = sum(line["event"] not in ON_THE_WAY for line in lines(game))
    assert f"/ {count}<" in teacher.page(paths[0])  # what came since is told
    assert (read, drawn) == ([game, game], list(range(2, 10)))


def test_what_is_drawn_for_all_holds_nobodys_token(teacher) -> None:
    teacher.live.act(Throw((6, 2)))
    game = teacher.live.snapshot().id
    assert "csrf" not in teacher.page(f"/partie/{game}/moments?pas=1")
    for name, seats in (("backgammon", (1, 2)), ("trente", (1, 2)), ("tock", (1, 2, 3, 4))):
        teacher.live.new_game(Setup(name, players_at(seats)))
        assert "csrf" not in teacher.page(f"/partie/{sent(teacher.live.snapshot())['id']}/moments?pas=1")


def test_of_an_erased_game_nothing_that_was_drawn_is_left(teacher) -> None:
    game, place = teacher.live.snapshot().id, teacher.app.extensions["piste"]
    assert teacher.client.get(f"/partie/{game}").status_code == 200
    assert (len(place.game_pages), len(place.boards)) == (1, 1)
    assert teacher.post("/enseignant/effacer/partie", game=game, sure="1").location == "/enseignant"
    assert (len(place.game_pages), len(place.boards)) == (0, 0)
    assert teacher.client.get(f"/partie/{game}").status_code == 404


def test_a_reader_steps_by_throws_and_moves(teacher) -> None:
    teacher.does(Throw(dice=(4, 2)), CloseTiles(tiles=(2, 4)), Next())
    game = teacher.live.snapshot().id
    told = steps(moments(teacher.live.stored_game(game)[1].setup, teacher.live.lines(game), "fr"))
    assert [(one.number, one.event) for one in told] == [(1, "game_started"), (2, "roll_settled"), (3, "move_accepted")]
    assert told[-1].open[0] == frozenset({1, 3, 5, 6, 7, 8, 9})
    assert "roulent" not in teacher.words(f"/partie/{game}")


@pytest.mark.parametrize("form", ["txt", "record", "json", "csv", "ods"])
def test_a_game_is_taken_along_from_its_page(teacher, form: str) -> None:
    teacher.live.act(Throw(dice=(4, 2)))
    game = teacher.live.snapshot().id
    path = f"/partie/{game}/partie.{form}"
    assert path in teacher.page(f"/partie/{game}")
    answer = teacher.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="piste-{game}.{form}"'
    if form == "txt":
        assert "Léa lance 4 et 2." in answer.get_data(as_text=True)
    if form == "record":
        assert from_lines(answer.get_data(as_text=True).splitlines()).match == teacher.live.match(game)


def test_a_match_of_backgammon_is_taken_along_for_other_programs(teacher) -> None:
    teacher.live.new_game(Setup("backgammon", players_at((1, 2), ("Ana", "Bob")), "Backgammon international"))
    for dice in ((5,), (2,)):
        teacher.live.act(Throw(dice=dice))
    teacher.does(PlayMove(sent(teacher.live.snapshot())["legal"][0]), Next())
    game = teacher.live.snapshot().id
    assert "52:" in teacher.page(f"/partie/{game}/partie.mat")
    assert "GM[6]" in teacher.page(f"/partie/{game}/partie.sgf")


def test_a_position_of_backgammon_is_shown_for_other_programs(teacher) -> None:
    teacher.live.new_game(Setup("backgammon", players_at((1, 2), ("Ana", "Bob")), "Backgammon international"))
    for dice in ((6,), (3,)):
        teacher.live.act(Throw(dice))
    game = teacher.live.snapshot().id
    pages = [teacher.page(f"/partie/{game}?pas={number}") for number in (1, 3)]
    assert "XGID" not in pages[0]
    assert "<code>4HPwATDgc/ABMA</code> <code>XGID=-b----E-C---eE---c-e----B-:0:0:1:63:" in pages[1]


def test_a_game_is_offered_only_in_suitable_formats(teacher) -> None:
    game = teacher.live.snapshot().id
    assert teacher.client.get(f"/partie/{game}/diplome.pdf").status_code == 404
    for form in ("mat", "sgf", "exe", "certificate"):
        assert teacher.client.get(f"/partie/{game}/partie.{form}").status_code == 404
    assert teacher.client.get("/partie/999/partie.txt").status_code == 404
    assert teacher.client.get(f"/partie/{10**20}/partie.txt").status_code == 404
