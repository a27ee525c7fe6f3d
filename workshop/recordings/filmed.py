"""Films written to files, drawn by either renderer."""

from pathlib import Path

from ..scenes.film.clip import Clip, Drawing, film, quick
from ..scenes.film.encode import encode

RENDERERS = ("quick", "gl")
CRF, PRESET = 18, "ultrafast"


def shoot(clip: Clip, file: Path, renderer: str) -> None:
    """Writes a film, under another name first, so that one that is there is whole.

    Args:
        clip: what happens.
        file: .mp4 to write.
        renderer: one of RENDERERS; gl needs moderngl (extra `train`) and an EGL.

    Raises:
        ModuleNotFoundError, OSError: there is no moderngl, EGL or ffmpeg.
        RuntimeError: ffmpeg failed.
    """
    half = file.with_name(f"half-{file.name}")
    frames = (still.image for still in film(clip, _drawing(clip, renderer)))
    encode(frames, half, clip.scene.camera.size, clip.rate, CRF, PRESET)
    half.rename(file)


def _drawing(clip: Clip, renderer: str) -> Drawing:
    if renderer == "quick":
        return quick()
    from ..scenes.gl.canvas import Canvas
    from ..scenes.gl.film import drawing

    return drawing(Canvas(clip.scene.camera.size))
