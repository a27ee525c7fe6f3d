"""The thin part that speaks to Blender: solids, lamps and camera become a Cycles picture.

Needs `bpy` (GPL), which is no dependency of Piste: a tool run apart.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .described import Description
from .forms import Mesh, Surface
from .room import Lamp
from .sensor import Radiance

UNIT = 0.01
"""Blender's unit is 100 mm."""
_SENSOR = 36.0


@dataclass(frozen=True)
class Effort:
    """How much work a picture is worth.

    Attributes:
        samples: paths a pixel, before denoising.
        threads: of the processor.
        bounces: of light between surfaces.
    """

    samples: int = 3
    threads: int = 1
    bounces: int = 2


def photographed(description: Description, effort: Effort, scratch: Path) -> Radiance:
    """The light that reaches the camera, (H, W, 3) linear (b, g, r), without the lens's bending.

    Args:
        description: what to photograph.
        effort: how well.
        scratch: a file that may be written over, its name ending in .exr.

    Raises:
        ModuleNotFoundError: bpy is not installed.
    """
    import bpy  # GPL: imported here alone, in a tool run apart

    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _engine(scene, effort)
    for index, solid in enumerate(description.solids):
        _solid(bpy, solid, f"solid-{index}")
    _light(bpy, description)
    _camera(bpy, description)
    scene.render.filepath = str(scratch)
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.image_settings.exr_codec = "NONE"
    bpy.ops.render.render(write_still=True)
    return _read(bpy, scratch)


def _engine(scene: Any, effort: Effort) -> None:
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", effort.samples, False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_quality, cycles.denoising_prefilter = "BALANCED", "NONE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = (
        effort.bounces + 1,
        effort.bounces - 1,
        2,
    )
    cycles.transmission_bounces, cycles.transparent_max_bounces = effort.bounces + 2, 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 12.0, 3.0
    cycles.blur_glossy, cycles.use_light_tree, cycles.pixel_filter_type = 0.5, False, "BLACKMAN_HARRIS"
    scene.render.threads_mode, scene.render.threads = "FIXED", effort.threads
    scene.render.use_persistent_data = False
    scene.view_settings.view_transform = "Raw"


