"""The worked examples of the rule sheets: S0, the OCCE leaflet; S3, Tric-Trac Royal. The quotes decide."""

from each import each

from referee.core import CHANCE, Roll
from referee.games import profile
from referee.games.tiles import Close, TileGame, TileState

FULL = frozenset(range(1, 10))


def closings(game: TileGame, open_tiles: set[int] | frozenset[int], *dice: int) -> set[tuple[int, ...]]:
    return set(game.closings(frozenset(open_tiles), dice))


@each(
    ("open_tiles", "dice", "expected"),
    [
        (FULL, (4, 2), {(2, 4), (6,)}),  # "fermer les cases 4 et 2 ... ou fermer la case 6 (4+2)"
        (FULL - {4}, (4, 2), {(2,), (6,)}),  # "une seule d'entre elles si une des deux est déjà fermée"
        (FULL - {2}, (4, 2), {(4,), (6,)}),
        (FULL - {2, 6}, (4, 2), {(4,)}),
        (FULL - {2, 4, 6}, (4, 2), set()),  # "au moment où on ne peut plus fermer de case"
        (FULL, (6, 5), {(5, 6)}),  # no tile 11
        (FULL, (3, 3), {(3,), (6,)}),  # there is one tile 3
        ({1, 2, 4}, (4,), {(4,)}),  # "on ne lance plus qu'un seul dé"
    ],
)
def test_occe_child(
    open_tiles: frozenset[int], dice: tuple[int, ...], expected: set[tuple[int, ...]]
) -> None:
    assert closings(profile("OCCE enfant"), open_tiles, *dice) == expected


def test_occe_adult() -> None:
    """ "la case 8, ou les cases 6 et 2, ou les cases 4, 3 et 1 ou les cases 7 et 1, etc..." """
    named = {(8,), (2, 6), (1, 3, 4), (1, 7)}
    assert closings(profile("OCCE adulte"), FULL, 6, 2) == named | {(3, 5), (1, 2, 5)}


def played(game: TileGame, state: TileState, *turns: tuple[tuple[int, ...], tuple[int, ...]]) -> TileState:
    """The state after throws and the closings made with them; () where nothing can be closed."""
    for dice, tiles in turns:
        state = game.apply(state, Roll(dice))
        state = game.apply(state, Close(tiles)) if tiles else state
    return state


def test_royal() -> None:
    """ "Ils sont le 4, le 5 et le 6 qui, ensemble, font 15" """
    game = profile("Tric-Trac Royal")
    throws = (((6, 3), (9,)), ((6, 5), (8, 3)), ((4, 5), (7, 2)), ((1, 1), (1,)))
    state = played(game, game.start((1, 2)), *throws)
    assert game.open_tiles(state, 0) == (4, 5, 6)
    assert game.scores(state)[0] == 15


def test_one_die_once_7_8_and_9_are_shut() -> None:
    """ "Lorsque les cases 7, 8 et 9 sont fermées, on ne lance plus qu'un seul dé" """
    game = profile("OCCE enfant")
    state = played(game, game.start((1,)), ((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)))
    due = game.awaits(state)
    assert due is not None
    assert (due.actor, due.dice) == (CHANCE, 1)


def test_the_game_stops_when_nothing_can_be_closed() -> None:
    """ "On additionne les points des cases non fermées pour connaître son score" """
    game = profile("OCCE enfant")
    state = played(game, game.start((1,)), ((6, 3), (9,)), ((6, 3), (6, 3)), ((6, 3), ()))
    assert state.last_passed is not None
    assert (state.last_passed.score, state.last_passed.forced) == (27, True)
    assert game.winners(state) == (0,)
