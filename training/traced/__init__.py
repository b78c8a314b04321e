"""Synthetic pictures path-traced by Blender's renderer, with physically based light.

Needs ``pip install --no-deps bpy==5.0.1`` (Python 3.11). It declares NumPy 1, with which Longhouse does not run; only
its sound needs that, and so it complains that it has none.
"""
