"""Frames of a film at which something was told wrongly, to be looked at."""

from __future__ import annotations

from pathlib import Path

import cv2

from .aligned import Score
from .figures import fault, faults, second


def save(folder: Path, film: Path, score: Score) -> None:
    """Writes a PNG of each fault, with what happened and what was told; nothing where there is none."""
    wrong = faults(score)
    if not wrong:
        return
    folder.mkdir(parents=True, exist_ok=True)
    video = cv2.VideoCapture(str(film))
    try:
        for number, pair in enumerate(wrong):
            video.set(cv2.CAP_PROP_POS_MSEC, 1000 * second(pair))
            there, image = video.read()
            if there:
                name = f"{film.stem}-{number:02d}-{second(pair):05.1f}.png"
                told = fault(pair).encode("ascii", "replace").decode()
                cv2.putText(image, told, (6, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 255), 1, cv2.LINE_AA)
                cv2.imwrite(str(folder / name), image)
    finally:
        video.release()
