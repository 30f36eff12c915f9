# SPDX-License-Identifier: MIT
"""Every view of a recording as SVG: well-formed, without scripts or references to other files, nothing outside of it.

Usage: views_as_svg.py PROGRAM
"""
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

KNOWN = {"svg", "title", "desc", "defs", "clipPath", "g", "rect", "path", "text", "image"}
SLACK = 2  # points: half of a stroke, a letter's overhang


def bounds(tag, element):
    """Left, top, right and bottom of what an element draws; None if it draws nothing itself."""
    of = element.get
    if tag in ("rect", "image"):
        x, y = float(of("x")), float(of("y"))
        return x, y, x + float(of("width")), y + float(of("height"))
    if tag == "text":
        width, x, y = float(of("textLength", 0)), float(of("x")), float(of("y"))
        x -= width * {None: 0, "middle": 0.5, "end": 1}[of("text-anchor")]
        return x, y - float(of("font-size")), x + width, y
    if tag == "path":
        xs, ys = [], []
        for letter, numbers in re.findall(r"([MLHVCzh])([^A-Za-z]*)", of("d")):
            numbers = [float(n) for n in numbers.split()]
            if letter in "MLC":
                xs += numbers[::2]
                ys += numbers[1::2]
            elif letter == "H":
                xs += numbers
            elif letter == "V":
                ys += numbers
        return min(xs), min(ys), max(xs), max(ys)
    return None


class Checker:
    def __init__(self, root):
        self.root = root
        self.wrong = []
        self.clips = {}
        for path in root.iter("{http://www.w3.org/2000/svg}clipPath"):
            self.clips[f"url(#{path.get('id')})"] = bounds("rect", path[0])
        _, _, self.width, self.height = (float(n) for n in root.get("viewBox").split())
        self.visit(root, [])

    def visit(self, element, clips):
        tag = element.tag.split("}")[1]
        if tag not in KNOWN:
            self.wrong.append(f"<{tag}> is not expected")
        for name, value in element.items():
            if name.startswith("on") or (name.endswith("href") and not value.startswith("data:image/png;base64,")):
                self.wrong.append(f"{tag} {name}={value[:40]}")
        if tag == "clipPath":
            return
        if clip := element.get("clip-path"):
            clips = clips + [self.clips[clip]]
        if (place := bounds(tag, element)) is not None:
            # The first clip is the window's. A view must fit without it; what it clips itself may be larger.
            for clip in clips[1:]:
                place = (max(place[0], clip[0]), max(place[1], clip[1]), min(place[2], clip[2]), min(place[3], clip[3]))
            if place[0] < place[2] and place[1] < place[3] and not (
                    -SLACK <= place[0] and -SLACK <= place[1] and place[2] <= self.width + SLACK
                    and place[3] <= self.height + SLACK):
                self.wrong.append(f"outside: {ElementTree.tostring(element).decode()[:200]}")
        for child in element:
            self.visit(child, clips)


def main(program):
    def run(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

    views = re.search(r"--view .*one of (.*)", run("render", "--help")).group(1).split(", ")
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        recording = str(Path(folder) / "a.gst")
        run("record", "warp_tile", "--preset", "tm1_small", "--size", "128x128x24", "-o", recording)
        for view in views:
            path = Path(folder) / f"{view}.svg"
            run("render", recording, "--view", view, "--select", "block=1,1/lane=3", "-o", str(path))
            root = ElementTree.parse(path).getroot()
            failed += [f"{view}: {what}" for what in Checker(root).wrong]
            if len(list(root.iter("{http://www.w3.org/2000/svg}text"))) < 2:
                failed.append(f"{view}: has no text")
            description = root.find("{http://www.w3.org/2000/svg}desc").text
            if "warp_tile" not in description or "block=1,1" not in description:
                failed.append(f"{view}: does not say where it is from: {description}")
    print("\n".join(failed))
    return 1 if failed or len(views) < 10 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
