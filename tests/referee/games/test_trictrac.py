"""Le Tric Trac between the throws: parties, points, prolongation, refusals, by the phrases of S1."""

import json
from typing import Any

import pytest
from each import each
from outcome_texts import ended

from referee.core import CHANCE, Foul, Left, Placed, Roll, SetUp
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games.arrows import ArrowGame, ArrowState, Play, Say
from referee.games.trictrac import TricTrac

GAME = TricTrac()
PROLONG, RESTART = Say("prolong"), Say("restart")
PONT = {str(arrow): 2 for arrow in range(7, 13)} | {"2": 3}


def begun(game: TricTrac = GAME, given: tuple[int, ...] = (), **fields: Any) -> ArrowState:
    """A position: the men of both by their own numbers, White to throw; men that are not named are off."""
    for colour in ("white", "black"):
        men = dict(fields.get(colour, {"1": 15}))
        fields[colour] = men | {"off": 15 - sum(men.values())}
    state: ArrowState = game.apply(game.start((1, 2), given), SetUp(json.dumps({"player": 1} | fields)))
    return state


def after(state: ArrowState, *events: str, game: TricTrac = GAME) -> ArrowState:
    """The state after throws such as "4 2" and plays such as "8/12+10/12"."""
    for event in events:
        dice = event.replace(" ", "").isdigit()
        roll = Roll(tuple(int(die) for die in event.split())) if dice else None
        state = game.apply(state, roll or game.from_text(event))
    return state


def men(state: ArrowState, player: int, game: TricTrac = GAME) -> dict[str, int]:
    """Where a player's men stand, by his own numbers."""
    report: dict[str, dict[str, int]] = json.loads(game.position(state))
    return report[("white", "black")[player]]


# Throws.


@each(
    ("white", "black", "house", "reason"),
    [
        ({"9": 1, "11": 1}, {"1": 15}, {}, ""),
        ({"9": 1, "11": 1, "12": 2}, {"1": 15}, {}, "taken"),
        ({"9": 1, "11": 1, "1": 1}, {"1": 15}, {}, "entering"),
        ({"8": 1, "9": 1, "10": 1, "11": 1}, {"1": 15}, {}, "direct"),
        ({"9": 1, "10": 1}, {"1": 15}, {}, "alone"),
        ({"9": 1, "11": 1}, {"12": 2}, {}, ""),
        ({"9": 1, "11": 1}, {"12": 2}, {"puissance": "opp_empty"}, "opposed"),
    ],
)
def test_the_privilege(
    white: dict[str, int], black: dict[str, int], house: dict[str, str], reason: str
) -> None:
    """ "lorsqu'il ne peut réussir ce coup avec d'autres dames" """
    game = TricTrac(**house)  # type: ignore[arg-type]  # options by name
    state = after(begun(game, white=white, black=black), "4 2", game=game)
    assert game.throws.denied(state.table.men, (4, 2)) == reason
    play = game.from_text("9/12+11/12")
    foul = game.move_refusal(state, play)
    if not reason:
        assert foul is None
        assert men(game.apply(state, play), 0, game)["12"] == 2
    else:
        assert foul is not None
        assert foul.expected == game.legal(state)


@pytest.mark.parametrize("play", ["12/17+8/12", "8/12+12/17"])
def test_where_two_stand_one_may_leave_while_another_comes(play: str) -> None:
    """ "L'ordre dans lequel on réalise ses coups n'a pas d'importance" """
    state = after(begun(white={"8": 1, "12": 2}), "5 4", play)
    assert men(state, 0) == {"17": 1, "12": 2, "off": 12}


def test_the_last_two_leave_together_and_both_capture() -> None:
    """ "ne peuvent être retirées qu'ensemble": the point that wins does not part them."""
    state = after(
        begun(white={"12": 2}, black={"9": 1, "7": 1, "1": 13}, score=[11, 0]), "4 6", "12/16+12/18"
    )
    assert GAME.scores(state) == (13, 0)
    assert (state.results[-1].points, state.results[-1].how) == (4, "quadruple")


def test_twelve_points_end_the_throw() -> None:
    """ "même si ceci se produit par le premier de ses deux coups" """
    state = after(begun(white={"3": 2}, black={"18": 1, "1": 14}, score=[11, 7]), "4 3")
    assert GAME.to_text(GAME.from_text("3/7")) in {GAME.to_text(move) for move in GAME.legal(state)}
    state = after(state, "3/7")
    assert GAME.scores(state) == (12, 7)
    assert GAME.awaits(state).actor == 0  # type: ignore[union-attr]  # the winner chooses
    assert state.results[-1].points == 1


