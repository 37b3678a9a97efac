"""Pictures of vehicles and their analysis, drawn by Matplotlib: the extra `simloop[plot]`."""
