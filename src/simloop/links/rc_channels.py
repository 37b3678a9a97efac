"""The channels of a pilot's radio, in the order of the topic, and their pulses."""

from simloop.messages.rosflight_msgs import RC_CHANNELS

ROLL, PITCH, THROTTLE, YAW, ARM, OVERRIDE, MODE, SPARE = range(RC_CHANNELS)
MIDDLE_US, LOW_US, HIGH_US = 1500, 1000, 2000
