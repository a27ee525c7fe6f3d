"""The texts of the printed sheets."""

from __future__ import annotations

from hardware.print.target import LINES
from hardware.print.words import SheetWords

from . import Words


def tags_sheet(w: Words) -> SheetWords:
    """The texts of the four corner tags."""
    return SheetWords(
        w.t("Piste: the four tags of the board"),
        (
            _full_size(w),
            w.t("Cut along the dashes: keep the white edge around the black square."),
            w.t("Lay each tag flat, just outside its corner; its arrow points to the middle of the board."),
        ),
        _ruler(w),
        (
            w.t("Tag 0: the corner at the left hand of place 1"),
            w.t("Tag 1: the next corner, clockwise"),
            w.t("Tag 2: the next corner"),
            w.t("Tag 3: the last corner, at the right hand of place 1"),
        ),
    )


def board_sheets(w: Words) -> SheetWords:
    """The texts of the board and its tiles."""
    return SheetWords(
        w.t("Piste: the board to print"),
        (
            _full_size(w),
            w.t("Cut along the dashes."),
            w.t("Lay each sheet on the dotted line of the sheet that bears the same letter, and glue."),
            w.t("The tags at the four corners belong to the board: do not cut them off."),
        ),
        _ruler(w),
        (
            *(w.t("The board, sheet %(number)s of 9", number=number) for number in range(1, 7)),
            *(w.t("The tiles, sheet %(number)s of 9", number=number) for number in range(7, 10)),
            w.t("glue under the next sheet"),
            w.t(
                "Cut out, fold on the dotted line, glue back to back; a piece of card between makes them stiff."
            ),
        ),
    )


def box_sheets(w: Words) -> SheetWords:
    """The texts of the box with nine tiles."""
    return SheetWords(
        w.t("Piste: the box to fold"),
        (
            _full_size(w),
            w.t(
                "Cut the tiles apart up to the strip. Fold each pale number behind the brown one "
                "and glue the two together."
            ),
            w.t(
                "Glue the strip into the tray. Open, a tile leans against the far wall; "
                "closed, it lies on the floor, brown side up."
            ),
        ),
        _ruler(w),
        (
            w.t(
                "The box, sheet 1 of 2: cut along the dashes, fold the walls up, glue the tabs inside the long walls."
            ),
            w.t("The box, sheet 2 of 2"),
            w.t("the strip with the tiles is glued here"),
            w.t("glue"),
        ),
    )


def seat_cards(w: Words) -> SheetWords:
    """The texts of the four cards with the places' colours."""
    return SheetWords(
        w.t("Piste: a card for each place"),
        (w.t("Cut along the dashes, fold on the dotted line, and stand each card behind its frame."),),
        _ruler(w),
        tuple(w.t("Place %(number)s", number=number) for number in range(1, 5)),
    )


def table_sheet(w: Words) -> SheetWords:
    """The texts of the sheet that lets tablets in."""
    return SheetWords(
        w.t("Piste: the table on your tablet"),
        (w.t("Point the tablet's camera at the square, or type the address."),),
        _ruler(w),
        (w.t("The table's code"),),
    )


def target(w: Words) -> SheetWords:
    """The texts of the sheet for setting up the camera."""
    return SheetWords(
        w.t("Piste: the camera's target"),
        (
            _full_size(w),
            w.t("Lay this sheet where the board will lie, and look at the camera's picture."),
            w.t("Light is right when all greys differ."),
            w.t("The height is right when the lines of 1 mm can be told apart, for dice of 16 mm."),
        ),
        _ruler(w),
        (
            w.t("Focus: the grey spot in the middle of the star is as small as it gets"),
            w.t("Lines: which can be told apart?"),
            w.t("Greys and colours"),
            w.t("Dice: can the pips be counted on those of the size of yours?"),
            *(f"{w.amount(width)} mm" for width in LINES),
        ),
    )


def _full_size(w: Words) -> str:
    return w.t("Print at 100 % (actual size), on matt paper.")


def _ruler(w: Words) -> str:
    return w.t("This line must measure 100 mm")
