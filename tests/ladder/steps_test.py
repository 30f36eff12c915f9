# SPDX-License-Identifier: MIT
"""Each step of the ladder is a program like anybody's: it says that C is right, nothing is found in it, and its tiles are found.

Usage: steps_test.py GEMMSCOPE KERNELS
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

gemmscope, kernels = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
ANY_SIZE = 6  # steps that take sizes which do not divide evenly
failures = []

with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "GEMMSCOPE_CACHE": os.path.join(folder, "cache")}

    def run(*arguments):
        return subprocess.run([gemmscope, *arguments], cwd=folder, env=environment, capture_output=True, text=True)

    for step in sorted(kernels.glob("[0-9]*.cu")):
        M, N, K = (128, 256, 128) if int(step.name[:2]) > ANY_SIZE else (100, 130, 70)
        done = run("run", step, "-o", step.stem, "--", str(M), str(N), str(K), "2", "-1")
        recording = os.path.join(step.stem, step.stem[3:] + ".gst")
        checked, tiles = run("check", recording), run("report", recording, "--view", "tiles").stdout
        if done.returncode != 0 or f"{M} x {N} x {K}: right" not in done.stdout:
            failures.append(f"{step.name}: {done.stdout}{done.stderr}")
        elif checked.returncode != 0 or "nothing found" not in checked.stdout:
            failures.append(f"{step.name}: {checked.stdout}{checked.stderr}")
        elif f"C = A × B, {M} × {N} × {K} (M × N × K)" not in tiles or "is left out" in tiles:
            failures.append(f"{step.name}: {tiles}")
    for options in ([], ["--as-written"]):
        run("run", kernels / "10_warp_tile.cu", "--set", "vec=1", "--addresses-only", "-o", "widths", *options, "--", "128")
        sites = json.loads(run("report", "widths/warp_tile.gst", "--json").stdout)["sites"]
        widths = {site["width"] for site in sites if site["space"] == "shared" and site["op"] == "load"}
        if (widths == {4}) != bool(options):
            failures.append(f"bytes of loads of fragments, one float each in the source, {options}: {widths}")
    for wrong in ([gemmscope], ["warp_tile.gst"]):
        done = run("run", "--as-written", "--", *wrong)
        if done.returncode != 2 or "--as-written says how a .cu file is compiled" not in done.stderr:
            failures.append(f"--as-written {wrong}: {done.stderr}")
    wrong = run("run", kernels / "10_warp_tile.cu", "--set", "TN=3")
    if wrong.returncode != 2 or "TN and BK must be multiples of 4" not in wrong.stderr:
        failures.append(f"a static_assert says what is wrong: {wrong.stderr}")
    wrong = run("run", kernels / "10_warp_tile.cu", "--", "100")
    if wrong.returncode != 1 or "M, N and K must be positive multiples of 128" not in wrong.stderr:
        failures.append(f"a size that does not fit: {wrong.stdout}{wrong.stderr}")

if failures:
    sys.exit("\n".join(failures))
