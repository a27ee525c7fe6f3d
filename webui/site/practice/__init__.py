"""“/entrainement”: a practice game, alone or against Piste."""
