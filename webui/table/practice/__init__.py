"""Games for practice: which places Piste plays, what it chooses there, and what people may then do."""
