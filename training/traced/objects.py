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

_UP = np.array([1.0, -1.0, 1.0])
"""Scale from scene to Blender coordinates: y points down on our table and up in Blender."""


def add_ground(stage: Stage, path: Path) -> None:
    """Add the painted table at the height of the tiles' tops; its texture is written to ``path``, which must stay."""
    canvas = stage.canvas
    cv2.imwrite(str(path), canvas.colour, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    rows, columns = canvas.label.shape
    pixels = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)]) - 0.5
    corners = np.column_stack([pixels, np.ones(4)]) @ np.linalg.inv(canvas.affine).T
    points = np.column_stack([corners[:, :2], np.full(4, canvas.level)]) * _UP
    mesh = _mesh(points, [[3, 2, 1, 0]])
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        x, y = [(0, 1), (1, 1), (1, 0), (0, 0)][loop.vertex_index]
        layer.data[loop.index].uv = (x, y)
    material, shader = _material(float(stage.rng.uniform(0.45, 0.95)), float(stage.rng.uniform(0.1, 0.5)))
    picture = material.node_tree.nodes.new("ShaderNodeTexImage")
    picture.image, picture.extension = bpy.data.images.load(str(path)), "EXTEND"
    material.node_tree.links.new(picture.outputs["Color"], shader.inputs["Base Color"])
    _place(mesh, material)


def add_solid(rng: np.random.Generator, solid: Solid, matte: float) -> None:
    """Add a solid with bevelled rims and the strokes on it; ``matte`` is its roughness, 0..1."""
    for body in solid.mesh.bodies:
        _add_body(rng, replace(solid, mesh=body), matte)


def _add_body(rng: np.random.Generator, solid: Solid, matte: float) -> None:
    rings = solid.mesh.rings
    walls, caps = topology(*rings.shape[:2])
    mesh = _mesh(rings.reshape(-1, 3) * _UP, [*walls.tolist(), *(c.tolist() for c in caps)])
    if solid.mesh.smooth:
        mesh.polygons.foreach_set("use_smooth", [len(p.vertices) == 4 for p in mesh.polygons])
    material, shader = _material(float(np.clip(matte + rng.normal(0, 0.05), 0.1, 1)), 0.5)
    shader.inputs["Base Color"].default_value = _linear(solid.colour)
    thing = _place(mesh, material)
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


def _mesh(points: np.ndarray, faces: list[list[int]]) -> Any:
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points.tolist(), [], faces)
    mesh.update()
    return mesh


def _place(data: Any, material: Any) -> Any:
    data.materials.append(material)
    thing = bpy.data.objects.new("thing", data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _material(roughness: float, shine: float) -> tuple[Any, Any]:
    material = bpy.data.materials.new("material")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = shine
    return material, shader


def _linear(bgr: np.ndarray) -> tuple[float, float, float, float]:
    """Return the linear RGBA of an sRGB colour (3,) in 0..255 (IEC 61966-2-1)."""
    v = np.clip(np.asarray(bgr, float)[::-1] / 255, 0, 1)
    r, g, b = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).tolist()
    return r, g, b, 1.0


def _write(stroke: np.ndarray, ink: np.ndarray, width: float) -> None:
    curve = bpy.data.curves.new("stroke", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", width, 1
    line = curve.splines.new("POLY")
    line.points.add(len(stroke) - 1)
    for point, place in zip(line.points, stroke * _UP, strict=True):
        point.co = (*place.tolist(), 1.0)
    material, shader = _material(0.6, 0.3)
    shader.inputs["Base Color"].default_value = _linear(ink)
    _place(curve, material)
