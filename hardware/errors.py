"""Errors of the hardware room.

HardwareError
├── NoPanel (LookupError)               there is no button and no lamp, or nothing that could drive them
└── CameraError (OSError)
    ├── NoCamera (LookupError)          there is no such camera, recording or folder of pictures
    └── CameraGone (ConnectionError)    it was there and gives no more frames
"""


class HardwareError(Exception):
    """Root of everything that hardware raises on purpose."""


class NoPanel(HardwareError, LookupError):
    """There is no button and no lamp, or nothing that could drive them."""


class CameraError(HardwareError, OSError):
    """A camera that cannot be used."""


class NoCamera(CameraError, LookupError):
    """There is no such camera, recording or folder of pictures."""


class CameraGone(CameraError, ConnectionError):
    """A camera that was there and gives no more frames. Opening it again may help."""
