"""A stand for the camera: three printed parts and two wooden rods."""
