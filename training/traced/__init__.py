"""Made pictures with light as it really falls, path-traced by Blender's renderer: an extra."""
