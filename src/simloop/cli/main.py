"""The command line: verbs, options, exit codes; errors are one line on standard error."""

import argparse
import gc
import sys
from collections.abc import Sequence
from typing import NoReturn

from simloop.cli.arguments import Arguments, ShowVersion
from simloop.cli.examples import examples_of
from simloop.cli.launch_option import add_launch_option
from simloop.cli.numbers import count, not_negative, seconds, seed, speed
from simloop.cli.page_options import add_page_options
from simloop.cli.recording_verbs import add_recording_verbs
from simloop.cli.verb import Verb, picture

OK, FAILED, USAGE, ENVIRONMENT, DIFFERENT, INTERRUPTED = 0, 1, 2, 3, 4, 130


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


def program() -> NoReturn:
    """The command `simloop`."""
    from simloop.cli.beside import leave

    leave(main())


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = Arguments(
        prog="simloop",
        description="Software-in-the-loop simulator for vehicles in air, on ground and on water.",
        epilog=examples_of(""),
    )
    parser.add_argument("--version", action=ShowVersion)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    _add_run(verbs)
    add_recording_verbs(verbs)
    _add_list(verbs)
    _add_file_verbs(verbs)
    _add_parameters(verbs)
    _add_analysis(verbs)
    _add_compare(verbs)
    _add_upkeep(verbs)
    for name, verb in verbs.choices.items():
        verb.epilog = examples_of(name)
    return parser


