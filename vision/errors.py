"""Errors of the vision room.

    VisionError
    ├── UnreadablePicture (ValueError)      a file or buffer that holds no picture
    ├── UnknownLayout (LookupError)         no board of that name
    └── BrokenNetwork (RuntimeError)        an .onnx file that does not answer as its contract says
"""


class VisionError(Exception):
    """Root of everything that vision raises on purpose."""


class UnreadablePicture(VisionError, ValueError):
    """A file or buffer that holds no picture."""


class UnknownLayout(VisionError, LookupError):
    """No board of that name."""


class BrokenNetwork(VisionError, RuntimeError):
    """An .onnx file that does not answer as its contract says."""
