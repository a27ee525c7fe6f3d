"""The part that speaks to the graphics library (moderngl on EGL): items, lamps and camera become a picture."""

from collections.abc import Callable
from contextlib import ExitStack
from ctypes.util import find_library
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Camera
from ..describe.die_look import Look as DieLook
from ..draw.die import pips_of, values_on
from ..draw.textures import Picture
from . import shaders
from .items import Item
from .lights import Lights, eye_matrix, lamp_matrix

SHADOWS = 1536
"""Side of the shadow map, texels."""

Window = tuple[int, int, int, int]
"""Left, top, width and height, px."""

REACH = 9.0
"""Millimetres within which corners and feet of things darken each other."""


class Canvas:
    """A place to draw pictures of one size.

    Args:
        size: width and height, px.

    Raises:
        ModuleNotFoundError: moderngl is not installed.
        OSError: there is no EGL on this machine.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        import moderngl

        if find_library("EGL") is None:
            raise OSError(
                "OpenGL without a screen: expected libEGL (Debian: libegl1, libgl1-mesa-dri), found none"
            )
        self._gl: Any = moderngl.create_standalone_context(backend="egl")
        self.size = size
        self._moderngl: Any = moderngl
        self._programs = {
            "surface": self._gl.program(shaders.SOLID, shaders.SURFACE),
            "number": self._gl.program(shaders.FLAT, shaders.NUMBER),
            "occlusion": self._gl.program(shaders.SCREEN, shaders.OCCLUSION),
        }
        self._shadow = self._shadow_map()
        self._flat = self._gl.framebuffer(self._gl.texture(size, 1, dtype="f1"), self._gl.depth_texture(size))
        small = (size[0] // 2, size[1] // 2)
        self._open = self._gl.framebuffer(self._gl.texture(small, 1, dtype="f1"))
        samples = min(4, int(self._gl.max_samples))
        self._fine = self._gl.framebuffer(
            self._gl.renderbuffer(size, 3, samples=samples),
            self._gl.depth_renderbuffer(size, samples=samples),
        )
        self._out = self._gl.framebuffer(self._gl.renderbuffer(size, 3))
        corners = self._gl.buffer(np.array([-1, -1, 3, -1, -1, 3], np.float32).tobytes())
        self._kept: dict[int, tuple[Picture, Any]] = {}
        self._screen = self._gl.vertex_array(self._programs["occlusion"], [(corners, "2f", "corner")])

    def _shadow_map(self) -> Any:
        depth = self._gl.depth_texture((SHADOWS, SHADOWS))
        depth.compare_func = "<="
        depth.repeat_x = depth.repeat_y = False
        return self._gl.framebuffer(depth_attachment=depth)

    def painted(
        self, items: list[Item], camera: Camera, lights: Lights, window: Window | None = None
    ) -> tuple[Picture, Picture, dict[int, Picture]]:
        """Draw.

        Args:
            items: everything there is.
            camera: of the canvas's size.
            lights: what shines.
            window: the only part of the picture that is wanted; the rest of it is then anything.

        Returns:
            The picture (H, W, 3) uint8 BGR, without what lens and sensor do; (H, W) uint8 that tells what is seen
            where: a die's number, 254 a hand, 253 another thing beside the game, else 0; and each die's own
            mask (H, W), as if nothing stood before it.
        """
        self._forget(items)
        with ExitStack() as spent:
            buffers = [self._uploaded(item, spent) for item in items]
            seen, lit = eye_matrix(camera), lamp_matrix(camera, lights)
            self._shadows(items, buffers, lit, spent)
            what, alone = self._numbers(items, buffers, seen, spent)
            self._occlusion(camera)
            self._fine.scissor = window
            picture = self._shaded(items, buffers, camera, lights, (seen, lit), spent)
        return picture, what, alone

    def _uploaded(self, item: Item, spent: ExitStack) -> tuple[Any, Any]:
        points = self._gl.buffer(item.mesh.packed().tobytes())
        faces = self._gl.buffer(np.ascontiguousarray(item.mesh.faces, np.int32).tobytes())
        spent.callback(points.release)
        spent.callback(faces.release)
        return points, faces

    def _flat_array(self, buffers: tuple[Any, Any], spent: ExitStack) -> Any:
        made = self._gl.vertex_array(self._programs["number"], [(buffers[0], "3f 32x", "at")], buffers[1])
        spent.callback(made.release)
        return made

    def _shadows(
        self, items: list[Item], buffers: list[tuple[Any, Any]], lit: NDArray[np.float32], spent: ExitStack
    ) -> None:
        self._shadow.use()
        self._shadow.clear(depth=1.0)
        self._gl.enable(self._moderngl.DEPTH_TEST)
        self._programs["number"]["seen"].write(lit.T.tobytes())
        for item, pair in zip(items, buffers, strict=True):
            if item.kind != "table":
                self._flat_array(pair, spent).render()

    def _numbers(
        self, items: list[Item], buffers: list[tuple[Any, Any]], seen: NDArray[np.float32], spent: ExitStack
    ) -> tuple[Picture, dict[int, Picture]]:
        alone: dict[int, Picture] = {}
        number = self._programs["number"]
        number["seen"].write(seen.T.tobytes())
        arrays = [self._flat_array(pair, spent) for pair in buffers]
        self._flat.use()
        for item, array in zip(items, arrays, strict=True):
            if item.kind == "die":
                self._flat.clear()
                number["number"] = 1.0
                array.render()
                alone[item.number] = self._read(self._flat, 1)
        self._flat.clear()
        codes = {"hand": 254.0, "thing": 253.0}
        for item, array in zip(items, arrays, strict=True):
            number["number"] = (item.number if item.kind == "die" else codes.get(item.kind, 0.0)) / 255.0
            array.render()
        return self._read(self._flat, 1), alone

    def _read(self, frame: Any, parts: int) -> Picture:
        width, height = self.size
        flat = np.frombuffer(frame.read(components=parts, alignment=1), np.uint8)
        return flat.reshape((height, width, parts) if parts > 1 else (height, width)).copy()

    def _occlusion(self, camera: Camera) -> None:
        self._open.use()
        self._gl.disable(self._moderngl.DEPTH_TEST)
        program = self._programs["occlusion"]
        self._flat.depth_attachment.compare_func = ""
        self._flat.depth_attachment.use(0)
        program["depth"] = 0
        program["span"] = (1 / self.size[0], 1 / self.size[1])
        program["planes"] = (camera.distance * 0.1, camera.distance * 8)
        program["reach"] = REACH
        program["focal"] = camera.focal
        self._screen.render(self._moderngl.TRIANGLES, vertices=3)
        self._gl.enable(self._moderngl.DEPTH_TEST)

    def _shaded(
        self, items: list[Item], buffers: list[tuple[Any, Any]], camera: Camera, lights: Lights,
        matrices: tuple[NDArray[np.float32], NDArray[np.float32]], spent: ExitStack,
    ) -> Picture:  # fmt: skip
        program = self._programs["surface"]
        tell = self._teller(program)
        for name, value in {**lights.uniforms(), "screen": self.size}.items():
            tell(name, value)
        program["seen"].write(matrices[0].T.tobytes())
        program["lit"].write(matrices[1].T.tobytes())
        tell("eye", tuple(float(part) for part in camera.where * (1, -1, 1)))
        tell("shadow_texel", 1 / SHADOWS)
        for place, name in ((0, "face"), (1, "shadow"), (2, "opened")):
            tell(name, place)
        self._shadow.depth_attachment.use(1)
        self._open.color_attachments[0].use(2)
        self._fine.use()
        self._fine.clear()
        for item, pair in zip(items, buffers, strict=True):
            self._draw(program, tell, item, pair, spent)
        self._gl.copy_framebuffer(self._out, self._fine)
        return np.ascontiguousarray(self._read(self._out, 3))

    def _draw(
        self,
        program: Any,
        tell: Callable[[str, Any], None],
        item: Item,
        pair: tuple[Any, Any],
        spent: ExitStack,
    ) -> None:
        tell("textured", 0.0 if item.texture is None else 1.0)
        if item.texture is not None:
            self._texture(item.texture).use(0)
        surface = item.surface
        tell("colour", tuple(part / 255 for part in item.colour))
        for name in ("rough", "coat", "bump", "cloth", "soft"):
            tell(name, getattr(surface, name))
        tell("closed", 0.4 if item.kind == "hand" else 1.0)
        tell("pips", 0)
        if item.die is not None:
            self._pips(program, tell, item.die, item)
        array = self._gl.vertex_array(
            program, [(pair[0], "3f 3f 2f 3f", "at", "facing", "place", "own")], pair[1]
        )
        spent.callback(array.release)
        array.render()

    def _texture(self, picture: Picture) -> Any:
        """The picture as a texture; kept for the next drawing, if it shows the picture too."""
        if id(picture) not in self._kept:
            self._kept[id(picture)] = (picture, self._uploaded_texture(picture))
        return self._kept[id(picture)][1]

    def _forget(self, items: list[Item]) -> None:
        """Releases the textures of pictures that none of these shows."""
        shown = {id(item.texture) for item in items}
        for key in self._kept.keys() - shown:
            self._kept.pop(key)[1].release()

    def _uploaded_texture(self, picture: Picture) -> Any:
        height, width = picture.shape[:2]
        made = self._gl.texture(
            (width, height), 3, np.ascontiguousarray(picture[..., ::-1]).tobytes(), alignment=1
        )
        made.build_mipmaps()
        made.anisotropy = 4.0
        made.repeat_x = made.repeat_y = False
        return made

    @staticmethod
    def _pips(program: Any, tell: Callable[[str, Any], None], look: DieLook, item: Item) -> None:
        rows, inks = [], []
        for (axis, sign), value in values_on(look).items():
            for u, v in pips_of(value, look).tolist():
                rows.append(((axis + 1) * sign, u, v, look.pip * (look.one if value == 1 else 1.0)))
                inks.append(look.one_colour if value == 1 else look.pip_colour)
        program["pip"].write(np.array(rows, np.float32).tobytes())
        program["inks"].write(np.array(inks, np.float32).tobytes())
        program["turn"].write(
            np.ascontiguousarray((np.eye(3) if item.turn is None else item.turn).T, np.float32).tobytes()
        )
        swirls = np.random.default_rng(look.seed).normal(0, 3, (3, 2))
        values: tuple[tuple[str, Any], ...] = (
            ("pips", len(rows)), ("deep", look.depth), ("marble", look.marble), ("speckle", look.speckle),
            ("swirl", tuple(swirls[:, 0].tolist())), ("swirl2", tuple(swirls[:, 1].tolist())),
        )  # fmt: skip
        for name, value in values:
            tell(name, value)

    @staticmethod
    def _teller(program: Any) -> Callable[[str, Any], None]:
        """Sets a uniform; one that the compiler found no use for is passed over."""

        def tell(name: str, value: Any) -> None:
            if name in program:
                program[name] = value

        return tell
