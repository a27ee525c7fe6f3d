"""What a table holds, as values: boards, things, camera, light, and the truth of them."""
