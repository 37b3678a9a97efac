"""The examples below the help of each verb; every line works as it stands."""

_RECORD = ("simloop run --speed max --record --out first", "a recording to work on")

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("simloop run", "fly the default square in wind"),
        ("simloop run --record --out first", "record it"),
        ("simloop view first", "look at the recording in the browser"),
        ("simloop list scenarios", "what there is to fly"),
        ("simloop info hexa", "mass, hover throttle, thrust-to-weight"),
        ("simloop run --help", "more of these for every verb"),
    ),
    "run": (
        ("simloop run", "fly the default square in wind"),
        ("simloop run hover --vehicle racer", "another scenario, another vehicle"),
        ("simloop run --count 100 --speed max", "a hundred quads, as fast as they go"),
        ("simloop run --set seed=7 --for 20", "change any value of the scenario"),
        ("simloop run --fail gps=off@15+10", "no GNSS from 15 s on, for 10 s"),
        ("simloop run --record --out first", "record it, then: simloop view first"),
        ("simloop run --headless", "no page; 'simloop view' opens one later"),
        ("simloop run --mavlink", "reachable by QGroundControl and MAVSDK"),
    ),
    "view": (
        _RECORD,
        ("simloop view first", "play it on a page"),
        ("simloop view first --loop --page-port 0", "again and again, at any free port"),
    ),
    "replay": (_RECORD, ("simloop replay first", "simulate it again and compare")),
    "diff": (
        _RECORD,
        ("simloop run --speed max --record --out second --seed 2", "another one"),
        ("simloop diff first second", "where they part"),
    ),
    "plot": (
        _RECORD,
        ("simloop plot first", "what there is to draw"),
        ("simloop plot first sim/truth_state.pose.position.z --out z.png", "one field"),
    ),
    "export": (
        _RECORD,
        ("simloop export first", "CSV, into first/csv"),
        ("simloop export first --topic sim/truth_state --out truth", "one topic"),
    ),
    "report": (_RECORD, ("simloop report first", "writes first/report.html")),
    "list": (
        ("simloop list scenarios", "what there is to run"),
        ("simloop list failures --vehicle quad", "what can fail on a quad"),
    ),
    "check": (
        ("simloop check square", "a scenario of the library, or a file of yours"),
        ("simloop check quad", "a vehicle"),
    ),
    "info": (
        ("simloop info hexa", "mass, hover throttle, thrust-to-weight"),
        ("simloop info aerosonde --plot polar.png", "stall, glide, cruise, and a picture"),
    ),
    "params": (
        ("simloop params list quad", "names, values, meaning"),
        ("simloop params save quad quad.param", "for a ground station, or for 'run --params'"),
    ),
    "trim": (
        ("simloop trim aerosonde --speed 25", "attitude and commands of steady flight"),
        ("simloop trim aerosonde --speed 25 --turn-radius 150", "in a turn"),
    ),
    "linearise": (("simloop linearise aerosonde --speed 25", "A and B, phugoid, dutch roll"),),
    "figures": (("simloop figures quad", "how well the firmware flies it"),),
    "compare": (("simloop compare c172p_patrol c172p_light_patrol", "JSBSim's Cessna and ours"),),
    "bench": (("simloop bench", "one quad, a hundred and a thousand"),),
    "warm": (("simloop warm square swarm", "compile both; no argument: the first flight"),),
}


def examples_of(verb: str) -> str:
    """The examples of a verb, or of all without one, in two columns."""
    lines = EXAMPLES[verb]
    width = max(len(command) for command, _ in lines)
    return "\n".join(["examples:", *(f"  {command:<{width}}  {words}" for command, words in lines)])
