"""How well a vehicle flies or drives on its own sensors: trials of the whole loop, and a page."""

from simloop.server.flight_figures.figure import Figure, Figures
from simloop.server.flight_figures.page import page_of, rows_of
from simloop.server.flight_figures.trials import firmware_vehicles, fly_trials

__all__ = ["Figure", "Figures", "firmware_vehicles", "fly_trials", "page_of", "rows_of"]
