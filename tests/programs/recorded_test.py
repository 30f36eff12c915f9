# SPDX-License-Identifier: MIT
"""What `gemmscope run` records of tiled.cu, against requests and sectors counted from the kernel's text.

Usage: recorded_test.py GEMMSCOPE TILED.CU      Needs nvcc.
"""
import json
import os
import subprocess
import sys
import tempfile

T, M, N, K = 32, 72, 100, 80
gemmscope, source = sys.argv[1:]


def sectors(addresses):
    """Of the elements of 4 bytes that a warp's lanes touch."""
    return len({4 * a // 32 for a in addresses})


def expected():
    """Requests, and sectors of those to global memory, of each site: a warp is a row of a block."""
    sites = {}

    def add(name, *requests):
        for addresses in requests:
            if addresses:
                count, moved = sites.get(name, (0, 0))
                sites[name] = (count + 1, moved + (sectors(addresses) if name in ("A_load", "B_load", "C_store") else 0))

    lanes = range(T)
    for by in range(0, M, T):
        for bx in range(0, N, T):
            for ty in lanes:
                for k0 in range(0, K, T):
                    add("A_load", [(by + ty) * K + k0 + tx for tx in lanes if by + ty < M and k0 + tx < K])
                    add("B_load", [(k0 + ty) * N + bx + tx for tx in lanes if k0 + ty < K and bx + tx < N])
                    add("As_store", lanes), add("Bs_store", lanes)
                    add("As_load", *[lanes] * T), add("Bs_load", *[lanes] * T)
                add("C_store", [(by + ty) * N + bx + tx for tx in lanes if by + ty < M and bx + tx < N])
    return sites


def recorded(*options, begin):
    """The same of what is recorded; `begin`: of what the program says."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([gemmscope, "run", source, "-o", folder, *options], capture_output=True, text=True)
        if done.returncode != 0 or not done.stdout.startswith(begin) or os.listdir(folder) != ["tiled.gst"]:
            sys.exit(f"gemmscope run ended with {done.returncode}\n{done.stdout}{done.stderr}{os.listdir(folder)}")
        report = json.loads(subprocess.run([gemmscope, "report", folder + "/tiled.gst", "--json"], capture_output=True,
                                           check=True, text=True).stdout)
    return {site["name"]: (site["requests"], site.get("sectors", 0)) for site in report["sites"]}


for found in recorded(begin="right\n"), recorded("--addresses-only", begin="C[0][0] is "):
    if found != expected():
        sys.exit(f"recorded {found}\ncounted  {expected()}")
