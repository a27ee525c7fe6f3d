"""Tables drawn by OpenGL in software: real solids, shadow maps, gloss, over the same description of a scene.

    image, truth = Canvas((960, 720)).render(scene)

Needs moderngl (extra `train`) and an EGL without a screen (Debian's libegl1 and libgl1-mesa-dri); only canvas.py
imports it. Truth has the keys of workshop.scenes, with `source` "scenes/gl".
"""
