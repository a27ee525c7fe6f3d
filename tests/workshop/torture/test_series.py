"""A series is played to its end, and each of its games has its cost."""

from workshop.torture.series import series


def test_each_game_of_a_series_has_its_cost() -> None:
    costs = list(series(2))
    assert [one.game for one in costs] == [1, 2]
    assert costs[0].over(costs[0]) == 1
    assert min(costs[1].throw, costs[1].close, costs[1].go_on) > 0
