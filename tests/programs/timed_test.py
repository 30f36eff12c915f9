# SPDX-License-Identifier: MIT
"""What `bench` asks of a program on a GPU, on the runtime that stands in for one: a launch is timed many times, and what the
program computes and says stays the same. The times are those of the interpreter on a CPU, and mean nothing.

Usage: timed_test.py RUNTIME PRELOAD PROGRAMS_FOLDER
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

runtime, preload, programs = sys.argv[1:]
failures = []


def environment(folder, measure, **variables):
    return {**os.environ, "LD_LIBRARY_PATH": runtime, "LD_PRELOAD": preload, "GEMMSCOPE_RECORD_GPU_TO": str(folder),
            "GEMMSCOPE_MEASURE": measure, **variables}


def times_in(folder):
    file = Path(folder) / "times"
    lines = [line.split("\t") for line in file.read_text().splitlines()] if file.exists() else []
    return {kernel: (numbers.split()[:3], [float(ms) for ms in numbers.split()[3:]], why) for numbers, kernel, why in lines}


def check(program, launches, kernels):
    plain = subprocess.run([f"{programs}/{program}"], env={**os.environ, "LD_LIBRARY_PATH": runtime}, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder:
        timed = subprocess.run([f"{programs}/{program}"], env=environment(folder, "once"), capture_output=True, text=True, timeout=300)
        if (timed.returncode, timed.stdout) != (plain.returncode, plain.stdout):
            failures.append(f"{program} ends with {timed.returncode} and says {timed.stdout}{timed.stderr} when it is timed, "
                            f"not {plain.returncode} and {plain.stdout}")
        if list(Path(folder).glob("*.gst")):
            failures.append(f"{program} is recorded when it is timed")
        times = times_in(folder)
        if sorted(times) != kernels:
            failures.append(f"{program}: timed are {sorted(times)}, not {kernels}")
        for kernel, (about, ms, why) in times.items():
            if why or len(ms) < launches or min(ms) <= 0 or len(about) != 3:
                failures.append(f"{program}, {kernel}: {about} {ms[:5]} {why}")


def check_watched(program, kernel):
    """Timed until it is ended."""
    with tempfile.TemporaryDirectory() as folder:
        running = subprocess.Popen([f"{programs}/{program}"], env=environment(folder, "on"), stdout=subprocess.DEVNULL)
        for _ in range(600):
            if running.poll() is not None or (Path(folder) / "times").exists() and len((Path(folder) / "times").read_text().splitlines()) >= 2:
                break
            time.sleep(0.1)
        if running.poll() is not None:
            failures.append(f"{program} ends with {running.returncode} though it is watched")
        running.terminate()
        running.wait(60)
        if list(times_in(folder)) != [kernel]:
            failures.append(f"{program}: watched is {list(times_in(folder))}, not {kernel}")


# Each launch must find the memory that the program's launch found: split_k adds to C, and memory counts in a variable.
check("tiled", 3, ["tiled"])
check("split_k", 3, ["split_k"])
check("memory", 3, ["count", "tick", "transpose"])
check_watched("tiled", "tiled")
print("\n".join(failures))
sys.exit(1 if failures else 0)
