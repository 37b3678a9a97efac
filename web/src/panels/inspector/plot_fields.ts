// Which fields of topics carry the numbers of a column, so that they can be plotted.

const XYZ = ["x", "y", "z"];

const CARRIED: Record<string, readonly [topic: string, ...paths: string[]]> = {
  position_ned_m: ["sim/truth_state", ...XYZ.map((axis) => `pose.position.${axis}`)],
  attitude_wxyz: ["sim/truth_state", ...["w", ...XYZ].map((axis) => `pose.orientation.${axis}`)],
  velocity_frd_mps: ["sim/truth_state", ...XYZ.map((axis) => `twist.linear.${axis}`)],
  rate_frd_radps: ["sim/truth_state", ...XYZ.map((axis) => `twist.angular.${axis}`)],
  acceleration_frd_mps2: ["sim/truth_state", ...XYZ.map((axis) => `acceleration.linear.${axis}`)],
  angular_acceleration_frd_radps2: [
    "sim/truth_state",
    ...XYZ.map((axis) => `acceleration.angular.${axis}`),
  ],
  wind_ned_mps: ["sim/truth_wind", ...XYZ.map((axis) => `vector.${axis}`)],
  force_frd_n: ["sim/forces_and_moments", ...XYZ.map((axis) => `wrench.force.${axis}`)],
  torque_frd_nm: ["sim/forces_and_moments", ...XYZ.map((axis) => `wrench.torque.${axis}`)],
  fw_attitude_wxyz: [
    "estimated_state",
    ...["w", ...XYZ].map((axis) => `pose.orientation.${axis}`),
  ],
  fw_rate_frd_radps: ["estimated_state", ...XYZ.map((axis) => `twist.angular.${axis}`)],
  imu_gyro_frd_radps: ["sim/sensors/imu/data", ...XYZ.map((axis) => `angular_velocity.${axis}`)],
  imu_accel_frd_mps2: ["sim/sensors/imu/data", ...XYZ.map((axis) => `linear_acceleration.${axis}`)],
  imu_gyro_bias_frd_radps: [
    "sim/truth_imu_bias",
    ...XYZ.map((axis) => `angular_velocity.${axis}`),
  ],
  imu_accel_bias_frd_mps2: [
    "sim/truth_imu_bias",
    ...XYZ.map((axis) => `linear_acceleration.${axis}`),
  ],
  mag_field_frd_t: ["sim/sensors/mag", ...XYZ.map((axis) => `magnetic_field.${axis}`)],
  baro_pressure_pa: ["sim/sensors/baro", "pressure"],
  baro_temperature_k: ["sim/sensors/baro", "temperature"],
  gnss_velocity_ned_mps: ["sim/sensors/gnss", "vel_n", "vel_e", "vel_d"],
  gnss_accuracy: [
    "sim/sensors/gnss",
    "horizontal_accuracy",
    "vertical_accuracy",
    "speed_accuracy",
  ],
  gnss_fix_type: ["sim/sensors/gnss", "fix_type"],
  gnss_satellites: ["sim/sensors/gnss", "num_sat"],
  diff_pressure_pa: ["sim/sensors/diff_pressure", "differential_pressure"],
  sonar_range_m: ["sim/sensors/range", "range"],
  battery_voltage_v: ["sim/sensors/battery", "voltage"],
  battery_current_a: ["sim/sensors/battery", "current"],
};

/** The fields of a column, named `topic.field`; none if this vehicle does not publish them. */
export function plotFields(
  column: string,
  vehicle: string,
  publishers: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const [topic, ...paths] = CARRIED[column] ?? [""];
  if (!topic) return [];
  // Topics begin with the vehicle's name once there are several.
  const names = [`${vehicle}/${topic}`, topic];
  const name = names.find((each) => publishers.get(each)?.includes(vehicle));
  return name ? paths.map((path) => `${name}.${path}`) : [];
}
