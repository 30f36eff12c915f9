# SPDX-License-Identifier: MIT
"""Each deliberately broken kernel is found for its own reason and no other, and in its step nothing is found.

Usage: broken_test.py GEMMSCOPE KERNELS BROKEN    folders of the steps and of the broken kernels, in the build
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

gemmscope, kernels, broken = (Path(argument).resolve() for argument in sys.argv[1:])

BEFORE_SUMS, AFTER_SUMS = "read after write", "write after read"  # what a missing barrier leads to
TO_B = "Bs[threadRow][threadCol] ="
FROM_A, FROM_B = "= reinterpret_cast<Floats<vecA>&>(As[", "= reinterpret_cast<Floats<vecB>&>(Bs["
TILE_A = "As[innerColA + 0][row] = a.x"
SUM = "sum += As["


def of(arrays, *faults):
    return {f"{fault} of {array}" for array in arrays for fault in faults}


# What is found, and where: for each finding the words of its line and of that of the other access.
EXPECTED = {
    "coalesced_reads_C": (of(["C"], "C read with beta = 0"), [("beta * c", "")]),
    "shared_tile_no_barrier_before": (of(["Bs"], BEFORE_SUMS) | of(["As"], BEFORE_SUMS + " in a warp"), [(SUM, TO_B)]),
    "shared_tile_no_barrier_after": (of(["Bs"], AFTER_SUMS) | of(["As"], AFTER_SUMS + " in a warp"), [(TO_B, SUM)]),
    "shared_tile_half_zeroed": (of(["As", "Bs"], "uninitialised read"), [(SUM, ""), (SUM, "")]),
    "shared_tile_early_exit": (of(["As"], "uninitialised read"), [(SUM, "")]),
    "block_tile_half_copied": (of(["As", "Bs"], "uninitialised read"), [("regM[m] = As", ""), ("regN[n] = Bs", "")]),
    "block_tile_spilled": (of(["Bs"], "fault", "write after write") | of(["As"], "write after write", "write after write in a warp"),
                           [("Bs[ty]", ""), ("As[threadRow + m][tx]", "As[threadRow + m][tx]"), ("Bs[ty]", "As[threadRow + m][tx]")]),
    "vectorized_roles_swapped": (of(["C"], "race between blocks"), [("c = {alpha", "c = {alpha")]),
    "vectorized_one_pass": (of(["As", "Bs"], "uninitialised read"), [(FROM_A, ""), (FROM_B, "")]),
    "warp_tile_no_barrier_before": (of(["As", "Bs"], BEFORE_SUMS, BEFORE_SUMS + " in a warp"), [("(As[dotIdx]", TILE_A)]),
    "warp_tile_no_barrier_after": (of(["As", "Bs"], AFTER_SUMS, AFTER_SUMS + " in a warp"), [(TILE_A, "(As[dotIdx]")]),
    "warp_tile_long_stride": (of(["As", "Bs"], "uninitialised read"), [("(As[dotIdx]", ""), ("(Bs[dotIdx]", "")]),
    "warp_tile_no_warp_origin": (of(["C"], "write after write"), [("c = {alpha", "c = {alpha")]),
    "warp_tile_no_row_loop": (of(["C"], "not as said"), [("c = {alpha", "")]),
    "sgemm64_no_tail": (of(["C"], "not as said"), [("c = beta == 0 ? sum", "")]),
    "sgemm64_no_barrier": (of(["tiles"], *(fault + where for where in ("", " in a warp")
                                           for fault in (BEFORE_SUMS, AFTER_SUMS, "read and write", "write after write"))), None),
    "sgemm64_no_syncwarp": (of(["tiles"], BEFORE_SUMS + " in a warp", AFTER_SUMS + " in a warp"), [("= Cs[b]", "(acc[n][m])")]),
    "half_padded_misaligned": (of(["Bs"], "fault"), [("(Bs[row][place(innerColB) + n])", "")]),
}
# The correct programs: what has a preset is compiled once.
PRESETS = {"02_coalesced.cu": "square32", "03_shared_tile.cu": "square32", "08_vectorized.cu": "k9_a6000",
           "10_warp_tile.cu": "k10_a6000", "12_sgemm64.cu": "maxas64", "14_half_padded.cu": "h128",
           "block_tile_half_copied": "under64", "block_tile_spilled": "over32", "warp_tile_long_stride": "tm1_small"}
NUMBERS = {"half_padded_misaligned": ["--set", "pad=2,vec=2"]}
STATEMENT = re.compile(r"// gemmscope: (?!arguments|preset).*\n")
failures = []

with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "GEMMSCOPE_CACHE": os.path.join(folder, "cache")}

    def run(*arguments):
        return subprocess.run([gemmscope, *arguments], cwd=folder, env=environment, capture_output=True, text=True)

    @cache
    def checked(file, *options):
        """What the program says, and what is found in its recording with which exit code."""
        to = os.path.join(folder, "recordings", file.stem)
        ran = run("run", file, "-o", to, *options)
        checks = [run("check", recording, "--json") for recording in sorted(Path(to).glob("*.gst"))]
        if len(checks) != 1:
            return ran.stdout + ran.stderr, [], 0
        return ran.stdout + ran.stderr, json.loads(checks[0].stdout)["findings"], checks[0].returncode

    def line(text, access):
        return text[access["line"] - 1] if access and access["line"] else ""

    def found_in(text, findings):
        kinds = {f["fault"] + (" in a warp" if f["in_warp"] else "") + " of " + f["place"].split("[")[0]
                 for finding in findings for f in finding["parts"] or [finding]}
        return kinds, [(line(text, f["at"]), line(text, f["other"])) for f in findings]

    def correct_copy(step, comments):
        text = (kernels / step).read_text()
        Path(folder, step).write_text(text.replace("__global__", comments + "__global__", 1))
        return Path(folder, step)

    Path(folder, "gemm.h").write_text((kernels / "gemm.h").read_text())
    files = sorted(broken.glob("*.cu"))
    if {file.stem for file in files} != set(EXPECTED):
        failures.append(f"other broken kernels than are expected: {[file.stem for file in files]}")
    steps, comments = {}, {}  # the step of each; what the broken ones of each step say of its product
    for file in files:
        steps[file] = re.search(r"kernels/(\S+\.cu)", (kernels / "broken" / f"{file.stem}.patch").read_text())[1]
        comments.setdefault(steps[file], set()).update(STATEMENT.findall(file.read_text()))
    copies = {step: correct_copy(step, "".join(sorted(said))) for step, said in comments.items()}
    for file in files:
        text = file.read_text()
        arguments = re.search(r"// gemmscope: arguments: (.*)", text)[1].split()
        kinds, places = EXPECTED[file.stem]
        said, findings, code = checked(file, "--", *arguments)
        found, at = found_in(text.splitlines(), findings)
        fits = places is None or len(places) == len(at) and all(
            a in b and c in d for (a, c), (b, d) in zip(places, at))
        if code != 1 or found != kinds or not fits:
            failures.append(f"{file.name}: {code}, {sorted(found)} at {at}\n{said}")
        preset = PRESETS.get(file.stem) or PRESETS[steps[file]]
        said, findings, code = checked(copies[steps[file]], "--preset", preset, *NUMBERS.get(file.stem, []), "--", *arguments)
        if code != 0 or findings or "x " + arguments[2] + ": right" not in said:
            failures.append(f"{file.name}, corrected: {code} {findings}\n{said}")

if failures:
    sys.exit("\n".join(failures))
