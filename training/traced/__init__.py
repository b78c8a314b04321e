"""Synthetic pictures path-traced by Blender's renderer, with physically based light; needs the extra [trace]."""