@each(
    ("pont", "dice", "play", "points"),
    [
        ("each_throw", "1 1", "2/3+2/3", 2),
        ("each_throw", "1 2", "2/3+2/4", 2),
        ("each_turn", "1 1", "2/3+2/3", 0),
        ("each_turn", "1 2", "2/3+2/4", 2),
        ("each_throw", "1 2", "7/8+2/4", 0),
    ],
)
def test_the_grand_pont(pont: str, dice: str, play: str, points: int) -> None:
    """ "Ce pont rapporte 2 points" """
    game = TricTrac(pont=pont)
    state = after(begun(game, white=PONT), dice, play, game=game)
    assert game.scores(state) == (points, 0)
    assert ended(game, state, state) == ((f"1 scores, pont {points}, total {points} 0",) if points else ())


def test_the_grand_pont_counts_where_nothing_can_be_played() -> None:
    """His rubans and his bosse lie six points before every man of hers."""
    white = {str(arrow): 2 for arrow in range(7, 12)} | {"12": 5}
    black = {str(arrow): 2 for arrow in range(7, 12)} | {"1": 5}
    state = after(begun(white=white, black=black), "6 6")
    assert GAME.scores(state) == (2, 0)
    assert ended(GAME, state, state) == ("1 passes, no_move, dice 6 6", "1 scores, pont 2, total 2 0")


def test_a_doublet_throws_again_also_after_a_pass() -> None:
    """ "mais le joueur rejette les dés" """
    state = after(begun(white={"23": 1}), "6 6")
    due = GAME.awaits(state)
    assert due is not None
    assert (due.actor, due.player, due.dice) == (CHANCE, 0, 2)
    assert ended(GAME, state, state) == ("1 passes, not_exact, dice 6 6",)
    assert GAME.awaits(after(begun(white={"23": 1}), "6 5")).player == 1  # type: ignore[union-attr]


@each(
    ("white", "black", "dice", "play", "rule", "values"),
    [
        ({"1": 2, "5": 1}, {}, "4 2", "5/9+1/3", "enter_first", (2, "1")),
        ({"5": 1, "6": 1}, {}, "4 2", "7/9+5/9", "no_man_there", ("7",)),
        ({"8": 1, "5": 1}, {}, "4 2", "8/12+5/7", "bosse_by_two", ("12",)),
        ({"8": 1, "5": 1}, {}, "4 2", "8/12", "bosse_by_two", ("12",)),
        ({"12": 2, "5": 1}, {}, "4 2", "12/16+5/7", "bosse_last_two", ("12",)),
        ({"9": 1, "5": 1}, {}, "4 2", "9/13+5/7", "bosse_closed", ("12A", "12")),
        ({"9": 2, "5": 1}, {}, "4 2", "9/12+5/7", "privilege_denied", ((4, 2), "12", "12A", "alone")),
        (
            {"8": 1, "9": 1, "10": 1, "11": 1},
            {},
            "4 2",
            "9/12+11/12",
            "privilege_denied",
            ((4, 2), "12", "12A", "direct"),
        ),
        (
            {"9": 1, "11": 1, "12": 2},
            {},
            "4 2",
            "9/12+11/12",
            "privilege_denied",
            ((4, 2), "12", "12A", "taken"),
        ),
        ({"5": 1, "6": 1}, {"16": 2}, "4 2", "5/9+6/8", "arrow_held", ("9", 2)),
        ({"22": 1, "6": 1}, {}, "4 3", "22/off+6/10", "home_exact", ((4, 3), "3A", 2)),
        ({"5": 1, "6": 1}, {}, "4 2", "5/10", "no_die_for_it", ((4, 2), "5", "10", 5)),
        ({"5": 1, "6": 1}, {}, "4 2", "6/2+5/7", "wrong_way", ("6", "2")),
        ({"5": 1, "6": 1}, {}, "4 2", "5/9", "more_possible", ((4, 2), 1, 2)),
        ({"5": 1, "6": 1}, {}, "4 2", "prolong", "not_now", ("prolong",)),
        ({"5": 1, "6": 1}, {}, "4 2", "5/9+6/8+8/9", "dice_used_up", ((4, 2),)),
    ],
)
def test_a_refusal_names_the_rule(
    white: dict[str, int], black: dict[str, int], dice: str, play: str, rule: str, values: tuple[Any, ...]
) -> None:
    state = after(begun(white=white, black=black or {"1": 15}), dice)
    foul = GAME.move_refusal(state, GAME.from_text(play))
    assert foul is not None
    assert (foul.rule, tuple(value for _, value in foul.values)) == (rule, values)
    assert foul.expected == GAME.legal(state)


