"""Columns of the link: who the vehicle is, how often it tells what, and rally points."""

from simloop.firmware.component import Component, Row, column

# Places in fw_stream_rate_hz; see link/streams.py for the messages of each.
STREAM_RAW_SENSORS = 0
STREAM_STATUS = 1
STREAM_RADIO = 2
STREAM_POSITION = 3
STREAM_ATTITUDE = 4
STREAM_HUD = 5
STREAM_EXTRA = 6
STREAMS = 7

RALLY_POINTS = 8


class LinkSettings(Component):
    """Who the vehicle is on the link, and how often it tells what."""

    system_id: float = column(
        "1",
        "number of this vehicle among all that speak MAVLink",
        default=1.0,
        names=("SYSID_THISMAV",),
        low=1.0,
        high=255.0,
        whole=True,
    )
    stream_rate_hz: Row = column(
        "Hz",
        "how often each group of messages is sent unless a ground station asks otherwise; 0 never",
        size=STREAMS,
        default=(2.0, 2.0, 2.0, 5.0, 10.0, 4.0, 2.0),
        names=(
            "SR0_RAW_SENS",
            "SR0_EXT_STAT",
            "SR0_RC_CHAN",
            "SR0_POSITION",
            "SR0_EXTRA1",
            "SR0_EXTRA2",
            "SR0_EXTRA3",
        ),
        low=0.0,
        high=50.0,
    )
    vtol_type: float = column(
        "1",
        "MAV_TYPE that a VTOL reports; 0: fixed wing, whose modes every ground station knows",
        names=("Q_MAV_TYPE",),
        low=0.0,
        high=25.0,
        whole=True,
    )
    follow_system: float = column(
        "1",
        "system whose GLOBAL_POSITION_INT is followed; 0: FOLLOW_TARGET of anyone",
        names=("FOLL_SYSID",),
        low=0.0,
        high=255.0,
        whole=True,
    )


class RallyPoints(Component, prefix="fw_rally"):
    """Places to gather at."""

    ned_m: Row = column(
        "m", "places to gather at", size=3 * RALLY_POINTS, frame="NED of origin", column="fw_rally"
    )
    count: float = column("1", "such places")


LINK = LinkSettings.columns + RallyPoints.columns
