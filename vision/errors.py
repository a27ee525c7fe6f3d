"""Errors of the vision room.

VisionError
├── UnreadablePicture (ValueError)      a file or buffer that holds no picture
│   └── UnfitPicture                    a picture too small or too flat to show a table
├── UnknownLayout (LookupError)         no board of that name
├── BrokenLayout (ValueError)           a file that is no board's layout
├── WrongArea (ValueError)              four corners that go round no dice area
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


class BrokenNetwork(VisionError, RuntimeError):
    """An .onnx file that does not answer as its contract says."""