def test_black_is_refused_by_what_is_printed() -> None:
    state = begun(black={"9": 1, "5": 1}, player=2, dice=[4, 2])
    foul = GAME.move_refusal(state, GAME.from_text("9/13+5/7"))
    assert foul == Foul("bosse_closed", (("arrow", "12"), ("own", "12A")), GAME.legal(state))


@pytest.mark.parametrize(
    ("white", "black", "dice", "reason"),
    [
        ({"1": 1, "9": 2}, {"21": 2, "19": 2}, "3 5", "no_entry"),
        ({"23": 1, "22": 2}, {"1": 15}, "4 6", "not_exact"),
        ({"11": 2}, {"9": 2, "1": 13}, "2 5", "no_move"),
    ],
)
def test_a_pass_is_explained(white: dict[str, int], black: dict[str, int], dice: str, reason: str) -> None:
    state = after(begun(white=white, black=black), dice)
    assert ended(GAME, state, state) == (f"1 passes, {reason}, dice {dice}",)


def tried(game: TricTrac, state: ArrowState) -> set[Play]:
    """Every play of one or two steps that follows the dice, legal or not."""
    result = set()
    for first, rest in (state.dice, state.dice[::-1]):
        for step, way in game.walk.steps(state.table, first):
            result |= {Play((step,))} | {Play((step, other)) for other, _ in game.walk.steps(way, rest)}
    return result


@pytest.mark.parametrize("house", [{}, {"home": "overshoot", "puissance": "opp_empty"}])
def test_a_play_is_legal_if_its_end_is(house: dict[str, Any], steps: Any) -> None:
    game = TricTrac(**house)
    denied = 0
    for state, _, _ in steps(game, (1, 2), 5, 150)[120:]:
        legal = {game.apply(state, move) for move in game.legal(state)}
        for play in sorted(tried(game, state), key=game.to_text) if state.dice else ():
            end = game.end_of(state, play)
            assert end == ArrowGame.end_of(game, state, play)
            assert (end is None) == (game.move_refusal(state, play) is not None)
            assert end is None or game.apply(state, play) in legal
            denied += end is None
    assert denied > 100


# Parties.


def won(game: TricTrac = GAME, score: tuple[int, int] = (11, 4), given: tuple[int, ...] = ()) -> ArrowState:
    """White has just won a party by two points."""
    state = begun(game, given, white={"23": 1, "22": 1, "5": 3}, black={"4": 2, "1": 3}, score=list(score))
    return after(state, "1 2", "23/off+22/off" if score[0] < 11 else "23/off", game=game)


def test_the_winner_says_how_the_next_party_begins() -> None:
    """ "Le gagnant peut exiger que la prochaine partie soit recommencée" """
    state = won()
    assert GAME.legal(state) == (RESTART, PROLONG)
    for event in (Roll((1, 2)), GAME.from_text("5/6")):
        with pytest.raises(IllegalMove, match="must_answer"):
            GAME.apply(state, event)
    anew = GAME.apply(state, RESTART)
    assert GAME.appearance(anew) == GAME.appearance(GAME.start((1, 2)))
    assert dict(GAME.leftover(anew))["arrow-5"] == "white x 3"
    on = GAME.apply(state, PROLONG)
    assert men(on, 0) == {"22": 1, "5": 3, "off": 11}
    for begun_so in (anew, on):
        assert GAME.scores(begun_so) == (0, 0)
        assert GAME.awaits(begun_so) == GAME.awaits(begun(white={"1": 15}))


