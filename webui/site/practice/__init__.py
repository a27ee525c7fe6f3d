"""“/entrainement”: a game for practice, alone or against Piste."""
