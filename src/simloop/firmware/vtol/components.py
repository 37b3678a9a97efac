"""The VTOL as its tasks see it."""

from simloop.firmware.fields.vtol import Transition, VtolSettings


class Vtol(VtolSettings, Transition):
    """How it changes between hover and cruise, and how far it is."""
