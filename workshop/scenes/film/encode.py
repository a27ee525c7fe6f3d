"""Frames become a film that browsers, players and OpenCV can show."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ..draw.textures import Picture


def encode(
    frames: Iterable[Picture],
    file: Path,
    size: tuple[int, int],
    rate: float,
    crf: int = 25,
    preset: str = "slow",
) -> None:
    """Write an H.264 film; needs the program ffmpeg.

    Args:
        frames: (H, W, 3) uint8 BGR, in order.
        file: .mp4 to write.
        size: width and height, px, both even.
        rate: frames a second.
        crf: 0 to 51; larger is smaller and coarser.
        preset: of x264: the quicker, the larger the film.

    Raises:
        RuntimeError: ffmpeg failed.
        FileNotFoundError: there is no ffmpeg.
    """
    command = [
        "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24",
        "-s", f"{size[0]}x{size[1]}", "-r", str(rate), "-i", "-", "-an",
        "-c:v", "libx264", "-preset", preset, "-crf", str(crf), "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", "-metadata", "title=Piste: synthetic pictures", str(file),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        assert encoder.stdin is not None, "a pipe was asked for"
        for frame in frames:
            encoder.stdin.write(np.ascontiguousarray(frame).tobytes())
        encoder.stdin.close()
    if encoder.returncode:
        raise RuntimeError(f"ffmpeg: expected exit status 0, got {encoder.returncode}")