@each(
    ("say", "given", "points"),
    [
        (RESTART, (), (0, 0)),
        (PROLONG, (), (0, 0)),
        (RESTART, (0, 5), (0, 5)),
        (PROLONG, (0, 5), (0, 5)),
        (PROLONG, (3, 0), (3, 0)),
    ],
)
def test_handicaps_are_there_at_the_start_of_each_party(
    say: Say, given: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert GAME.scores(GAME.start((1, 2), given)) == (given or (0, 0))
    assert GAME.scores(GAME.apply(won(given=given), say)) == points


@pytest.mark.parametrize(("say", "points"), [(RESTART, (0, 0)), (PROLONG, (2, 0))])
def test_the_excess_is_kept_in_a_prolonged_party(say: Say, points: tuple[int, int]) -> None:
    """ "Si la partie est prolongée, le gagnant aura à son actif les points dépassant le nombre 12" """
    state = begun(white=PONT | {"2": 2, "23": 1}, score=[11, 0])
    state = after(state, "1 2", "23/off")
    assert GAME.scores(state) == (14, 0)
    assert GAME.scores(GAME.apply(state, say)) == points


def test_all_men_off_are_piled_up_between_two_throws() -> None:
    """ "elles sont placées, empilées en 3 talons sur la flèche de départ; cela n'est pas compté comme un coup" """
    state = after(begun(white={"23": 1, "20": 1}, black={"3": 2, "1": 13}), "1 4", "23/off+20/off")
    assert men(state, 0) == {"1": 15}
    assert GAME.leftover(state) == {"arrow-1": "empty", "off-white": "white x 15"}
    assert ended(GAME, state, state) == ("1 scores, home 2, total 2 0", "1 restacks")
    assert men(after(state, "1 2", "1/2+2/4", "3 3"), 0) == {"1": 15}


def test_men_are_piled_up_after_the_choice_to_prolong() -> None:
    state = after(begun(white={"23": 1}, score=[11, 0]), "1 5", "23/off")
    assert GAME.appearance(state)["off-white"] == "white x 15"
    on = GAME.apply(state, PROLONG)
    assert men(on, 0) == {"1": 15}
    assert GAME.leftover(on) == {"arrow-1": "empty", "off-white": "white x 15"}


@each(
    ("his", "value", "over"), [(0, 4, True), (2, 3, True), (3, 2, False), (6, 2, False), (7, 1, False)]
)
def test_a_match_is_won_by_parties_each_by_its_value(his: int, value: int, over: bool) -> None:
    """ "la partie compte double ... triple ... 4 fois plus" """
    game = TricTrac(games=3, stake=5)
    state = won(game, (11, his))
    assert game.totals(state) == (value, 0)
    assert game.payments(state) == (5 * value, -5 * value)
    assert game.winners(state) == ((0,) if over else ())
    assert ended(game, state, state)[1].startswith("game 1: won by 1, ")


def test_who_leaves_loses_the_match() -> None:
    state = GAME.apply(after(won(), "restart"), Left(0))
    assert (GAME.winners(state), GAME.totals(state)) == ((1,), (2, 1))
    assert ended(GAME, state, state) == ("game 2: won by 2, left, 1 point", "match won by 2")


# A person's word, and positions.


def test_a_persons_word_moves_men_and_makes_no_points() -> None:
    state = after(begun(white={"23": 1, "5": 2}, black={"4": 1, "1": 4}), "1 2")
    word = Placed((("arrow-2A", "empty"), ("off-white", "white x 13")))
    stood = GAME.apply(state, word)
    assert GAME.scores(stood) == (0, 0)
    assert GAME.awaits(stood).player == 1  # type: ignore[union-attr]
    for spaces in (
        (("arrow-1A", "white x 1"), ("arrow-2A", "empty")),
        (("arrow-5", "black x 2"), ("arrow-3", "white x 2")),
        (("arrow-5", "empty"),),
        (("arrow-4A", "white x 1"), ("off-white", "white x 13")),
    ):
        with pytest.raises(BadPlace, match="expected"):
            GAME.apply(state, Placed(spaces))


@each(
    "wrong",
    [
        {"score": [12, 0]},
        {"score": [0, 12]},
        {"score": [100, 0], "asked": "party"},
        {"score": [3]},
        {"score": "3"},
        {"asked": "party"},
        {"asked": "double"},
        {"asked": "party", "score": [12, 0]},
        {"white": {"24": 15}},
        {"white": {"bar": 15}},
        {"white": {"5": 15}, "black": {"20": 15}},
        {"results": [{"winner": 1, "points": 12, "how": "single"}]},
        {"results": [{"winner": 1, "points": 1, "how": "gammon"}]},
    ],
)
def test_positions_that_no_match_goes_on_from_are_refused(wrong: dict[str, Any]) -> None:
    fields = {"white": {"1": 15}, "black": {"1": 15}, "player": 1} | wrong
    with pytest.raises(BadStart, match="expected"):
        GAME.apply(GAME.start((1, 2)), SetUp(json.dumps(fields)))


@pytest.mark.parametrize(("player", "score"), [(1, [12, 3]), (2, [3, 13])])
def test_a_position_in_which_the_winner_must_choose(player: int, score: list[int]) -> None:
    results = [{"winner": player, "points": 2, "how": "double"}]
    state = begun(asked="party", score=score, results=results, player=player)
    assert GAME.legal(state) == (RESTART, PROLONG)
    assert GAME.awaits(state).actor == player - 1  # type: ignore[union-attr]
    assert GAME.scores(GAME.apply(state, PROLONG))[player - 1] == max(score) - 12
