// Written by `python -m simloop.studio.typescript FILE` from the Python messages.

export interface Hello {
  readonly scenario: string;
  readonly description: string;
  readonly tick_rate_hz: number;
  readonly vehicles: readonly string[];
  readonly verbs: readonly string[];
  readonly questions: readonly string[];
  readonly source: "run" | "recording";
  readonly role: "view" | "operate" | "admin";
  readonly type: "hello";
}

export interface WheelLook {
  readonly place_frd_m: readonly [number, number, number];
  readonly radius_m: number;
  readonly steers: boolean;
}

export interface SolidLook {
  readonly shape: string;
  readonly offset_frd_m: readonly [number, number, number];
  readonly attitude_wxyz: readonly [number, number, number, number];
  readonly box_m: readonly [number, number, number] | null;
  readonly radius_m: number | null;
  readonly length_m: number | null;
  readonly points_m: readonly (readonly [number, number, number])[];
}

export interface LampLook {
  readonly kind: string;
  readonly power: number;
  readonly reach_m: number;
}

export interface Look {
  readonly shape: string;
  readonly colour: string;
  readonly size_m: number;
  readonly box_m: readonly [number, number, number] | null;
  readonly radius_m: number | null;
  readonly length_m: number | null;
  readonly rotors_frd_m: readonly (readonly [number, number, number])[];
  readonly rotor_directions: readonly number[];
  readonly wing_span_m: number | null;
  readonly standing_height_m: number;
  readonly tail: "cross" | "v" | "none";
  readonly wheels: readonly WheelLook[];
  readonly rudder_frd_m: readonly [number, number, number] | null;
  readonly solids: readonly SolidLook[];
  readonly points_m: readonly (readonly [number, number, number])[];
  readonly heights_m: readonly (readonly number[])[];
  readonly spacing_m: number;
  readonly lamp: LampLook | null;
  readonly mesh: string | null;
}

export interface Item {
  readonly index: number;
  readonly name: string;
  readonly kind: string;
  readonly model: string;
  readonly position_ned_m: readonly [number, number, number] | null;
  readonly attitude_wxyz: readonly [number, number, number, number] | null;
  readonly look: Look | null;
  readonly home_ned_m: readonly [number, number, number] | null;
  readonly plan_ned_m: readonly (readonly [number, number, number])[];
  readonly ghost: boolean;
}

export interface Ground {
  readonly south_west_ne_m: readonly [number, number];
  readonly spacing_m: number;
  readonly heights_m: readonly (readonly number[])[];
}

export interface Water {
  readonly level_down_m: number;
  readonly waves: readonly (readonly number[])[];
}

export interface SceneMessage {
  readonly tick: number;
  readonly items: readonly Item[];
  readonly ground: Ground | null;
  readonly water: Water | null;
  readonly ghost_water: Water | null;
  readonly type: "scene";
}

export interface DeltaMessage {
  readonly tick: number;
  readonly items: readonly Item[];
  readonly removed: readonly number[];
  readonly type: "delta";
}

export interface VehicleStatus {
  readonly index: number;
  readonly armed: boolean;
  readonly mode: string;
  readonly doing: string;
  readonly waypoint: number;
  readonly battery: number | null;
  readonly gnss_fix: number | null;
  readonly health: "good" | "poor" | "lost";
  readonly failures: readonly string[];
}

export interface StatusMessage {
  readonly vehicles: readonly VehicleStatus[];
  readonly type: "status";
}

export interface EventMessage {
  readonly tick: number;
  readonly time_s: number;
  readonly vehicle: string;
  readonly name: string;
  readonly words: string;
  readonly level: "info" | "good" | "warn" | "bad";
  readonly type: "event";
}

export interface AnswerMessage {
  readonly id: string;
  readonly state: "queued" | "executed" | "refused";
  readonly tick: number;
  readonly reason: string;
  readonly data: unknown;
  readonly type: "answer";
}

export interface DataMessage {
  readonly id: string;
  readonly tick: number;
  readonly data: unknown;
  readonly refused: string;
  readonly type: "data";
}

