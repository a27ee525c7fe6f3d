"""The live table: what is seen and touched goes in, what happened comes out. No pixels, no words, no site."""
