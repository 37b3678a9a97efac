"""Tells the pilot when the compass is disturbed, and when it is not any more."""

from simloop.firmware.command.answers import post
from simloop.firmware.command.reasons import Reason
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.safety import CompassWatch

MICROTESLA = 1e6


def watch_compass(craft: Craft, watch: Mut[CompassWatch], notices: Mut[Notices]) -> None:
    """Post a change; the number with it is what the field has too much of, in microtesla."""
    if craft.mag_disturbed == watch.told:
        return
    code = Reason.COMPASS_DISTURBED if craft.mag_disturbed > 0.0 else Reason.COMPASS_BACK
    post(notices, code, (MICROTESLA * craft.mag_smooth_frd_t).norm())
    watch.told = craft.mag_disturbed
