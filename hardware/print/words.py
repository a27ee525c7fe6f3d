"""The texts of a sheet, which the caller translates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SheetWords:
    """The texts of one kind of sheet.

    Attributes:
        title: the largest line of its pages, and the title of the file.
        advice: lines below it: how it is printed, cut, joined.
        ruler: what stands below the ruler.
        labels: what is written at its parts, in the order that the function which draws it tells.
    """

    title: str
    advice: tuple[str, ...]
    ruler: str
    labels: tuple[str, ...] = ()
