"""The components of the firmware, as attributes that type checkers know."""

from typing import TYPE_CHECKING

from simloop.sitl.carried_components import CarriedComponents

if TYPE_CHECKING:
    from simloop.firmware.fields.command import (
        Intention,
        MissionItems,
        Notices,
        Progress,
        Requests,
        Vehicle,
    )
    from simloop.firmware.fields.estimate import Estimate
    from simloop.firmware.fields.filter_parameters import (
        AirErrors,
        BarometerErrors,
        EarthField,
        GateSettings,
        GnssErrors,
        HeadingErrors,
        HealthLimits,
        ProcessNoise,
    )
    from simloop.firmware.fields.gyro_filter import GyroFilter, GyroFilterSettings
    from simloop.firmware.fields.link import LinkSettings, RallyPoints
    from simloop.firmware.fields.mission import (
        FlightSettings,
        Legs,
        Mission,
        MissionActions,
        MissionStart,
        ModeState,
        WayHome,
    )
    from simloop.firmware.fields.multirotor_gains import (
        AttitudeGains,
        GuidanceLimits,
        PositionGains,
        StickSettings,
    )
    from simloop.firmware.fields.multirotor_loops import (
        AttitudeSetPoint,
        GroundContact,
        GroundTorque,
        MixerInUse,
        MixerWork,
        MotorHealth,
        PositionLoop,
        RateLoop,
        SetPoint,
        StickAttitude,
        Wrench,
    )
    from simloop.firmware.fields.multirotor_model import MixerTable, MotorModel, MultirotorModel
    from simloop.firmware.fields.navigation import (
        AirAround,
        Alignment,
        AlignmentSettings,
        AttitudeFilter,
        AttitudeFilterGains,
        BarometerWatch,
        BatteryFacts,
        BatteryWatch,
        BoardIron,
        Calibration,
        CleanImu,
        CompassWatch,
        GnssWatch,
        HeightFilter,
        ImuOffsets,
        PitotOffset,
        PitotWatch,
        Place,
        SonarFacts,
        SonarWatch,
    )
    from simloop.firmware.fields.outputs import OutputMixer, OutputState
    from simloop.firmware.fields.radio import Radio, RadioChannels
    from simloop.firmware.fields.safety import (
        Arming,
        ArmingSettings,
        ErrorWatch,
        Failsafes,
        FailsafeSettings,
        Fence,
        FenceWatch,
        Listening,
        Preparation,
        SafetyFacts,
    )
    from simloop.firmware.fields.safety import CompassWatch as CompassNotice
    from simloop.firmware.fields.surface import (
        SurfaceDrift,
        SurfaceLoops,
        SurfaceModel,
        SurfaceSettings,
        SurfaceStop,
        SurfaceTargets,
        SurfaceTrack,
        SurfaceWay,
        WayAhead,
    )
    from simloop.firmware.fields.vtol import Transition, VtolSettings
    from simloop.firmware.fields.wing import Tecs, WingBrakes, WingFlight, WingGuidance, WingTrim
    from simloop.firmware.fields.wing_model import WingModel
    from simloop.firmware.fields.wing_settings import WingGuidanceSettings, WingHandling, WingSpeeds
    from simloop.firmware.navigation.filter_columns import (
        Correction,
        FilterRun,
        FilterState,
        Gates,
        History,
        Measurements,
        WorkSpace,
    )


class FirmwareParts(CarriedComponents):
    """Every component of our flight stack; that of one kind of vehicle has some of them."""

    air_around: "AirAround"
    air_errors: "AirErrors"
    alignment: "Alignment"
    alignment_settings: "AlignmentSettings"
    arming: "Arming"
    arming_settings: "ArmingSettings"
    attitude_filter: "AttitudeFilter"
    attitude_filter_gains: "AttitudeFilterGains"
    attitude_gains: "AttitudeGains"
    attitude_set_point: "AttitudeSetPoint"
    barometer_errors: "BarometerErrors"
    barometer_watch: "BarometerWatch"
    battery_facts: "BatteryFacts"
    battery_watch: "BatteryWatch"
    board_iron: "BoardIron"
    calibration: "Calibration"
    clean_imu: "CleanImu"
    compass_notice: "CompassNotice"
    compass_watch: "CompassWatch"
    correction: "Correction"
    earth_field: "EarthField"
    error_watch: "ErrorWatch"
    estimate: "Estimate"
    failsafe_settings: "FailsafeSettings"
    failsafes: "Failsafes"
    fence: "Fence"
    fence_watch: "FenceWatch"
    filter_run: "FilterRun"
    filter_state: "FilterState"
    flight_settings: "FlightSettings"
    gate_settings: "GateSettings"
    gates: "Gates"
    gnss_errors: "GnssErrors"
    gnss_watch: "GnssWatch"
    ground_contact: "GroundContact"
    ground_torque: "GroundTorque"
    guidance_limits: "GuidanceLimits"
    gyro_filter: "GyroFilter"
    gyro_filter_settings: "GyroFilterSettings"
    heading_errors: "HeadingErrors"
    health_limits: "HealthLimits"
    height_filter: "HeightFilter"
    history: "History"
    imu_offsets: "ImuOffsets"
    intention: "Intention"
    legs: "Legs"
    link_settings: "LinkSettings"
    listening: "Listening"
    measurements: "Measurements"
    mission: "Mission"
    mission_actions: "MissionActions"
    mission_items: "MissionItems"
    mission_start: "MissionStart"
    mixer_in_use: "MixerInUse"
    mixer_table: "MixerTable"
    mixer_work: "MixerWork"
    mode_state: "ModeState"
    motor_health: "MotorHealth"
    motor_model: "MotorModel"
    multirotor_model: "MultirotorModel"
    notices: "Notices"
    output_mixer: "OutputMixer"
    output_state: "OutputState"
    pitot_offset: "PitotOffset"
    pitot_watch: "PitotWatch"
    place: "Place"
    position_gains: "PositionGains"
    position_loop: "PositionLoop"
    preparation: "Preparation"
    process_noise: "ProcessNoise"
    progress: "Progress"
    radio: "Radio"
    radio_channels: "RadioChannels"
    rally_points: "RallyPoints"
    rate_loop: "RateLoop"
    requests: "Requests"
    safety_facts: "SafetyFacts"
    set_point: "SetPoint"
    sonar_facts: "SonarFacts"
    sonar_watch: "SonarWatch"
    stick_attitude: "StickAttitude"
    stick_settings: "StickSettings"
    surface_drift: "SurfaceDrift"
    surface_loops: "SurfaceLoops"
    surface_model: "SurfaceModel"
    surface_settings: "SurfaceSettings"
    surface_stop: "SurfaceStop"
    surface_targets: "SurfaceTargets"
    surface_track: "SurfaceTrack"
    surface_way: "SurfaceWay"
    tecs: "Tecs"
    transition: "Transition"
    vehicle: "Vehicle"
    vtol_settings: "VtolSettings"
    way_ahead: "WayAhead"
    way_home: "WayHome"
    wing_brakes: "WingBrakes"
    wing_flight: "WingFlight"
    wing_guidance: "WingGuidance"
    wing_guidance_settings: "WingGuidanceSettings"
    wing_handling: "WingHandling"
    wing_model: "WingModel"
    wing_speeds: "WingSpeeds"
    wing_trim: "WingTrim"
    work_space: "WorkSpace"
    wrench: "Wrench"
