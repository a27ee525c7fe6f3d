"""Long values: a row is what a tuple of the same values is, and what was made of one is remembered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.values.remembered import by_identity
from referee.values.row import TOGETHER, LongRow, same_until

LENGTHS = st.integers(0, 3 * TOGETHER + 2)


@given(LENGTHS, st.integers(-5, 4 * TOGETHER), st.integers(-5, 4 * TOGETHER), st.integers(0, 2 * TOGETHER))
def test_a_row_is_what_a_tuple_of_its_values_is(length: int, first: int, end: int, more: int) -> None:
    values = tuple(range(length))
    row = LongRow.of(values)
    assert (row, len(row), tuple(row), hash(row), repr(row)) == (values, length, values, hash(values), repr(values))
    for part in (slice(first, end), slice(end), slice(first, None), slice(None, None, -1)):
        assert tuple(row[part]) == values[part]
    assert row.until(end) == values[: max(0, end)]
    assert row.then(-1) == (*values, -1)
    assert row.more(range(more)) == row.more(iter(range(more))) == (*values, *range(more))
    assert row == values
    if -length <= first < length:
        assert row[first] == values[first]
    else:
        with pytest.raises(IndexError):
            row[first]


def test_rows_that_diverge_share_their_common_part() -> None:
    row = LongRow.of(range(2 * TOGETHER + 5))
    first, second = row.then(1), row.then(2)
    assert first != second
    assert first.until(len(row)) == second.until(len(row)) == row
    assert LongRow.of(row) is row
    assert same_until(first, second, len(row))
    assert not same_until(first, second, len(first))
    assert not same_until(first, tuple(first), len(first) + 1)
    assert same_until(first, tuple(first), len(first))


def test_memory_is_by_identity_not_equality() -> None:
    made: list[tuple[int, ...]] = []

    @by_identity(4)
    def total(values: tuple[int, ...], more: int = 0) -> int:
        made.append(values)
        return sum(values) + more

    first, equal = (1, 2), tuple([1, 2])  # noqa: C409  # another value that is equal
    assert (total(first), total(first), total(equal), total(first, 3), total(first, 3)) == (3, 3, 3, 6, 6)
    assert [values is first for values in made] == [True, False, True]


def test_it_forgets_what_was_asked_for_longest_ago() -> None:
    made: list[int] = []

    @by_identity(2)
    def length(values: tuple[int, ...]) -> int:
        made.append(len(values))
        return len(values)

    longer = tuple((0,) * count for count in range(1, 4))
    assert [length(values) for values in (*longer, *longer[1:], longer[0])] == [1, 2, 3, 2, 3, 1]
    assert made == [1, 2, 3, 1]
