# SPDX-License-Identifier: MIT
"""What requests of boundaries.cu cost: the sectors and lines of their addresses in memory, counted from the program's text.

Usage: boundaries_test.py GEMMSCOPE BOUNDARIES.CU
Needs nvcc.
"""
import json
import subprocess
import sys
import tempfile

gemmscope, source = sys.argv[1:]
COUNT, THREADS = 1000, 128


def cost(begin, count, step=4):
    """Sectors and lines of all warps. Each lane begins `step` bytes behind the one before, the first one `begin` past a boundary."""
    sectors = lines = 0
    for first in range(0, count, 32):
        at = [begin + step * i for i in range(first, min(first + 32, count))]
        sectors += len({a // 32 for a in at})
        lines += len({a // 128 for a in at})
    return sectors, lines


HEADER = cost(16, COUNT)
second, third = 4 * (COUNT + 1), 4 * (COUNT + 1 + COUNT + 5)
rows = tuple(5 * each for each in cost(12, 80))
EXPECTED = {
    "saxpy": {"x_load": HEADER, "y_load": HEADER, "y_store": HEADER},
    "saxpy_indexed": {"x_load": HEADER, "y_load": HEADER, "y_store": HEADER},
    "blend": {"a_load": cost(0, COUNT), "b_load": cost(second, COUNT), "c_store": cost(third, COUNT)},
    "darken": {"part_load": rows, "part_store": rows},
    "sum_of_four": {"x_load": cost(4 + 12, THREADS, step=16), "sums_store": cost(0, THREADS)},
    "look_up": {"calls_load": (1, 1), "calls_store": (1, 1), "table_load": cost(0, 300), "to_store": cost(0, 300)},
}
PAST = {"saxpy": {"x": 16, "y": 16}, "saxpy_indexed": {"x": 0, "y": 0}, "darken": {"part": (512 + 12) % 256},
        "blend": {"a": 0, "b": second % 256, "c": third % 256}, "sum_of_four": {"x": 4, "sums": 0},
        "look_up": {"calls": 0, "table": 0, "to": 0}}

with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([gemmscope, "run", source, "-o", folder], capture_output=True, text=True)
    if done.returncode != 0 or not done.stdout.startswith("right\n"):
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}")
    for kernel, expected in EXPECTED.items():
        file = f"{folder}/{kernel}.gst"
        report = json.loads(subprocess.run([gemmscope, "report", file, "--json"], capture_output=True, check=True,
                                           text=True).stdout)
        found = {site["name"]: (site["sectors"], site["lines"]) for site in report["sites"]}
        past = {array["name"]: array["past_boundary"] for array in report["arrays"]}
        if found != expected or past != PAST[kernel] or any(site["misaligned"] for site in report["sites"]):
            sys.exit(f"{kernel}\nrecorded {found}, {past}\ncounted  {expected}, {PAST[kernel]}")
        check = subprocess.run([gemmscope, "check", file], capture_output=True, text=True)
        if check.returncode != 0:
            sys.exit(f"{kernel} is right\n{check.stdout}")
    saxpy = subprocess.run([gemmscope, "report", f"{folder}/saxpy.gst"], capture_output=True, check=True, text=True).stdout
if "x begins 16 bytes into a sector" not in saxpy:
    sys.exit("the report does not say where x begins:\n" + saxpy)
