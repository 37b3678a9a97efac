"""Force models: row functions that give a vehicle's wrench."""
