# SPDX-License-Identifier: MIT
"""Runs a program of this folder without a GPU, on the runtime that stands in for NVIDIA's.

Usage: run_test.py RUNTIME_FOLDER PROGRAM

A right program says `right` and ends with 0. One of wrong/ ends with 0 too, having said which error it got; standard error
names the line, block and thread. Each runs a second time while it is recorded.
"""
import os
import re
import subprocess
import sys
import tempfile

# Of each wrong program: the error it gets, and what is said of the fault.
WRONG = {
    "out_of_bounds": ("cudaErrorIllegalAddress",
                      r"out_of_bounds\.cu:6: in block \(1,0,0\) thread \(36,0,0\) loads 4 bytes beyond the end of values "
                      r"\(400 bytes\), at byte 400\n"),
    "late_fault": ("cudaErrorIllegalAddress",
                   r"late_fault\.cu:8: in block \(0,0,0\) thread \(0,0,0\) stores 4 bytes beyond the end of to \(512 bytes\)"),
    "halo": ("cudaErrorIllegalAddress",
             r"halo\.cu:6: in block \(0,0,0\) thread \(0,0,0\) loads 4 bytes 4 bytes before from\n"),
    "freed": ("cudaErrorIllegalAddress",
              r"freed\.cu:4: in block \(0,0,0\) thread \(0,0,0\) stores 4 bytes at byte 0 of values, which was freed\n"),
    "small_variable": ("cudaErrorIllegalAddress",
                       r"small_variable\.cu:6: in block \(0,0,0\) thread \(4,0,0\) stores 4 bytes beyond the end of few "
                       r"\(16 bytes\), at byte 16\n"),
    "small_tile": ("cudaErrorIllegalAddress",
                   r"tile_copy\.cuh:7: called in \S*small_tile\.cu:8: in block \(0,0,0\) thread \(4,7,0\) loads 4 bytes beyond"),
    "unchecked": ("cudaErrorIllegalAddress",
                  r"^gemmscope: \S*unchecked\.cu:7: in block \(0,0,0\) thread \(0,0,0\) loads 4 bytes beyond the end of from "
                  r"\(512 bytes\), at byte 512\n$"),
    "null_pointer": ("cudaErrorIllegalAddress",
                     r"null_pointer\.cu:4: in block \(0,0,0\) thread \(0,0,0\) stores 4 bytes at address 0, which is a null"),
    "misaligned": ("cudaErrorMisalignedAddress",
                   r"misaligned\.cu:5: in block \(0,0,0\) thread \(0,0,0\) loads 16 bytes at byte 4 of from, which is not a "
                   r"multiple of 16: the addresses of all lanes are 4 bytes beyond a multiple of 16\n"),
    "rows_apart": ("cudaErrorMisalignedAddress",
                   r"rows_apart\.cu:5: in block \(0,0,0\) thread \(1,0,0\) loads 16 bytes at byte 24 of rows, which is not a "
                   r"multiple of 16: the lanes' addresses are 24 bytes apart"),
    "host_pointer": ("cudaErrorIllegalAddress",
                     r"host_pointer\.cu:4: in block \(0,0,0\) thread \(0,0,0\) loads 4 bytes at an address in host memory "
                     r"\(the stack of the host's program\): numbers leads to host memory"),
    "shared_out_of_bounds": ("cudaErrorIllegalAddress",
                             r"shared_out_of_bounds\.cu:6: in block \(0,0,0\) thread \(64,0,0\) stores 4 bytes at byte 256 of "
                             r"tile, which has 256\n"),
    "barrier_in_branch": ("cudaSuccess",
                          r"barrier_in_branch\.cu:7: in block \(0,0,0\) thread \(0,0,0\) waits at a barrier with lanes 0 to 15 of "
                          r"warp 0 for lanes 16 to 31, which have ended without it\n"),
    "uneven_barrier": ("cudaSuccess",
                       r"uneven_barrier\.cu:8: in block \(0,0,0\) thread \(32,0,0\) waits at a barrier with lanes 0 to 11 of "
                       r"warp 1 for lanes 12 to 31, which wait at the barrier \S*uneven_barrier\.cu:13\n"),
    "assertion": ("cudaErrorAssert",
                  r"^\S*assertion\.cu:5: void check\(const int \*\): block: \[1,0,0\], thread: \[37,0,0\] Assertion "
                  r"`numbers\[blockIdx.x \* blockDim.x \+ threadIdx.x\] < 100` failed\.\n$"),
    "later_read": ("cudaSuccess", "^$"),
    "second_launch": ("cudaErrorIllegalAddress",
                      r"second_launch\.cu:4: in block \(0,0,0\) thread \(0,0,0\) loads 4 bytes at byte 0 of counts, which was freed\n"),
    "grid_sync_in_branch": ("cudaErrorLaunchTimeout",
                            r"grid_sync_in_branch\.cu:7: in block \(0,0,0\) thread \(0,0,0\) never ends: of warp 0 lane 0 went around a "
                            r"loop .* All blocks of the grid must come to each grid\.sync\(\)\n"),
    "not_cooperative": ("cudaErrorLaunchFailure",
                        r"not_cooperative\.cu:7: in block \(0,0,0\) thread \(0,0,0\) ends the launch itself \(trap\), as grid\.sync\(\) does"),
    "no_room": ("cudaErrorLaunchTimeout",
                r"no_room\.cu:12: in block \(0,0,0\) thread \(0,0,0\) never ends: of warp 0 lane 0 went around a loop and read at "
                r"\S*no_room\.cu:12 memory that no thread changed; of warp 0 lanes 1 to 31 waited at the barrier \S*no_room\.cu:15; of warp 1 "
                r"lanes 0 to 31 waited at the barrier \S*no_room\.cu:15\. 432 of its blocks fit on the device at once and all "
                r"wait, so that no other begins; a GPU that holds no more of them would hang, too\n$"),
    "freed_twice": ("cudaErrorLaunchFailure",
                    r"freed_twice\.cu:8: in block \(0,0,0\) thread \(50,0,0\) frees memory that malloc did not allocate, or"),
    "captured_refused": ("refused", r"(?s)^[^\n]*cudaMallocAsync[^\n]*\n[^\n]*cudaFreeAsync[^\n]*\n[^\n]*cublasSasum[^\n]*\n[^\n]*cuRAND[^\n]*\n$"),
    "too_deep": ("cudaErrorHardwareStackError",
                 r"too_deep\.cu:6: in block \(0,0,0\) thread \(0,0,0\) calls functions too deep for its local memory of 65536 bytes"),
}

# What kernels print, in the order of blocks, before what the host prints later.
PRINTED = {
    "print": [line for block in (0, 1) for line in (
        f"block {block}, thread 3, a half is 0.50",
        "4     7|-8   |00009 ff 0XFF 10 +1 z%",
        "-1234567890123 12345678901234567890 5 -3 1.500000 1.234568e+04 1e-05 0x1p+0 abc     42 43  |",
        "(nil) 0xabc",
        "no more")],
}


def main():
    runtime, program = sys.argv[1:]
    name = os.path.basename(program)
    said, fault = WRONG.get(name, ("right", "^$"))
    with tempfile.TemporaryDirectory() as folder:
        for recorded in ({}, {"GEMMSCOPE_RECORD_TO": folder}):  # that changes nothing
            done = subprocess.run([program], env={**os.environ, "LD_LIBRARY_PATH": runtime, **recorded},
                                  capture_output=True, text=True)
            if done.returncode != 0 or done.stdout.splitlines() != PRINTED.get(name, []) + [said] or not re.search(fault, done.stderr):
                sys.exit(f"{name} ended with {done.returncode}\n{done.stdout}{done.stderr}expected: {said}\n{fault}")


main()
