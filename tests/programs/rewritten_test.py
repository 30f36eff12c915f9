# SPDX-License-Identifier: MIT
"""Programs of this folder with the library that records on a GPU, on the runtime that stands in for one: it runs the kernels
with their recorders too. Recordings must be those that the interpreter makes itself, what programs say must be the same, and
ptxas must take the rewritten kernels for several generations of GPUs.

Usage: rewritten_test.py RUNTIME PRELOAD SAME_REQUESTS REWRITE_PTX NVCC PROGRAM...
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from pathlib import Path

runtime, preload, same_requests, rewrite_ptx, nvcc, *programs = sys.argv[1:]
failures = []
# What is not recorded where launches cannot be followed, or nothing may wait for them: the file, and why.
LEFT_OUT = {"graph_parts": {"beside.gst": "while a stream was captured", "behind_change.gst": "was changed"}}

ONE_ARRAY_THERE = SourceFileLoader("gpu_programs", str(Path(__file__).parents[2] / "scripts/gpu_programs")).load_module().ONE_ARRAY_THERE


def run(program, **variables):
    env = {**os.environ, "LD_LIBRARY_PATH": runtime, **{name: str(value) for name, value in variables.items()}}
    done = subprocess.run([program], env=env, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def recordings(folder):
    return sorted(f.name for f in folder.glob("*.gst"))


def check_program(program, work, **part):
    name, mine, other = os.path.basename(program), work / "mine", work / "other"
    mine.mkdir(parents=True), other.mkdir()
    code, said, errors = run(program, GEMMSCOPE_RECORD_TO=mine, **part)
    small = 2 << 20  # bytes, so that some launches are recorded in parts
    its_code, its_said, its_errors = run(program, GEMMSCOPE_RECORD_GPU_TO=other, LD_PRELOAD=preload, GEMMSCOPE_RECORD_MEMORY=small,
                                       **part)
    if (code, said) != (its_code, its_said):
        failures.append(f"{name} ended with {its_code}, not {code}, and said {its_said}{its_errors}")
    for file, why in LEFT_OUT.get(name, {}).items():
        if re.search(f"launch 1 of {file[:-4]} is not recorded: .*{why}", its_errors) and not (other / file).exists():
            (mine / file).unlink()
    if re.search("is not recorded: it (failed|faulted)", its_errors):  # the interpreter records up to the fault
        for file in set(recordings(mine)) - set(recordings(other)):
            (mine / file).unlink()
    if recordings(mine) != recordings(other):
        failures.append(f"{name}: {recordings(mine)} and {recordings(other)}\n{its_errors}")
        return 0
    for file in recordings(mine):
        same = subprocess.run([same_requests, mine / file, other / file], capture_output=True, text=True)
        if file.removesuffix(".gst") in ONE_ARRAY_THERE.get(name, []) and same.stdout.strip().endswith("other requests"):
            continue
        if same.returncode != 0 or same.stdout.strip() != "equal":  # the interpreter runs both in the same order
            failures.append(f"{name}, {file}: {same.stdout}{same.stderr}")
    return len(recordings(mine))


def check_cost(program, work):
    """What recording has cost: print's texts are variables that become known while it is recorded. The runs that are only
    measured print nothing."""
    costs = work / "costs"
    its_own = run(program)[:2]
    measured = run(program, GEMMSCOPE_RECORD_GPU_TO=work, GEMMSCOPE_RECORD_TIMES=costs, LD_PRELOAD=preload)[:2]
    if its_own != measured:
        failures.append(f"{os.path.basename(program)} says {measured} when it is measured, not {its_own}")
    said = [json.loads(line) for line in costs.read_text().splitlines()] if costs.exists() else []
    if [launch["is_equal"] for launch in said] != [True]:
        failures.append(f"the cost of recording {os.path.basename(program)} is {said}")


def check_ptx(file, work):
    """Of the GPUs for which the text was made, the oldest and newer ones."""
    subprocess.run([rewrite_ptx, file, work / "rewritten.ptx"], check=True, capture_output=True)
    oldest = int(re.search(r"\.target sm_(\d+)", file.read_text()).group(1))
    for architecture in sorted({oldest, 90, 120} - set(range(oldest))):
        done = subprocess.run([Path(nvcc).resolve().parent / "ptxas", "-O1", f"-arch=sm_{architecture}", work / "rewritten.ptx",
                               "-o", work / "out"], capture_output=True, text=True)
        if done.returncode != 0:
            failures.append(f"ptxas refuses {file.name} for sm_{architecture}: {done.stderr[:400]}")


with tempfile.TemporaryDirectory() as folder:
    work = Path(folder)
    count = sum(check_program(p, work / os.path.basename(p)) for p in programs)
    named = {os.path.basename(p): p for p in programs}
    count += check_program(named["tiled"], work / "part", GEMMSCOPE_RECORD_BLOCKS="1 3 2 4", GEMMSCOPE_RECORD_WARPS="1 3")
    count += check_program(named["graphs"], work / "changed", GEMMSCOPE_RECORD_LAUNCH=5)  # by other arguments
    count += check_program(named["graph_parts"], work / "updated", GEMMSCOPE_RECORD_LAUNCH=3)
    check_cost(named["print"], work)
    if count < 15:
        failures.append(f"only {count} recordings were compared")
    root = Path(__file__).resolve().parent.parent
    files = [*(root / "data/programs").glob("*.ptx"), *(root / "data/ptx").glob("*.ptx")]
    if len(files) < 10:
        failures.append(f"only {len(files)} files of PTX were found")
    for file in files:
        check_ptx(file, work)
if failures:
    sys.exit("\n".join(failures))
