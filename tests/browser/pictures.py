"""Takes the pictures of the guides: `make pictures`, or this file with the names of some.

Every panel is shown on a desk and on a phone, dark and light in turn.
"""

import io
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from studio_page import CARDS_SEEN, Studio

from paged_run import ENDLESS, paged_run

IMAGES = Path(__file__).parents[2] / "docs" / "guides" / "images"
DESK, PHONE = (1440, 900), (390, 844)
FLAGS = ("--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--ignore-gpu-blocklist")
SETTLED_MS = 4000
PATIENT_MS = 180_000

Act = Callable[[Studio], None]


@dataclass(frozen=True)
class Picture:
    """One picture: which panel, of which run, after which acts."""

    name: str
    panel: str = ""
    acts: tuple[Act, ...] = ()
    run: tuple[str, ...] = ENDLESS
    light: bool = False
    layout: str = ""
    phone: bool = True
    """Is there one of the phone, too, in the other light?"""
    at_s: float = 24.0
    """Taken when the run is so far."""


def emit(event: str, value: str) -> Act:
    """An event on the page's bus."""
    return lambda studio: studio.ask(f"void window.simloop.store.bus.emit({event!r}, {value})")


def send(verb: str, arguments: str) -> Act:
    """A user command, done before the picture."""
    return lambda studio: studio.ask(f"window.simloop.send({verb!r}, {arguments})")


def press(name: str) -> Act:
    """A button, if this page shows it."""

    def act(studio: Studio) -> None:
        button = studio.page.get_by_role("button", name=name).first
        if button.is_visible():
            button.click(timeout=PATIENT_MS)

    return act


# Runs of their own, since what fails there stays failed, and a mission that was left stays left.
FAILING = (*ENDLESS, "--seed", "2")
FLOWN = (*ENDLESS, "--seed", "3")
ONCE = ("square", "--set", "duration_s=20000", "--set", "vehicles[0].mission.land=false")
HILLS = ("quad_hills",)
SEA = ("workboat_mission",)
PICTURES = (
    Picture("studio", phone=True),
    Picture("studio_hills", run=HILLS, light=True, phone=False, acts=(emit("camera", "'chase'"),)),
    Picture("studio_sea", run=SEA, phone=False, acts=(emit("camera", "'chase'"),)),
    Picture("studio_vehicles", "vehicles", light=True),
    Picture("studio_instruments", "instruments"),
    Picture("studio_event_log", "event_log", light=True),
    Picture(
        "studio_plot",
        "plot",
        (emit("plot", "{field: 'sim/sensors/imu/data.linear_acceleration.z'}"), press("Enlarge")),
    ),
    Picture("studio_timeline", "timeline", (emit("seek", "{timeS: 14}"),), light=True),
    Picture("studio_tree", "tree", layout="Inspect"),
    Picture("studio_inspector", "inspector", layout="Inspect", light=True),
    Picture("studio_topics", "topics", (press("sim/sensors/imu/data"),), layout="Inspect"),
    Picture("studio_parameters", "parameters", layout="Inspect", light=True),
    Picture("studio_map", "map", (press("Edit the mission"),), layout="Plan", run=ONCE),
    Picture("studio_fly", "rc", (press("Take the controls"),), layout="Fly", run=FLOWN, light=True),
    Picture(
        "studio_failures",
        "failures",
        (send("failure", "{name: 'quad_0', component: 'gps', kind: 'off'}"),),
        run=FAILING,
        layout="Fly",
    ),
    Picture("studio_environment", "environment", layout="Fly", light=True),
    Picture("studio_access", "access", (send("speed", "{factor: 1}"),)),
    Picture("studio_cards", phone=False, light=True),
)


def take(browser: Browser, address: str, picture: Picture, *, phone: bool) -> None:
    """Open the page, compose, and keep the picture."""
    width, height = PHONE if phone else DESK
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="light" if picture.light != phone else "dark",
        has_touch=phone,
        device_scale_factor=2 if phone else 1,
    )
    studio = Studio(context.new_page())
    page = studio.page
    if picture.name != "studio_cards":
        page.add_init_script(CARDS_SEEN)
    page.goto(address.replace("/#", "/?sharp#"))
    studio.wait(lambda: studio.ask("window.simloop?.store.framesSeen > 2"))
    if picture.layout:
        page.get_by_role("button", name="Layouts").click(timeout=PATIENT_MS)
        page.get_by_role("button", name=picture.layout, exact=True).click(timeout=PATIENT_MS)
        page.keyboard.press("Escape")
    if picture.panel:
        emit("openPanel", repr(picture.panel))(studio)
    studio.wait(lambda: studio.store("store.now.timeS") > picture.at_s)
    for act in picture.acts:
        act(studio)
    page.wait_for_timeout(SETTLED_MS)
    shot = Image.open(io.BytesIO(page.screenshot(timeout=PATIENT_MS)))
    name = f"{picture.name}_phone.webp" if phone else f"{picture.name}.webp"
    shot.convert("RGB").save(IMAGES / name, quality=80, method=6)
    print(name, flush=True)
    context.close()


def main(names: list[str]) -> None:
    """Take all pictures, or those named, run by run."""
    wanted = [each for each in PICTURES if not names or each.name in names]
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        for run in dict.fromkeys(picture.run for picture in wanted):
            with paged_run(*run) as address:
                for picture in (each for each in wanted if each.run == run):
                    take(browser, address, picture, phone=False)
                    if picture.phone:
                        take(browser, address, picture, phone=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
