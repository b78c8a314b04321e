"""Objects of traced pictures: the painted table, and solids of painted wood or plastic with bevelled rims."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np

from training.scenes.pieces.standing import Solid, topology
from training.scenes.stage import Stage

UP = np.array([1.0, -1.0, 1.0])
"""Scale from scene to Blender coordinates: y points down on our table and up in Blender."""
_ROUGHNESS = (0.2, 0.95)
"""Range of the roughness of printed surfaces and table tops: from lacquer to cloth. Chosen by hand."""


def add_ground(stage: Stage, picture: np.ndarray, level: float, path: Path) -> None:
    """Add a plane at height ``level`` that shows ``picture``, as large as the stage's canvas and as seen on it.

    Args:
        stage: whose camera sees the canvas.
        picture: (H, W, 3) uint8 BGR, of the canvas's size.
        level: height of the plane, pitches.
        path: where the picture is written as PNG; the file must stay until the scene is rendered.
    """
    canvas = stage.canvas
    rows, columns = canvas.label.shape
    pixels = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)]) - 0.5
    corners = np.column_stack([pixels, np.ones(4)]) @ np.linalg.inv(canvas.affine).T
    eye = stage.camera.eye
    share = (eye[2] - level) / (eye[2] - canvas.level)
    flat = eye[:2] + (corners[:, :2] - eye[:2]) * share
    mesh = make_mesh(np.column_stack([flat, np.full(4, level)]) * UP, [[3, 2, 1, 0]])
    show_canvas(mesh, np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float))
    place(mesh, printed_material(stage.rng, path, picture))


def show_canvas(mesh: Any, places: np.ndarray) -> None:
    """Give each vertex of a mesh its place (N, 2) on a picture: 0..1, the origin below on the left."""
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        layer.data[loop.index].uv = places[loop.vertex_index].tolist()


def printed_material(rng: np.random.Generator, path: Path, picture: np.ndarray) -> Any:
    """Return a material of random gloss that shows a picture (H, W, 3) uint8 BGR, which is written to ``path``."""
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    material, shader = make_material(float(rng.uniform(*_ROUGHNESS)), float(rng.uniform(0.1, 0.5)))
    source = material.node_tree.nodes.new("ShaderNodeTexImage")
    source.image, source.extension = bpy.data.images.load(str(path)), "EXTEND"
    material.node_tree.links.new(source.outputs["Color"], shader.inputs["Base Color"])
    return material


def add_solid(rng: np.random.Generator, solid: Solid, matte: float) -> None:
    """Add a solid with bevelled rims and the strokes on it; ``matte`` is its roughness, 0..1."""
    for body in solid.mesh.bodies:
        _add_body(rng, replace(solid, mesh=body), matte)


def _add_body(rng: np.random.Generator, solid: Solid, matte: float) -> None:
    rings = solid.mesh.rings
    walls, caps = topology(*rings.shape[:2])
    mesh = make_mesh(rings.reshape(-1, 3) * UP, [*walls.tolist(), *(c.tolist() for c in caps)])
    if solid.mesh.smooth:
        mesh.polygons.foreach_set("use_smooth", [len(p.vertices) == 4 for p in mesh.polygons])
    material, shader = make_material(float(np.clip(matte + rng.normal(0, 0.05), 0.1, 1)), 0.5)
    shader.inputs["Base Color"].default_value = linear(solid.colour)
    thing = place(mesh, material)
    _upright_normals(mesh)
    if rng.random() < 0.8:
        size = float(np.ptp(rings.reshape(-1, 3), axis=0).min())
        rounded = thing.modifiers.new("rim", "BEVEL")
        rounded.width, rounded.segments = size * float(rng.uniform(0.02, 0.12)), 2
        rounded.limit_method, rounded.use_clamp_overlap = "ANGLE", True
    for stroke in solid.mesh.strokes:
        _write(stroke, solid.ink, float(rng.uniform(0.008, 0.016)))


def _upright_normals(mesh: Any) -> None:
    """Make the normals of all faces point outwards."""
    import bmesh

    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()


def make_mesh(points: np.ndarray, faces: list[list[int]]) -> Any:
    """Return a mesh of points (N, 3) in Blender's coordinates and of faces as lists of their indices."""
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points.tolist(), [], faces)
    mesh.update()
    return mesh


def place(data: Any, material: Any) -> Any:
    """Put a mesh or curve of a material into the scene; return the object."""
    data.materials.append(material)
    thing = bpy.data.objects.new("thing", data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def make_material(roughness: float, shine: float) -> tuple[Any, Any]:
    """Return a material and its shader, both of whose arguments are 0..1."""
    material = bpy.data.materials.new("material")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = shine
    return material, shader


def linear(bgr: np.ndarray) -> tuple[float, float, float, float]:
    """Return the linear RGBA of an sRGB colour (3,) in 0..255 (IEC 61966-2-1)."""
    v = np.clip(np.asarray(bgr, float)[::-1] / 255, 0, 1)
    r, g, b = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).tolist()
    return r, g, b, 1.0


def _write(stroke: np.ndarray, ink: np.ndarray, width: float) -> None:
    curve = bpy.data.curves.new("stroke", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", width, 1
    line = curve.splines.new("POLY")
    line.points.add(len(stroke) - 1)
    for point, at in zip(line.points, stroke * UP, strict=True):
        point.co = (*at.tolist(), 1.0)
    material, shader = make_material(0.6, 0.3)
    shader.inputs["Base Color"].default_value = linear(ink)
    place(curve, material)