export interface VerdictMessage {
  readonly outcome: "success" | "failure";
  readonly reasons: readonly string[];
  readonly words: string;
  readonly tick: number;
  readonly time_s: number;
  readonly type: "verdict";
}

export interface EndMessage {
  readonly words: string;
  readonly type: "end";
}

export interface CommandMessage {
  readonly id: string;
  readonly verb: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly type: "command";
}

export interface QuestionMessage {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly type: "question";
}

export interface JoinMessage {
  readonly token: string;
  readonly type: "join";
}

export interface AwayMessage {
  readonly away: boolean;
  readonly type: "away";
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface ColumnRow {
  readonly name: string;
  readonly size: number;
  readonly unit: string;
  readonly frame: string;
  readonly meaning: string;
  readonly edit: "no" | "set" | "set_state";
}

export interface ComponentRow {
  readonly name: string;
  readonly kind: "param" | "intent" | "truth" | "sample";
  readonly meaning: string;
  readonly columns: readonly ColumnRow[];
}

export interface EntityDetail {
  readonly name: string;
  readonly kind: string;
  readonly parent: string;
  readonly facts: readonly Fact[];
  readonly components: readonly ComponentRow[];
}

export interface ColumnValues {
  readonly name: string;
  readonly values: readonly (number | string | null)[];
}

export interface Columns {
  readonly tick: number;
  readonly rows: readonly ColumnValues[];
}

export interface Surfaces {
  readonly aileron_rad: number;
  readonly elevator_rad: number;
  readonly rudder_rad: number;
  readonly flaps_rad: number;
}

export interface Steering {
  readonly wheels_rad: number | null;
  readonly rudder_rad: number | null;
  readonly thrusters: readonly number[];
}

export interface Setpoint {
  readonly position_ned_m: readonly [number, number, number] | null;
  readonly velocity_ned_mps: readonly [number, number, number] | null;
  readonly attitude_wxyz: readonly [number, number, number, number] | null;
}

export interface WindAt {
  readonly mean_ned_mps: readonly [number, number, number];
  readonly gust_ned_mps: readonly [number, number, number];
}

export interface Thrust {
  readonly place_frd_m: readonly [number, number, number];
  readonly axis_frd: readonly [number, number, number];
  readonly force_n: number;
}

export interface Forces {
  readonly force_frd_n: readonly [number, number, number];
  readonly torque_frd_nm: readonly [number, number, number];
  readonly weight_n: number;
  readonly thrusts: readonly Thrust[];
}

export interface Touch {
  readonly point_ned_m: readonly [number, number, number];
  readonly force_ned_n: readonly [number, number, number];
}

export interface RangeBeam {
  readonly distance_m: number;
  readonly most_m: number;
  readonly echo: boolean;
}

export interface GnssFix {
  readonly position_ned_m: readonly [number, number, number];
  readonly sigma_ned_m: readonly [number, number, number];
  readonly fix_type: number;
}

export interface Estimate {
  readonly position_ned_m: readonly [number, number, number];
  readonly attitude_wxyz: readonly [number, number, number, number];
  readonly error_m: number;
}

export interface VehicleDetails {
  readonly index: number;
  readonly name: string;
  readonly position_ned_m: readonly [number, number, number];
  readonly rotor_speeds_radps: readonly number[];
  readonly propeller_speed_radps: number | null;
  readonly surfaces: Surfaces | null;
  readonly steering: Steering | null;
  readonly setpoint: Setpoint | null;
  readonly wind: WindAt | null;
  readonly forces: Forces | null;
  readonly touches: readonly Touch[];
  readonly beam: RangeBeam | null;
  readonly gnss: GnssFix | null;
  readonly field_frd_t: readonly [number, number, number] | null;
  readonly estimate: Estimate | null;
}

export interface Details {
  readonly vehicles: readonly VehicleDetails[];
}

export interface EntityRow {
  readonly index: number;
  readonly name: string;
  readonly kind: string;
  readonly parent: number | null;
  readonly model: string;
}

export interface Entities {
  readonly rows: readonly EntityRow[];
}

export interface Environment {
  readonly feels_wind: boolean;
  readonly wind_mps: number;
  readonly wind_from_deg: number;
  readonly has_obstacles: boolean;
}

export interface FailureKind {
  readonly component: string;
  readonly kind: string;
  readonly meaning: string;
  readonly strength: Readonly<Record<string, unknown>>;
}

export interface FailureKinds {
  readonly rows: readonly FailureKind[];
}

export interface FailureRow {
  readonly component: string;
  readonly kind: string;
  readonly instance: number;
  readonly running: boolean;
  readonly seconds_to_change: number | null;
  readonly share: number;
  readonly strength: Readonly<Record<string, unknown>>;
}

export interface Failures {
  readonly rows: readonly FailureRow[];
}

export interface Instruments {
  readonly vehicle: string;
  readonly airspeed_mps: number | null;
  readonly height_msl_m: number | null;
  readonly height_agl_m: number | null;
  readonly wind_ned_mps: readonly [number, number, number] | null;
  readonly battery_v: number | null;
  readonly battery_a: number | null;
  readonly satellites: number | null;
  readonly drive: number | null;
  readonly moves: "air" | "ground" | "water";
  readonly throttle: number | null;
  readonly steering: number | null;
  readonly wheels_rad: number | null;
}

export interface MeshAnswer {
  readonly data: string;
}

export interface MissionItem {
  readonly command: string;
  readonly north_m: number | null;
  readonly east_m: number | null;
  readonly altitude_m: number | null;
  readonly hold_s: number | null;
  readonly speed_mps: number | null;
  readonly heading_deg: number | null;
  readonly radius_m: number | null;
  readonly turns: number | null;
  readonly to_item: number | null;
  readonly times: number | null;
  readonly code: number | null;
  readonly parameters: readonly (number | null)[];
}

export interface PlanOrigin {
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  readonly altitude_m: number;
  readonly degrees_per_m_north: number;
  readonly degrees_per_m_east: number;
}

export interface OrderAnswer {
  readonly order: string;
  readonly accepted: boolean;
  readonly words: string;
  readonly tick: number;
}

export interface MissionPlan {
  readonly name: string;
  readonly items: readonly MissionItem[];
  readonly room: number;
  readonly current: number;
  readonly armed: boolean;
  readonly flying: boolean;
  readonly mode: string;
  readonly cruise_speed_mps: number;
  readonly on_surface: boolean;
  readonly glides: boolean;
  readonly home_from_start_ned_m: readonly [number, number, number];
  readonly home: PlanOrigin | null;
  readonly order: OrderAnswer | null;
}

export interface ParameterRow {
  readonly name: string;
  readonly value: number;
  readonly default: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly whole: boolean;
  readonly unit: string;
  readonly meaning: string;
}

export interface Parameters {
  readonly name: string;
  readonly rows: readonly ParameterRow[] | null;
  readonly values: readonly number[];
}

export interface Radio {
  readonly sticks: readonly number[];
  readonly reversed: readonly number[];
  readonly arm: number | null;
  readonly override: readonly number[];
  readonly mode: number | null;
  readonly modes: readonly string[];
}

export interface Pilot {
  readonly airframe: "multirotor" | "wing" | "vtol" | "rover" | "boat" | "other";
  readonly radio: Radio;
  readonly mode: string;
  readonly mode_place: number | null;
  readonly armed: boolean;
  readonly flying: boolean;
  readonly position_ok: boolean;
  readonly height_m: number | null;
}

export interface PortLine {
  readonly owner: string;
  readonly kind: string;
  readonly host: string;
  readonly numbers: string;
  readonly waits: boolean;
  readonly vehicles: readonly string[];
}

export interface Ports {
  readonly rows: readonly PortLine[];
}

export interface FieldRow {
  readonly name: string;
  readonly topic: string;
  readonly path: string;
  readonly unit: string;
  readonly vehicle: string;
}

export interface Fields {
  readonly rows: readonly FieldRow[];
}

export interface Series {
  readonly field: string;
  readonly run: string;
  readonly unit: string;
  readonly times_s: readonly number[];
  readonly values: readonly (number | null)[];
}

export interface Samples {
  readonly series: readonly Series[];
}

export interface Marker {
  readonly tick: number;
  readonly time_s: number;
  readonly vehicle: string;
  readonly words: string;
  readonly level: "info" | "good" | "warn" | "bad";
}

export interface Timeline {
  readonly first_tick: number;
  readonly last_tick: number;
  readonly tick_rate_hz: number;
  readonly can_branch: boolean;
  readonly markers: readonly Marker[];
  readonly branches: readonly number[];
  readonly branch_refusal: string;
}

export interface Past {
  readonly tick: number;
  readonly poses: string;
  readonly status: readonly VehicleStatus[];
  readonly items: readonly Item[] | null;
}

export interface ModeChange {
  readonly tick: number;
  readonly index: number;
  readonly mode: string;
}

export interface Track {
  readonly frames: readonly string[];
  readonly modes: readonly ModeChange[];
}

export interface TopicRow {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly publishers: readonly string[];
  readonly subscribers: readonly string[];
}

export interface ServiceRow {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly server: string;
  readonly request: string;
}

export interface Topics {
  readonly version: string;
  readonly topics: readonly TopicRow[] | null;
  readonly services: readonly ServiceRow[] | null;
}

export interface MessageField {
  readonly path: string;
  readonly type: string;
  readonly length: number | null;
  readonly unit: string;
  readonly default: unknown;
}

export interface MessageForm {
  readonly type: string;
  readonly fields: readonly MessageField[];
}

export interface EchoedMessage {
  readonly number: number;
  readonly tick: number;
  readonly time_s: number;
  readonly values: unknown;
}

export interface Echo {
  readonly topic: string;
  readonly type: string;
  readonly heard: number;
  readonly rate_hz: number | null;
  readonly messages: readonly EchoedMessage[];
}

export interface ComparisonRow {
  readonly vehicle: string;
  readonly rms_m: number;
  readonly most_m: number;
  readonly most_at_s: number;
  readonly last_m: number;
}

export interface Comparison {
  readonly first: string;
  readonly second: string;
  readonly from_s: number;
  readonly to_s: number;
  readonly rows: readonly ComparisonRow[];
  readonly only_first: readonly string[];
  readonly only_second: readonly string[];
}

export type FromSimulator = Hello | SceneMessage | DeltaMessage | StatusMessage | EventMessage | AnswerMessage | DataMessage | VerdictMessage | EndMessage;

export type FromClient = CommandMessage | QuestionMessage | JoinMessage | AwayMessage;

export interface Answers {
  readonly inspect: EntityDetail;
  readonly columns: Columns;
  readonly details: Details;
  readonly entities: Entities;
  readonly environment: Environment;
  readonly failure_kinds: FailureKinds;
  readonly failures: Failures;
  readonly instruments: Instruments;
  readonly mesh: MeshAnswer;
  readonly mission: MissionPlan;
  readonly parameters: Parameters;
  readonly pilot: Pilot;
  readonly ports: Ports;
  readonly fields: Fields;
  readonly samples: Samples;
  readonly timeline: Timeline;
  readonly past: Past;
  readonly track: Track;
  readonly topics: Topics;
  readonly message: MessageForm;
  readonly echo: Echo;
  readonly comparison: Comparison;
}

export const HEAD = {
  version: 0,
  flags: 1,
  spare: 2,
  count: 4,
  tick: 8,
  time_s: 16,
  real_time_factor: 24,
  speed: 28,
  bytes: 32,
};

export const POSE = {
  index: 0,
  position_ned_m: 4,
  attitude_wxyz: 16,
  velocity_ned_cmps: 32,
  drive: 38,
  crashed: 39,
  bytes: 40,
};

export const POSES_VERSION = 1;
export const PAUSED = 1;
