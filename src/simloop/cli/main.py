"""The command line: verbs, options, exit codes; errors are one line on standard error."""

import argparse
import gc
import sys
from collections.abc import Sequence

from simloop.cli.recording_verbs import add_recording_verbs
from simloop.cli.verb import Verb, picture

OK, FAILED, USAGE, ENVIRONMENT, DIFFERENT, INTERRUPTED = 0, 1, 2, 3, 4, 130

_EPILOG = """examples:
  simloop run                             fly the default square in wind
  simloop run hover --vehicle racer       another scenario, another vehicle
  simloop run --count 100 --speed max     a hundred quads, as fast as they go
  simloop run --set seed=7 --for 20       change any value of the scenario
  simloop run --fail gps=off@15+10        no GNSS from 15 s on, for 10 s
  simloop run --record                    record it, then: simloop report runs/...
  simloop list scenarios                  what there is to fly
  simloop info hexa                       mass, hover throttle, thrust-to-weight
  simloop params save quad quad.param     its firmware parameters, for a ground station
  simloop trim aerosonde --speed 25       attitude and commands of steady flight
  simloop linearise aerosonde --speed 25  linear model, modes
  simloop figures quad                    how well the firmware flies it
  simloop compare c172p_patrol c172p_light_patrol    JSBSim's Cessna and ours
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return its exit code."""
    options = _parser().parse_args(arguments)
    # Imports and set-up make no garbage worth looking for: a fifth of the start is saved.
    gc.disable()
    # Verbs import what they need, so that --help and list answer at once.
    from simloop.cli.mistakes import explain

    try:
        code: int = options.verb(options)
        return code
    except KeyboardInterrupt:
        print("simloop: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return OK
    except Exception as error:
        line, code = explain(error)
        print(f"simloop: {line}", file=sys.stderr)
        return code
    finally:
        gc.enable()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="simloop",
        description="Software-in-the-loop simulator for vehicles in air, on ground and on water.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=_version())
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    _add_run(verbs)
    add_recording_verbs(verbs)
    _add_list(verbs)
    _add_file_verbs(verbs)
    _add_parameters(verbs)
    _add_analysis(verbs)
    _add_compare(verbs)
    _add_upkeep(verbs)
    return parser


def _add_run(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    run = verbs.add_parser("run", help="run a scenario", description="Run a scenario to its end.")
    run.add_argument("scenario", nargs="?", default="square", help="name, file or config.lock")
    run.add_argument("--vehicle", metavar="MODEL", help="fly this vehicle instead")
    run.add_argument("--count", type=_count, metavar="N", help="fly so many of it")
    run.add_argument("--speed", type=_speed, metavar="X|max", help="times real time, or flat out")
    run.add_argument("--for", dest="for_s", type=_seconds, metavar="S", help="stop after S seconds")
    run.add_argument("--seed", type=_seed, metavar="N", help="where all chance comes from")
    run.add_argument("--headless", action="store_true", help="no live status")
    run.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="change a value of the scenario"
    )
    run.add_argument(
        "--fail",
        action="append",
        default=[],
        metavar="WHAT=HOW",
        help="let something fail, such as quad_0:gyro=stuck@20+5 (at 20 s, for 5 s); repeatable",
    )
    run.add_argument(
        "--mavlink",
        action="append",
        nargs="?",
        const="",
        metavar="ENDPOINT",
        help="talk to ground stations: udpout:HOST:PORT, udpin or tcpin (default: see docs)",
    )
    run.add_argument("--rc", metavar="keyboard|DEVICE", help="fly by keyboard or joystick device")
    run.add_argument("--params", metavar="FILE", help="firmware parameters: .yaml, .params, .param")
    run.add_argument("--memory", metavar="DIR", help="keep what vehicles save for the next run")
    run.add_argument(
        "--record",
        nargs="*",
        metavar="TOPIC",
        help="record into run.mcap: a sensible choice of topics, or those named ('*': all)",
    )
    run.add_argument("--out", metavar="DIR", help="run directory (default: runs/...)")
    run.add_argument("--no-out", action="store_true", help="write no run directory")
    run.add_argument("--threads", type=_count, default=1, metavar="N", help="threads of the step")
    run.add_argument("--interpreted", action="store_true", help="do not compile: slow, same bits")
    run.add_argument("--profile", action="store_true", help="time every system (slows the run)")
    run.add_argument("--json", action="store_true", help="print the result as one JSON object")
    run.set_defaults(verb=_verb("run", "run"))


def _add_list(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    listing = verbs.add_parser("list", help="list what is there")
    files = ("vehicles", "worlds", "scenarios")
    plugins = ("systems", "adapters", "links", "autopilots")
    listing.add_argument("kind", choices=(*files, *plugins, "failures"))
    listing.add_argument("--json", action="store_true", help="print as JSON")
    listing.add_argument("--vehicle", metavar="V", help="only failures that this vehicle can have")
    listing.set_defaults(verb=_verb("listing", "list_things"))


def _add_file_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    check = verbs.add_parser("check", help="check a scenario, vehicle or world file")
    check.add_argument("file", help="file, or name of a scenario, vehicle or world")
    check.add_argument("--json", action="store_true", help="print as JSON")
    check.set_defaults(verb=_verb("check", "check"))
    info = verbs.add_parser("info", help="what a vehicle can do")
    info.add_argument("model", help="name or file of a vehicle")
    info.add_argument("--json", action="store_true", help="print as JSON")
    info.add_argument("--plot", type=picture, metavar="FILE", help="draw it: .png, .svg or .pdf")
    info.set_defaults(verb=_verb("info", "info"))


def _add_parameters(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    params = verbs.add_parser("params", help="list, save or load firmware parameters")
    params.add_argument("action", choices=("list", "save", "load"))
    params.add_argument("model", help="name or file of a vehicle")
    params.add_argument("file", nargs="?", help="a .yaml, .params or .param file")
    params.add_argument("--memory", metavar="DIR", help="what a vehicle has kept there")
    params.add_argument("--scenario", default="stand", help="whose place counts, for declination")
    params.add_argument("--name", metavar="NAME", help="of the vehicle (default: MODEL_0)")
    params.add_argument("--json", action="store_true", help="print as JSON")
    params.set_defaults(verb=_verb("params", "params"))


def _add_analysis(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    trim = verbs.add_parser("trim", help="find steady motion of a vehicle")
    linear = verbs.add_parser("linearise", help="linear model and modes about steady motion")
    for verb in (trim, linear):
        verb.add_argument("model", help="name or file of a vehicle")
        verb.add_argument(
            "--speed", type=_not_negative, required=True, metavar="V", help="m/s; 0 hovers"
        )
        verb.add_argument(
            "--flight-path", type=float, default=0.0, metavar="DEG", help="climb angle"
        )
        verb.add_argument("--turn-radius", type=float, metavar="R", help="m, positive to the right")
        verb.add_argument("--altitude", type=float, metavar="M", help="above sea level")
        verb.add_argument("--json", action="store_true", help="print as JSON")
        verb.add_argument("--plot", type=picture, metavar="FILE", help="draw it: .png, .svg, .pdf")
    figures = verbs.add_parser(
        "figures",
        help="how well the firmware flies a vehicle",
        description="Fly the trials of docs/flight_figures.md, sensors to motors, and measure.",
    )
    figures.add_argument("model", nargs="?", help="name or file of a vehicle")
    figures.add_argument("--all", action="store_true", help="all that the firmware flies")
    figures.add_argument("--page", metavar="FILE", help="write a page in Markdown instead")
    figures.add_argument("--json", action="store_true", help="print as JSON")
    figures.set_defaults(verb=_verb("flight_figures", "show_figures"))
    trim.set_defaults(verb=_verb("trim", "find_trim"))
    linear.set_defaults(verb=_verb("linearise", "show_model"))


def _add_compare(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compare = verbs.add_parser(
        "compare",
        help="fly two scenarios and tell how far they are apart",
        description="Fly one mission on two vehicles or simulators, and report the difference.",
    )
    compare.add_argument("first", help="name or file of a scenario")
    compare.add_argument("second", help="the other one")
    compare.add_argument("--vehicle", metavar="NAME", help="whom to compare (default: the first)")
    compare.add_argument("--seed", type=_seed, metavar="N", help="where all chance comes from")
    compare.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="change a value of both"
    )
    compare.add_argument("--out", metavar="DIR", help="where the report goes (default: runs/...)")
    compare.add_argument("--no-out", action="store_true", help="write no report")
    compare.add_argument("--json", action="store_true", help="print as JSON")
    compare.set_defaults(verb=_verb("compare", "show_comparison"))


def _add_upkeep(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    bench = verbs.add_parser("bench", help="measure the speed of this machine")
    bench.add_argument("--json", action="store_true", help="print as JSON")
    bench.set_defaults(verb=_verb("bench", "bench"))
    warm = verbs.add_parser("warm", help="compile scenarios ahead, so that their runs start fast")
    warm.add_argument("scenarios", nargs="*", help="names or files (default: the first flight)")
    warm.set_defaults(verb=_verb("warm", "warm"))


def _verb(module: str, function: str) -> Verb:
    return Verb(module, function)


def _version() -> str:
    from importlib.metadata import version

    return f"simloop {version('simloop')}"


def _count(text: str) -> int:
    return _whole(text, 1, "a whole number of at least 1")


def _seed(text: str) -> int:
    return _whole(text, 0, "a whole number of at least 0")


def _whole(text: str, least: int, wanted: str) -> int:
    if not text.isdigit() or int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' is not {wanted}")
    return int(text)


def _seconds(text: str) -> float:
    return _positive(text, "a number of seconds above 0")


def _not_negative(text: str) -> float:
    return 0.0 if text.strip("0.") == "" and "0" in text else _positive(text, "0 or more")


def _speed(text: str) -> float:
    return float("inf") if text == "max" else _positive(text, "a number above 0, or max")


def _positive(text: str, wanted: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not {wanted}")
    return number


if __name__ == "__main__":
    sys.exit(main())