def _add_run(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    run = verbs.add_parser("run", help="run a scenario", description="Run a scenario to its end.")
    run.add_argument(
        "scenario", nargs="?", default="square", help="name, file or config.lock (square)"
    )
    run.add_argument("--vehicle", metavar="MODEL", help="fly this vehicle instead")
    run.add_argument("--count", type=count, metavar="N", help="fly so many of it")
    run.add_argument("--speed", type=speed, metavar="X|max", help="times real time, or flat out")
    run.add_argument("--for", dest="for_s", type=seconds, metavar="S", help="stop after S seconds")
    run.add_argument("--seed", type=seed, metavar="N", help="where all chance comes from")
    run.add_argument(
        "--headless", action="store_true", help="no page; prints what 'simloop view' takes"
    )
    run.add_argument(
        "--quiet", action="store_true", help="no status line and no events, only how it ended"
    )
    run.add_argument(
        "--history-mb",
        type=not_negative,
        default=256.0,
        metavar="N",
        help="memory for looking back on the page (256); 0 keeps no history",
    )
    run.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="change a value; repeatable"
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
        help="talk to ground stations: udpout:HOST:PORT, udpin or tcpin "
        "(UDP 14550 and 14540, TCP 5760); repeatable",
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
    run.add_argument(
        "--threads", type=count, metavar="N", help="threads of the step (one per processor)"
    )
    run.add_argument("--interpreted", action="store_true", help="do not compile: slow, same bits")
    run.add_argument("--profile", action="store_true", help="time every system (slows the run)")
    run.add_argument("--json", action="store_true", help="print the result as one JSON object")
    add_launch_option(run)
    add_page_options(run)
    run.set_defaults(verb=_verb("run", "run"))
    view = verbs.add_parser(
        "view",
        help="open a page for a recorded run, or for one that goes on without a page",
        description="Play a recording on a page, or two over each other; or watch a run.",
    )
    view.add_argument(
        "what",
        nargs="+",
        metavar="RUN|ADDRESS",
        help="run directory or .mcap file, or two of them; or scene://... of a run under way",
    )
    view.add_argument("--loop", action="store_true", help="begin again at the end")
    view.add_argument(
        "--align",
        choices=("start", "time"),
        default="start",
        help="how two runs are laid over each other: from their starts, or by simulated time",
    )
    view.add_argument(
        "--out", metavar="DIR", help="where a branch is recorded (default: beside the recording)"
    )
    view.add_argument(
        "--token-file",
        metavar="FILE",
        help="holds the token of a run under way (default: the variable SIMLOOP_TOKEN)",
    )
    add_page_options(view)
    view.set_defaults(verb=_verb("view", "view"))


def _add_list(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    listing = verbs.add_parser(
        "list", help="list what is there", description="List what can be named in files and here."
    )
    files = ("vehicles", "worlds", "scenarios")
    plugins = ("systems", "adapters", "links", "autopilots", "panels")
    listing.add_argument("kind", choices=(*files, *plugins, "failures"))
    listing.add_argument("--json", action="store_true", help="print as JSON")
    listing.add_argument("--vehicle", metavar="V", help="only failures that this vehicle can have")
    listing.set_defaults(verb=_verb("listing", "list_things"))


def _add_file_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    check = verbs.add_parser(
        "check",
        help="check a scenario, vehicle or world file",
        description="Read a file as a run would, and say what is wrong with it.",
    )
    check.add_argument("file", help="file, or name of a scenario, vehicle or world")
    check.add_argument("--json", action="store_true", help="print as JSON")
    check.set_defaults(verb=_verb("check", "check"))
    info = verbs.add_parser(
        "info",
        help="what a vehicle can do",
        description="Mass, speeds, reserves of a vehicle, found without a run.",
    )
    info.add_argument("model", help="name or file of a vehicle")
    info.add_argument("--json", action="store_true", help="print as JSON")
    info.add_argument("--plot", type=picture, metavar="FILE", help="draw it: .png, .svg or .pdf")
    info.set_defaults(verb=_verb("info", "info"))


def _add_parameters(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    params = verbs.add_parser(
        "params",
        help="list, save or load firmware parameters",
        description="Firmware parameters of a vehicle: list, save to a file, load into its memory.",
    )
    params.add_argument("action", choices=("list", "save", "load"))
    params.add_argument("model", help="name or file of a vehicle")
    params.add_argument("file", nargs="?", help="a .yaml, .params or .param file")
    params.add_argument("--memory", metavar="DIR", help="what a vehicle has kept there")
    params.add_argument("--scenario", default="stand", help="whose place counts, for declination")
    params.add_argument("--name", metavar="NAME", help="of the vehicle (default: MODEL_0)")
    params.add_argument("--json", action="store_true", help="print as JSON")
    params.set_defaults(verb=_verb("params", "params"))


def _add_analysis(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    trim = verbs.add_parser(
        "trim",
        help="find steady motion of a vehicle",
        description="Find attitude and commands that hold a speed, a climb and a turn.",
    )
    linear = verbs.add_parser(
        "linearise",
        help="linear model and modes about steady motion",
        description="Find steady motion, and how small departures from it behave.",
    )
    for verb in (trim, linear):
        verb.add_argument("model", help="name or file of a vehicle")
        verb.add_argument(
            "--speed", type=not_negative, required=True, metavar="V", help="m/s; 0 hovers"
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
    compare.add_argument("--seed", type=seed, metavar="N", help="where all chance comes from")
    compare.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="change a value of both"
    )
    compare.add_argument("--out", metavar="DIR", help="where the report goes (default: runs/...)")
    compare.add_argument("--no-out", action="store_true", help="write no report")
    add_launch_option(compare)
    compare.add_argument("--json", action="store_true", help="print as JSON")
    compare.set_defaults(verb=_verb("compare", "show_comparison"))


def _add_upkeep(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    bench = verbs.add_parser(
        "bench",
        help="measure the speed of this machine",
        description="Measure how fast this machine runs one quad and fleets of them.",
    )
    bench.add_argument("--json", action="store_true", help="print as JSON")
    bench.set_defaults(verb=_verb("bench", "bench"))
    warm = verbs.add_parser(
        "warm",
        help="compile scenarios ahead, so that their runs start fast",
        description="Compile scenarios ahead, so that their runs start fast.",
    )
    warm.add_argument("scenarios", nargs="*", help="names or files (default: the first flight)")
    warm.set_defaults(verb=_verb("warm", "warm"))


def _verb(module: str, function: str) -> Verb:
    return Verb(module, function)


if __name__ == "__main__":
    program()
