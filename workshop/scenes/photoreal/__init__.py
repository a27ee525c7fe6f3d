"""Tables photographed: the frozen `Scene` with real geometry, materials and light, by Blender's Cycles.

A tool run apart: `bpy` (GPL) is imported in `blender` alone, inside functions; nothing else imports this package.
Everything but `blender` and the command is pure and needs no bpy.
"""
