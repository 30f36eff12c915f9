#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What scripts/run builds has everything that `gemmscope run` needs, with or without a GPU: the stand-ins for NVIDIA's libraries.

Usage: run_builds_test.py SOURCE NVCC
"""
import os
import re
import subprocess
import sys
import tempfile

source, nvcc = sys.argv[1:]
with tempfile.TemporaryDirectory() as build:
    configured = subprocess.run(["cmake", "--preset", "run", "-B", build, "-DGEMMSCOPE_GUI=OFF"], cwd=source, text=True,
                                env={**os.environ, "CUDACXX": nvcc}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if configured.returncode != 0:
        sys.exit(configured.stdout)
    files = subprocess.run(["ninja", "-C", build, "-t", "inputs", "gemmscope"], stdout=subprocess.PIPE, text=True, check=True)
    built = set(re.findall(r"^runtime/lib(\w+)\.so", files.stdout, re.MULTILINE))
    if missing := {"cudart", "cublas", "cublasLt", "curand"} - built:
        sys.exit(f"building gemmscope does not build {', '.join(sorted(missing))}")
