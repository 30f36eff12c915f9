# SPDX-License-Identifier: MIT
"""What `gemmscope run` finds in a program, not in its kernels: in wrong/host_and_streams.cu each mistake, with its line, nothing
where it is fixed; in this folder's correct programs nothing.

Usage: of_program_test.py GEMMSCOPE RUNTIME_FOLDER NVCC SOURCE_FOLDER PROGRAM...
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# By mistake: the check, how its sentence begins and what it says; words of the line at its end, or of the line it names.
EXPECTED = {
    "early_read": ("host reads too early", r"the host reads pinned at F:N, which cudaMemcpyAsync at F:N may not have written yet", "return pinned[kCount - 1]"),
    "waits_for_another": ("host reads too early", r"the host reads pinned at F:N, which cudaMemcpyAsync at F:N may not", "return pinned[7]"),
    "early_event": ("host reads too early", r"the host reads pinned at F:N, which cudaMemcpyAsync at F:N may not", "return pinned[7]"),
    "refill": ("host writes too early", r"the host writes pinned at F:N, which cudaMemcpyAsync at F:N may not have read yet", "pinned[i] = -i"),
    "early_managed": ("host reads too early", r"the host reads to at F:N, which the launch of fill at F:N may not have written yet: nothing between them waits for it, as cudaDeviceSynchronize does", "managed[100] != 500"),
    "early_total": ("host reads too early", r"the host reads total at F:N, which the launch of add_up at F:N", "*managed != kCount"),
    "changes_input": ("host writes too early", r"the host writes from at F:N, which the launch of copy_doubled at F:N may not have read yet", "managed[0] = 17"),
    "zero_copy": ("host reads too early", r"the host reads to at F:N, which the launch of fill at F:N", "mapped[50] != 100"),
    "before_the_copy": ("streams not ordered", r"the launch of copy_doubled at F:N may read from before cudaMemcpyAsync at F:N has written it: nothing makes stream 2 wait for stream 1", ""),
    "before_the_fill": ("streams not ordered", r"the launch of copy_doubled at F:N may read from before cudaMemset at F:N has written it: nothing makes stream 1 wait for the default stream", ""),
    "before_the_factors": ("streams not ordered", r"the launch of scale at F:N may read factors before cudaMemcpyToSymbolAsync at F:N has written it: nothing makes stream 2 wait for stream 1", ""),
    "fetched_ahead": ("refused call", r"cudaMemPrefetchAsync at F:N did nothing: it returned cudaErrorInvalidValue \(invalid argument\), as it is for memory of cudaMallocManaged, and the program did not look", "cudaMemPrefetchAsync"),
    "two_writers": ("streams not ordered", r"the launch of fill at F:N may write to before the launch of fill at F:N has written it", ""),
    "overlapping_parts": ("streams not ordered", r"the launch of fill at F:N may write to before the launch of fill at F:N has written it", ""),
    "graph_too_early": ("host reads too early", r"the host reads pinned memory at F:N, which cudaGraphLaunch at F:N may not have written yet", "return pinned[9]"),
    "freed_in_use": ("freed while in use", r"cudaFreeAsync at F:N frees to, which the launch of fill at F:N may still use", "cudaFreeAsync(temporary, second)"),
    "before_the_allocation": ("streams not ordered", r"the launch of fill at F:N may use to before cudaMallocAsync at F:N has allocated it", ""),
    "wrong_direction": ("refused call", r"cudaMemcpy at F:N did nothing: it returned cudaErrorInvalidValue \(invalid argument\), as its direction is host to device, but its target is host memory and its source device memory, and the program did not look", "cudaMemcpy(host, a, kBytes, fixed"),
    "half_written": ("unwritten copy", r"cudaMemcpy at F:N copies 20.000 bytes of to to the host, 544 of which were never written: 4.864 of its 5.000 elements are written, elements 4.864 to 4.999 are not", "cudaMemcpy(host, numbers"),
    "part_copied": ("unwritten copy", r"cudaMemcpy at F:N copies 2.048 bytes of to to the host, 1.024 of which were never written: 256 of its 5.000 elements are written, elements 256 to 4.999 are not", "cudaMemcpy(host, numbers"),
    "never_written": ("unwritten copy", r"cudaMemcpy at F:N copies 20.000 bytes of device memory to the host, none of which was ever written", "cudaMemcpy(host, numbers"),
    "early_time": ("host reads too early", r"cudaEventElapsedTime at F:N asks for a time that may not be known yet", "cudaEventElapsedTime("),
    "too_many_threads": ("refused call", r"the launch at F:N did nothing: it returned cudaErrorInvalid\w+ \(invalid \w*\s?argument\), as its block has 2048 threads", "fill<<<"),
    "refused_often": ("refused call", r"the launch at F:N did nothing: it returned cudaErrorInvalid\w+ \(invalid \w*\s?argument\), as its block has 2048 threads", "fill<<<"),
    "freed_inside": ("refused call", r"cudaFree at F:N did nothing: it returned cudaErrorInvalidValue \(invalid argument\), and the program did not look", "cudaFree(of_its_own"),
    "refused_before_launch": ("refused call", r"cudaMemcpyAsync at F:N did nothing: it returned cudaErrorInvalidValue", "cudaMemcpyAsync(a, host, (fixed"),
    "many_streams": ("streams not ordered", r"the launch of fill at F:N may write to before the launch of fill at F:N has written it: nothing makes stream", ""),
}
# How often, where that is not once.
TIMES = {"refused_often": 100, "many_streams": 9}

gemmscope, runtime, nvcc, sources, *programs = sys.argv[1:]
failures = []


def noted(program):
    """Lines of the runtime's log for a program, run as it is recorded, without those that are over."""
    with tempfile.TemporaryDirectory() as to:
        subprocess.run([program], env={**os.environ, "LD_LIBRARY_PATH": runtime, "GEMMSCOPE_RECORD_TO": to}, capture_output=True)
        log = os.path.join(to, "of_program")
        if not os.path.exists(log):
            return []
        with open(log) as file:
            notes = [line.split("\t") for line in file]
    over = {note[2] for note in notes if note[4] == "1"}
    return [note[5] for note in notes if note[2] not in over]


