# SPDX-License-Identifier: MIT
"""What recordings of declared.cu call the arrays of each kernel, and how many elements, rows and columns these have.

Usage: declared_test.py GEMMSCOPE RUNTIME_FOLDER DECLARED
"""
import json
import os
import subprocess
import sys
import tempfile

gemmscope, runtime, program = sys.argv[1:]

ROW = None  # one row: nothing says more
# By kernel: its numbers; of each array the elements, and rows and columns, or ROW.
EXPECTED = {
    "add_all": ({"rows": 6, "columns": 20}, {"values": (120, 6, 20)}),
    "take_all": ({"rows": 6, "columns": 20}, {"values": (120, 6, 20)}),
    "twice<float, Bounds>": ({}, {"from": (32, ROW), "to": (32, ROW)}),
    "first::copy": ({"count": 32}, {"numbers": (32, ROW), "copies": (32, ROW)}),
    "second::copy": ({"many": 32}, {"whole": (32, ROW), "of_whole": (32, ROW)}),
    "second::copy 2": ({"many": 32}, {"large": (32, ROW), "of_large": (32, ROW)}),
    "pairs": ({"rows": 6, "columns": 40},
              {"halves": (240, 6, 40), "floats": (240, 6, 40), "sums": (120, 6, 20)}),
    "window<12>": ({"batch": 3, "height": 14, "width": 12, "k": 3},
                   {"images": (504, 42, 12), "fixed": (864, 36, 24), "sums": (360, 36, 10)}),
    "invert": ({"imageWidth": 37, "imageHeight": 29}, {"in": (1073, 29, 37), "out": (1073, 29, 37)}),
    "negate": ({"a": 37, "b": 29}, {"in": (1073, ROW), "out": (1073, ROW)}),
    "draw": ({"scene.inner.step": 2, "scene.width": 40, "scene.height": 24},
             {"image": (960, 24, 40), "scene.position": (4, ROW), "scene.color": (960, 24, 40), "scene.radius": (4, ROW),
              "scene.inner.deep": (4, ROW), "scene.order": (4, ROW)}),
    "draw_given": ({"given.inner.step": 2, "given.width": 40, "given.height": 24},
                   {"given.color": (960, 24, 40), "pointed": (7, ROW), "given.order": (4, ROW)}),
    "all_of<float, int>": ({"n": 3}, {"arrays 0": (32, ROW), "arrays 1": (32, ROW)}),
    "plain": ({"n": 32}, {"A": (4000, ROW), "B": (32, ROW)}),
}

with tempfile.TemporaryDirectory() as folder:
    environment = dict(os.environ, LD_LIBRARY_PATH=runtime)
    done = subprocess.run([gemmscope, "run", "-o", folder, "--", program], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}")
    found = {}
    for name in sorted(os.listdir(folder)):
        report = json.loads(subprocess.run([gemmscope, "report", os.path.join(folder, name), "--json"],
                                           capture_output=True, check=True, text=True).stdout)
        numbers = {key: value for key, value in report["params"].items() if key not in ("launch", "grid", "block")}
        arrays = {a["name"]: (a["elements"], ROW) if a["shape"] == "one_row" else (a["elements"], a["rows"], a["columns"])
                  for a in report["arrays"]}
        kernel = report["kernel"]
        found[kernel if kernel not in found else kernel + " 2"] = (numbers, arrays)

wrong = [f"{kernel}: {found.get(kernel)}, and not {expected}" for kernel, expected in EXPECTED.items()
         if found.get(kernel) != expected]
wrong += [f"{kernel} was not expected" for kernel in found if kernel not in EXPECTED]
if wrong:
    sys.exit("\n".join(wrong))
