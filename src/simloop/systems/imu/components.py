"""Columns of the inertial unit: its quality, its biases and temperature, its samples."""

from simloop.world.component import Change, Column, Component, Kind

IMU_MODEL = Component(
    "imu_model",
    Kind.PARAM,
    "Errors and limits of the IMU.",
    (
        Column("imu_accel_sigma_mps2", 1, "m/s^2", "FRD", "white noise of one sample"),
        Column("imu_gyro_sigma_radps", 1, "rad/s", "FRD", "white noise of one sample"),
        Column("imu_accel_limit_mps2", 1, "m/s^2", "FRD", "largest reading", 1e9),
        Column("imu_gyro_limit_radps", 1, "rad/s", "FRD", "largest reading", 1e9),
        Column("imu_accel_bias_range_mps2", 1, "m/s^2", "FRD", "turn-on bias lies within +- this"),
        Column("imu_gyro_bias_range_radps", 1, "rad/s", "FRD", "turn-on bias lies within +- this"),
        Column("imu_accel_bias_decay", 1, "1", "-", "what a drift step keeps", 1.0),
        Column("imu_gyro_bias_decay", 1, "1", "-", "what a drift step keeps", 1.0),
        Column("imu_accel_bias_kick_mps2", 1, "m/s^2", "FRD", "what a drift step adds, 1 sigma"),
        Column("imu_gyro_bias_kick_radps", 1, "rad/s", "FRD", "what a drift step adds, 1 sigma"),
        Column("imu_heating_k", 1, "K", "-", "how much warmer than the air it gets"),
        Column("imu_heating_decay", 1, "1", "-", "what a drift step leaves of the warm-up", 1.0),
    ),
    Change.ONE_TIME,
)

IMU_STATE = Component(
    "imu_state",
    Kind.SAMPLE,
    "What the IMU is like right now; real firmware sees only the temperature.",
    (
        Column("imu_accel_bias_frd_mps2", 3, "m/s^2", "FRD", "accelerometer bias"),
        Column("imu_gyro_bias_frd_radps", 3, "rad/s", "FRD", "gyro bias"),
        Column("imu_temperature_k", 1, "K", "-", "temperature of the unit", 288.15),
    ),
)

IMU_MEAN = Component(
    "imu_mean",
    Kind.SAMPLE,
    "What an IMU that shows fewer samples than there are ticks has felt since the last one.",
    (
        Column("imu_mean_rate_frd_radps", 3, "rad/s", "FRD", "mean angular velocity"),
        Column("imu_mean_acceleration_frd_mps2", 3, "m/s^2", "FRD", "mean acceleration"),
    ),
)

IMU_SAMPLES = Component(
    "imu",
    Kind.SAMPLE,
    "What the IMU says.",
    (
        Column("imu_accel_frd_mps2", 3, "m/s^2", "FRD", "specific force: (0, 0, -g) at rest"),
        Column("imu_gyro_frd_radps", 3, "rad/s", "FRD", "angular velocity"),
        Column("imu_sequence", 1, "1", "-", "samples shown so far"),
    ),
)
