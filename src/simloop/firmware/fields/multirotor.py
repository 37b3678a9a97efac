"""Columns of the multirotor's guidance, controllers and mixer in their order."""

from simloop.firmware.fields.gyro_filter import GyroFilter, GyroFilterSettings
from simloop.firmware.fields.multirotor_gains import GAINS
from simloop.firmware.fields.multirotor_loops import LOOPS
from simloop.firmware.fields.multirotor_model import MODEL

PARAMETERS = MODEL + GyroFilterSettings.columns + GAINS
STATE = LOOPS + GyroFilter.columns
