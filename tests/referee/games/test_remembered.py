"""What was made of a long value is remembered by which value it is."""

from referee.games.remembered import by_identity


def test_it_is_made_once_of_the_same_value_and_anew_of_an_equal_one() -> None:
    made: list[tuple[int, ...]] = []

    @by_identity(4)
    def total(values: tuple[int, ...], more: int = 0) -> int:
        made.append(values)
        return sum(values) + more

    one, equal = (1, 2), tuple([1, 2])  # noqa: C409  # another value that is equal
    assert (total(one), total(one), total(equal), total(one, 3), total(one, 3)) == (3, 3, 3, 6, 6)
    assert [values is one for values in made] == [True, False, True]


def test_it_forgets_what_was_asked_for_longest_ago() -> None:
    made: list[int] = []

    @by_identity(2)
    def length(values: tuple[int, ...]) -> int:
        made.append(len(values))
        return len(values)

    longer = tuple((0,) * count for count in range(1, 4))
    assert [length(values) for values in (*longer, *longer[1:], longer[0])] == [1, 2, 3, 2, 3, 1]
    assert made == [1, 2, 3, 1]