def _solid(bpy: Any, solid: Mesh, name: str) -> None:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata((solid.vertices * UNIT).tolist(), [], list(solid.faces))
    corners = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    mesh.uv_layers.new(name="UV").data.foreach_set("uv", solid.uv[corners].astype(np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", [solid.smooth and len(face) <= 4 for face in solid.faces])
    mesh.update()
    if solid.smooth and solid.skin == 0:
        _weld(mesh)
    mesh.materials.append(_material(bpy, solid.surface, name))
    prop = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(prop)
    if solid.skin > 0:
        melt = prop.modifiers.new("melt", "REMESH")
        melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", solid.skin * UNIT, True
        soft = prop.modifiers.new("soft", "SMOOTH")
        soft.factor, soft.iterations = 0.6, 7


def _weld(mesh: Any) -> None:
    """Corners at one place become one, so that rounded edges have no seams; places on pictures stay."""
    import bmesh  # comes with bpy

    made = bmesh.new()
    made.from_mesh(mesh)
    bmesh.ops.remove_doubles(made, verts=made.verts, dist=1e-5)
    made.to_mesh(mesh)
    made.free()


def _material(bpy: Any, surface: Surface, name: str) -> Any:
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    values = {
        "Roughness": surface.rough, "Metallic": surface.metal, "Coat Weight": surface.coat,
        "Coat Roughness": surface.coat_rough, "Transmission Weight": surface.clear,
        "Subsurface Weight": surface.deep, "Sheen Weight": surface.fuzz,
    }  # fmt: skip
    for key, value in values.items():
        shader.inputs[key].default_value = value
    shader.inputs["Subsurface Radius"].default_value = (0.05, 0.022, 0.012)
    shader.inputs["Subsurface Scale"].default_value = 1.0
    if isinstance(surface.colour, tuple):
        blue, green, red = (_linear(channel / 255) for channel in surface.colour)
        shader.inputs["Base Color"].default_value = (red, green, blue, 1.0)
    else:
        links.new(
            _picture(bpy, nodes, surface.colour[..., ::-1] / np.float32(255), name, "sRGB"),
            shader.inputs["Base Color"],
        )
    if surface.bump is not None:
        _bump(bpy, made, surface.bump, name)
    return made


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _picture(bpy: Any, nodes: Any, values: Any, name: str, space: str) -> Any:
    """The colour output of a node that shows (h, w, 3) values of 0 to 1."""
    height, width = values.shape[:2]
    image = bpy.data.images.new(f"{name}-{space}", width, height, alpha=False, float_buffer=space != "sRGB")
    image.colorspace_settings.name = space
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = values[::-1]
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    node = nodes.new("ShaderNodeTexImage")
    node.image, node.interpolation, node.extension = image, "Linear", "EXTEND"
    return node.outputs["Color"]


def _bump(bpy: Any, made: Any, heights: Any, name: str) -> None:
    nodes, links = made.node_tree.nodes, made.node_tree.links
    low, high = float(heights.min()), float(heights.max())
    if high - low < 1e-4:
        return
    scaled = np.repeat(((heights - low) / (high - low))[..., None], 3, axis=2).astype(np.float32)
    node = nodes.new("ShaderNodeBump")
    node.inputs["Distance"].default_value = (high - low) * UNIT
    node.inputs["Strength"].default_value = 1.0
    links.new(_picture(bpy, nodes, scaled, name, "Non-Color"), node.inputs["Height"])
    links.new(node.outputs["Normal"], nodes["Principled BSDF"].inputs["Normal"])


def _light(bpy: Any, description: Description) -> None:
    room = description.room
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (*room.sky, 1.0)
    sky.inputs["Strength"].default_value = room.ambient
    for index, lamp in enumerate(room.lamps):
        _lamp(bpy, lamp, f"lamp-{index}")


def _lamp(bpy: Any, lamp: Lamp, name: str) -> None:
    from mathutils import Vector  # comes with bpy

    away = np.asarray(lamp.toward) - lamp.at
    far = float(np.linalg.norm(away))
    slant = max(0.2, -away[2] / far)
    data = bpy.data.lights.new(name, "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", lamp.size[0] * UNIT, lamp.size[1] * UNIT
    data.color = lamp.colour
    data.energy = lamp.flux * np.pi**2 * (far * UNIT) ** 2 / slant
    prop = bpy.data.objects.new(name, data)
    prop.location = tuple(lamp.at * UNIT)
    prop.rotation_mode = "QUATERNION"
    prop.rotation_quaternion = Vector(tuple(away)).to_track_quat("-Z", "Y")
    prop.visible_camera = False
    bpy.context.scene.collection.objects.link(prop)
    if lamp.bars != (0, 0):
        _bars(bpy, lamp, prop.rotation_quaternion, name)


def _bars(bpy: Any, lamp: Lamp, turn: Any, name: str) -> None:
    """A window's bars between a lamp and the table, unseen by the camera."""
    across, down = lamp.bars
    middle = lamp.toward + (lamp.at - lamp.toward) / np.linalg.norm(lamp.at - lamp.toward) * 750
    corners: list[tuple[float, ...]] = []
    faces = []
    for count, axis in ((across, 0), (down, 1)):
        for step in range(count):
            place, wide, long = (step - (count - 1) / 2) * 150.0, 14.0, 900.0
            own = np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]]) + np.array(
                [place, 0]
            )
            faces.append(tuple(range(len(corners), len(corners) + 4)))
            corners += [(*(point if axis == 0 else point[::-1]), 0.0) for point in own * UNIT]
    mesh = bpy.data.meshes.new(f"{name}-bars")
    mesh.from_pydata(corners, [], faces)
    prop = bpy.data.objects.new(f"{name}-bars", mesh)
    prop.location, prop.rotation_mode = tuple(middle * UNIT), "QUATERNION"
    prop.rotation_quaternion = turn
    prop.visible_camera = prop.visible_glossy = prop.visible_diffuse = False
    bpy.context.scene.collection.objects.link(prop)


def _camera(bpy: Any, description: Description) -> None:
    from mathutils import Matrix  # comes with bpy

    camera, scene = description.camera, bpy.context.scene
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", _SENSOR
    data.lens = camera.focal * _SENSOR / camera.size[0]
    data.clip_start, data.clip_end = 0.05, 1000.0
    data.dof.use_dof = True
    data.dof.focus_distance = camera.distance * UNIT
    data.dof.aperture_fstop = 1e-3 * data.lens / (description.room.aperture * UNIT)
    prop = bpy.data.objects.new("camera", data)
    axes = camera.rotation @ np.diag([1.0, -1.0, -1.0])
    placed = np.eye(4)
    placed[:3, :3] = np.stack([axes[0], -axes[1], -axes[2]], axis=1)
    placed[:3, 3] = camera.where * (1, -1, 1) * UNIT
    prop.matrix_world = Matrix(placed.tolist())
    scene.collection.objects.link(prop)
    scene.camera = prop
    scene.render.resolution_x, scene.render.resolution_y = camera.size
    scene.render.resolution_percentage = 100


def _read(bpy: Any, path: Path) -> Radiance:
    image = bpy.data.images.load(str(path))
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return np.ascontiguousarray(pixels.reshape(height, width, 4)[::-1, :, 2::-1])
