"""Errors of the vision room.

VisionError
├── UnreadablePicture (ValueError)      a file or buffer that holds no picture
│   └── UnfitPicture                    a picture too small or too flat to show a table
├── UnknownLayout (LookupError)         no board of that name
├── BrokenLayout (ValueError)           a file that is no board's layout
├── WrongArea (ValueError)              four corners that go round no dice area
├── NoStart (ValueError)                no board of arrows, or one whose men do not stand as at the start
└── BrokenNetwork (RuntimeError)        an .onnx file that does not answer as its contract says
"""


class VisionError(Exception):
    """Root of everything that vision raises on purpose."""


class UnreadablePicture(VisionError, ValueError):
    """A file or buffer that holds no picture."""


class UnfitPicture(UnreadablePicture):
    """A picture too small or too flat to show a table."""


class UnknownLayout(VisionError, LookupError):
    """No board of that name."""


class BrokenLayout(VisionError, ValueError):
    """A file that is no board's layout."""


class WrongArea(VisionError, ValueError):
    """Four corners that go round no dice area."""


class NoStart(VisionError, ValueError):
    """Pictures that do not show the start position from which a board of arrows is learnt.

    Attributes:
        why: "no-board"; "one-colour" where no way to lie has lighter men where they belong; "men".
        arrow, expected, read: of "men", the arrow that stands most surely otherwise: "arrow-6", "white x 5", "empty".
        fits: how well the whole board fits that position (log); of no board, -inf.
    """

    def __init__(
        self, why: str, arrow: str = "", expected: str = "", read: str = "", fits: float = float("-inf")
    ) -> None:
        told = f"{arrow}: expected {expected}; read {read}" if arrow else f"expected a start position; got {why}"
        super().__init__(told)
        self.why, self.arrow, self.expected, self.read, self.fits = why, arrow, expected, read, fits


class BrokenNetwork(VisionError, RuntimeError):
    """An .onnx file that does not answer as its contract says."""