for program in programs:
    name = os.path.basename(program)
    if not os.path.exists(os.path.join(sources, "wrong", name + ".cu")):
        for text in noted(program):
            failures.append(f"{name} is right: {text}")

for program in [p for p in programs if os.path.basename(p) == "at_exit"]:
    texts = noted(program)
    if len(texts) != 1 or "the launch" not in texts[0] or "cudaErrorCudartUnloading" not in texts[0]:
        failures.append(f"at_exit launches one kernel where CUDA has ended, and frees memory there, which harms nothing: {texts}")

for program in [p for p in programs if os.path.basename(p) == "second_launch"]:
    texts = noted(program)
    if len(texts) != 1 or not re.search(r"^launch 2 of count_up, which is not recorded, faulted: .*which was freed", texts[0]):
        failures.append(f"second_launch faults where it is not recorded: {texts}")

for program in [p for p in programs if os.path.basename(p) == "later_read"]:
    texts = noted(program)
    if len(texts) != 1 or not re.search(r"^launch 2 of halve\S*, which is not recorded, uses what was never written: it loads byte 128 of from at \S*later_read\.cu:4", texts[0]):
        failures.append(f"later_read reads unwritten memory where it is not recorded: {texts}")

# A program that is linked with our runtime also starts with NVIDIA's: it needs no functions of the C library from it.
for program in programs:
    needs = subprocess.run(["readelf", "--version-info", "--wide", program], capture_output=True, text=True, check=True).stdout
    of_runtime = re.search(r"File: libcudart.*(?:\n.*Name: .*)*", needs)
    if of_runtime and "GLIBC" in of_runtime.group():
        failures.append(f"{os.path.basename(program)} starts only with our runtime: {of_runtime.group()}")

source = os.path.join(sources, "wrong", "host_and_streams.cu")
with open(source) as file:
    lines = file.read().split("\n")
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "host_and_streams")
    subprocess.run([nvcc, "-O3", "-lineinfo", "-Xcompiler", "-g1", "-cudart", "shared", "-L" + runtime, "-gencode",
                    "arch=compute_80,code=compute_80", "-o", program, source], check=True)

    def findings(mistake, *more):
        to = os.path.join(folder, mistake)
        done = subprocess.run([gemmscope, "run", "-o", to, "--", program, mistake, *more], capture_output=True, text=True)
        if "\nright\n" not in "\n" + done.stdout:
            failures.append(f"{mistake} {more} ended with {done.returncode}\n{done.stdout}{done.stderr}")
        files = sorted(f for f in os.listdir(to) if f.endswith(".gst")) if os.path.exists(to) else []
        if not files:
            return done.stdout, None
        done_check = subprocess.run([gemmscope, "check", os.path.join(to, files[0]), "--json"], capture_output=True, text=True)
        found = json.loads(done_check.stdout)["program"] or []
        if done_check.returncode != (1 if found else 0):
            failures.append(f"check of {mistake} {more} ended with {done_check.returncode}")
        return done.stdout, found

    for mistake, (check, text, line) in EXPECTED.items():
        pattern = re.compile("^" + text.replace("F:N", r"host_and_streams\.cu:\d+"))
        printed, found = findings(mistake)
        if mistake not in ("never_written", "too_many_threads", "refused_often", "freed_inside"):  # which launch no kernel
            if not found or len(found) != 1 or found[0]["fault"] != check or not pattern.search(found[0]["text"]):
                failures.append(f"{mistake}: {found}")
            elif line and line not in lines[(found[0]["line"] or 1) - 1]:
                failures.append(f"{mistake} is not in line {found[0]['line']}")
        sentences = [l.removeprefix(f"  {check}: ") for l in printed.split("\n") if l.startswith(f"  {check}: ")]
        times = f" ({TIMES[mistake]} times)" if mistake in TIMES else ""
        if len(sentences) != 1 or not pattern.search(sentences[0]) or times not in sentences[0] or ("times)" in sentences[0]) != bool(times):
            failures.append(f"{mistake}: printed was\n{printed}")
        printed, found = findings(mistake, "fixed")
        if found or "of the program" in printed:
            failures.append(f"{mistake} fixed: {printed}")

if failures:
    sys.exit("\n".join(failures))
