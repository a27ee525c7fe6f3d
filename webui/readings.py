"""An observation as the JSON that `piste read` prints."""

from __future__ import annotations

from vision.men.look import ArrowSeen, MenSeen
from vision.observation import BoardSeen, Die, Observation, Piece


def reading(observation: Observation, shape: tuple[int, ...]) -> dict[str, object]:
    """The keys of one line of `piste read`, without `file`; `shape` is (H, W, ...) of the picture."""
    return {
        "width": shape[1],
        "height": shape[0],
        "board": board_json(observation.board) if observation.board else None,
        "dice": [die_json(die) for die in observation.dice],
        "tiles": [tile_json(piece) for piece in observation.pieces],
        "hands": bool(observation.hands),
        "abstains": sorted(observation.abstains),
        "warnings": sorted(observation.warnings),
    }


def men_reading(observation: Observation, men: MenSeen | None, shape: tuple[int, ...]) -> dict[str, object]:
    """The same for a board of arrows; `observation` is of its dice. Bar, men borne off and cube are not read yet."""
    plain = reading(observation, shape)
    board = None if men is None else {
        "layout": "arrows", "corners": [_rounded(corner) for corner in men.leaves.outline], "oriented": False,
        "sure": round(men.leaves.sure, 3),
    }  # fmt: skip
    doubts = {"board"} if men is None else {"arrows"} if men.doubtful else set()
    more = {"board": board, "arrows": [] if men is None else [arrow_json(arrow) for arrow in men.arrows],
            "bar": None, "off": None, "cube": None, "abstains": sorted(observation.abstains | doubts)}  # fmt: skip
    return {name: value for name, value in plain.items() if name != "tiles"} | more


def arrow_json(arrow: ArrowSeen) -> dict[str, object]:
    """Arrow, colour, count, center (px), sure."""
    return {
        "arrow": arrow.name, "colour": arrow.colour, "count": arrow.count, "center": _rounded(arrow.center),
        "sure": round(arrow.sure, 3),
    }  # fmt: skip


def board_json(board: BoardSeen) -> dict[str, object]:
    """Layout, corners (px), oriented, sure."""
    corners = [_rounded(corner) for corner in board.corners]
    return {
        "layout": board.layout,
        "corners": corners,
        "oriented": board.oriented,
        "sure": round(board.sure, 3),
    }


def die_json(die: Die) -> dict[str, object]:
    """Value, state, box (px), sure, and `at` (mm) if a board is known."""
    at: dict[str, object] = {"at": _rounded(die.at)} if die.at else {}
    return {"value": die.value, "state": die.state, "box": _rounded(die.box), "sure": round(die.sure, 3)} | at


def tile_json(piece: Piece) -> dict[str, object]:
    """Player (the seat; 1 on a box), slot, number, reads, state, center (px), sure."""
    seat, _, slot = piece.space.rpartition("/")
    number = int(slot.removeprefix("slot-"))
    return {
        "player": int(seat.removeprefix("seat-")) if seat else 1,
        "slot": number,
        "number": number,
        "reads": piece.reads,
        "state": piece.kind,
        "center": _rounded(piece.center),
        "sure": round(piece.sure, 3),
    }


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(float(number), 1) for number in numbers]
