"""The MAVLink messages that the firmware speaks or understands, as one table.

Each entry is number, name, CRC_EXTRA and fields in the order of the wire; after the bar stand the
extensions of MAVLink 2. Formats are those of `struct`.
"""

from collections.abc import Iterator

from simloop.firmware.mavlink.definition import Definition

TABLE = """
0 HEARTBEAT 50 custom_mode:I type:B autopilot:B base_mode:B system_status:B mavlink_version:B
1 SYS_STATUS 124 onboard_control_sensors_present:I onboard_control_sensors_enabled:I
  onboard_control_sensors_health:I load:H voltage_battery:H current_battery:h drop_rate_comm:H
  errors_comm:H errors_count{1-4}:H battery_remaining:b
  | onboard_control_sensors_present_extended:I onboard_control_sensors_enabled_extended:I
  onboard_control_sensors_health_extended:I
2 SYSTEM_TIME 137 time_unix_usec:Q time_boot_ms:I
4 PING 237 time_usec:Q seq:I target_system:B target_component:B
11 SET_MODE 89 custom_mode:I target_system:B base_mode:B
20 PARAM_REQUEST_READ 214 param_index:h target_system:B target_component:B param_id:16s
21 PARAM_REQUEST_LIST 159 target_system:B target_component:B
22 PARAM_VALUE 220 param_value:f param_count:H param_index:H param_id:16s param_type:B
23 PARAM_SET 168 param_value:f target_system:B target_component:B param_id:16s param_type:B
24 GPS_RAW_INT 24 time_usec:Q lat:i lon:i alt:i eph:H epv:H vel:H cog:H fix_type:B
  satellites_visible:B | alt_ellipsoid:i h_acc:I v_acc:I vel_acc:I hdg_acc:I yaw:H
26 SCALED_IMU 170 time_boot_ms:I xacc:h yacc:h zacc:h xgyro:h ygyro:h zgyro:h xmag:h ymag:h
  zmag:h | temperature:h
27 RAW_IMU 144 time_usec:Q xacc:h yacc:h zacc:h xgyro:h ygyro:h zgyro:h xmag:h ymag:h zmag:h
  | id:B temperature:h
29 SCALED_PRESSURE 115 time_boot_ms:I press_abs:f press_diff:f temperature:h
  | temperature_press_diff:h
30 ATTITUDE 39 time_boot_ms:I roll:f pitch:f yaw:f rollspeed:f pitchspeed:f yawspeed:f
31 ATTITUDE_QUATERNION 246 time_boot_ms:I q{1-4}:f rollspeed:f pitchspeed:f yawspeed:f
  | repr_offset_q:4f
32 LOCAL_POSITION_NED 185 time_boot_ms:I x:f y:f z:f vx:f vy:f vz:f
33 GLOBAL_POSITION_INT 104 time_boot_ms:I lat:i lon:i alt:i relative_alt:i vx:h vy:h vz:h hdg:H
36 SERVO_OUTPUT_RAW 222 time_usec:I servo{1-8}_raw:H port:B | servo{9-16}_raw:H
37 MISSION_REQUEST_PARTIAL_LIST 212 start_index:h end_index:h target_system:B target_component:B
  | mission_type:B
38 MISSION_WRITE_PARTIAL_LIST 9 start_index:h end_index:h target_system:B target_component:B
  | mission_type:B
39 MISSION_ITEM 254 param{1-4}:f x:f y:f z:f seq:H command:H target_system:B target_component:B
  frame:B current:B autocontinue:B | mission_type:B
40 MISSION_REQUEST 230 seq:H target_system:B target_component:B | mission_type:B
41 MISSION_SET_CURRENT 28 seq:H target_system:B target_component:B
42 MISSION_CURRENT 28 seq:H | total:H mission_state:B mission_mode:B
43 MISSION_REQUEST_LIST 132 target_system:B target_component:B | mission_type:B
44 MISSION_COUNT 221 count:H target_system:B target_component:B | mission_type:B
45 MISSION_CLEAR_ALL 232 target_system:B target_component:B | mission_type:B
46 MISSION_ITEM_REACHED 11 seq:H
47 MISSION_ACK 153 target_system:B target_component:B type:B | mission_type:B
48 SET_GPS_GLOBAL_ORIGIN 41 latitude:i longitude:i altitude:i target_system:B | time_usec:Q
49 GPS_GLOBAL_ORIGIN 39 latitude:i longitude:i altitude:i | time_usec:Q
51 MISSION_REQUEST_INT 196 seq:H target_system:B target_component:B | mission_type:B
62 NAV_CONTROLLER_OUTPUT 183 nav_roll:f nav_pitch:f alt_error:f aspd_error:f xtrack_error:f
  nav_bearing:h target_bearing:h wp_dist:H
65 RC_CHANNELS 118 time_boot_ms:I chan{1-18}_raw:H chancount:B rssi:B
66 REQUEST_DATA_STREAM 148 req_message_rate:H target_system:B target_component:B
  req_stream_id:B start_stop:B
69 MANUAL_CONTROL 243 x:h y:h z:h r:h buttons:H target:B
  | buttons2:H enabled_extensions:B s:h t:h aux{1-6}:h
70 RC_CHANNELS_OVERRIDE 124 chan{1-8}_raw:H target_system:B target_component:B
  | chan{9-18}_raw:H
73 MISSION_ITEM_INT 38 param{1-4}:f x:i y:i z:f seq:H command:H target_system:B
  target_component:B frame:B current:B autocontinue:B | mission_type:B
74 VFR_HUD 20 airspeed:f groundspeed:f alt:f climb:f heading:h throttle:H
75 COMMAND_INT 158 param{1-4}:f x:i y:i z:f command:H target_system:B target_component:B frame:B
  current:B autocontinue:B
76 COMMAND_LONG 152 param{1-7}:f command:H target_system:B target_component:B confirmation:B
77 COMMAND_ACK 143 command:H result:B
  | progress:B result_param2:i target_system:B target_component:B
82 SET_ATTITUDE_TARGET 49 time_boot_ms:I q:4f body_roll_rate:f body_pitch_rate:f
  body_yaw_rate:f thrust:f target_system:B target_component:B type_mask:B
84 SET_POSITION_TARGET_LOCAL_NED 143 time_boot_ms:I x:f y:f z:f vx:f vy:f vz:f afx:f afy:f afz:f
  yaw:f yaw_rate:f type_mask:H target_system:B target_component:B coordinate_frame:B
86 SET_POSITION_TARGET_GLOBAL_INT 5 time_boot_ms:I lat_int:i lon_int:i alt:f vx:f vy:f vz:f afx:f
  afy:f afz:f yaw:f yaw_rate:f type_mask:H target_system:B target_component:B
  coordinate_frame:B
109 RADIO_STATUS 185 rxerrors:H fixed:H rssi:B remrssi:B txbuf:B noise:B remnoise:B
110 FILE_TRANSFER_PROTOCOL 84 target_network:B target_system:B target_component:B payload:251s
111 TIMESYNC 34 tc1:q ts1:q
117 LOG_REQUEST_LIST 128 start:H end:H target_system:B target_component:B
118 LOG_ENTRY 56 time_utc:I size:I id:H num_logs:H last_log_num:H
119 LOG_REQUEST_DATA 116 ofs:I count:I id:H target_system:B target_component:B
120 LOG_DATA 134 ofs:I id:H count:B data:90s
121 LOG_ERASE 237 target_system:B target_component:B
122 LOG_REQUEST_END 203 target_system:B target_component:B
125 POWER_STATUS 203 Vcc:H Vservo:H flags:H
132 DISTANCE_SENSOR 85 time_boot_ms:I min_distance:H max_distance:H current_distance:H type:B id:B
  orientation:B covariance:B
  | horizontal_fov:f vertical_fov:f quaternion:4f signal_quality:B
144 FOLLOW_TARGET 127 timestamp:Q custom_state:Q lat:i lon:i alt:f vel:3f acc:3f attitude_q:4f
  rates:3f position_cov:3f est_capabilities:B
147 BATTERY_STATUS 154 current_consumed:i energy_consumed:i temperature:h voltages:10H
  current_battery:h id:B battery_function:B type:B battery_remaining:b
  | time_remaining:i charge_state:B voltages_ext:4H mode:B fault_bitmask:I
148 AUTOPILOT_VERSION 178 capabilities:Q uid:Q flight_sw_version:I middleware_sw_version:I
  os_sw_version:I board_version:I vendor_id:H product_id:H flight_custom_version:8s
  middleware_custom_version:8s os_custom_version:8s | uid2:18s
168 WIND 1 direction:f speed:f speed_z:f
193 EKF_STATUS_REPORT 71 velocity_variance:f pos_horiz_variance:f pos_vert_variance:f
  compass_variance:f terrain_alt_variance:f flags:H | airspeed_variance:f
230 ESTIMATOR_STATUS 163 time_usec:Q vel_ratio:f pos_horiz_ratio:f pos_vert_ratio:f mag_ratio:f
  hagl_ratio:f tas_ratio:f pos_horiz_accuracy:f pos_vert_accuracy:f flags:H
242 HOME_POSITION 104 latitude:i longitude:i altitude:i x:f y:f z:f q:4f approach_x:f
  approach_y:f approach_z:f | time_usec:Q
243 SET_HOME_POSITION 85 latitude:i longitude:i altitude:i x:f y:f z:f q:4f approach_x:f
  approach_y:f approach_z:f target_system:B | time_usec:Q
244 MESSAGE_INTERVAL 95 interval_us:i message_id:H
245 EXTENDED_SYS_STATE 130 vtol_state:B landed_state:B
246 ADSB_VEHICLE 184 ICAO_address:I lat:i lon:i altitude:i heading:H hor_velocity:H
  ver_velocity:h flags:H squawk:H altitude_type:B callsign:9s emitter_type:B tslc:B
247 COLLISION 81 id:I time_to_minimum_delta:f altitude_minimum_delta:f
  horizontal_minimum_delta:f src:B action:B threat_level:B
253 STATUSTEXT 83 severity:B text:50s | id:H chunk_seq:B
256 SETUP_SIGNING 71 initial_timestamp:Q target_system:B target_component:B secret_key:32s
300 PROTOCOL_VERSION 217 version:H min_version:H max_version:H spec_version_hash:8s
  library_version_hash:8s
345 PARAM_ERROR 209 param_index:h target_system:B target_component:B param_id:16s error:B
435 AVAILABLE_MODES 134 custom_mode:I properties:I number_modes:B mode_index:B standard_mode:B
  mode_name:35s
436 CURRENT_MODE 193 custom_mode:I intended_custom_mode:I standard_mode:B
437 AVAILABLE_MODES_MONITOR 30 seq:B
"""


def _definitions(table: str) -> Iterator[Definition]:
    for entry in table.strip().replace("\n  ", " ").splitlines():
        base, _, extension = entry.partition("|")
        number, name, crc_extra, fields = base.split(maxsplit=3)
        yield Definition(int(number), name, int(crc_extra), fields, extension)


BY_NAME = {definition.name: definition for definition in _definitions(TABLE)}
BY_ID = {definition.id: definition for definition in BY_NAME.values()}
