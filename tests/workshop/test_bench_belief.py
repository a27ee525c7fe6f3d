"""What a step of the belief costs, in small: which games are measured, and that a look is one."""

from math import isclose

from each import each

from workshop.bench.belief import UNSEEN, belief_rows, dice
from workshop.simulate.game import FILMED, PLAYED


def test_every_game_at_the_table_has_a_median_and_a_worst() -> None:
    rows = {row.key: row for row in belief_rows(0.05, plays=1, throws=2)}
    names = [*dict.fromkeys(PLAYED[name][0] for name in FILMED), *UNSEEN]
    assert list(rows) == [f"belief_{which}{name}" for name in names for which in ("", "worst_")]
    for name in names:
        usual, worst = rows[f"belief_{name}"], rows[f"belief_worst_{name}"]
        assert usual.value is not None
        assert worst.value is not None
        assert 0 < usual.value <= worst.value
        assert usual.unit == worst.unit == "A"
        assert isclose(usual.target or 0, 1 / 25)
        assert isclose(worst.target or 0, 1 / 2)


@each("name", UNSEEN)
def test_dice_are_thrown_and_men_moved(name: str) -> None:
    assert len(list(dice(name, 3))) == 12
