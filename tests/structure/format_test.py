#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All C++ and CUDA files but those of kernels/ are as clang-format 14 writes them by .clang-format.

usage: format_test.py CLANG_FORMAT
"""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("app", "bench", "layout", "tests", "tracing")  # kernels are laid out by hand, to be read beside their pictures
files = sorted(str(path) for folder in FOLDERS for path in (ROOT / folder).rglob("*")
               if path.suffix in (".h", ".cpp", ".cu", ".cuh"))
if len(files) < 500:
    sys.exit(f"only {len(files)} files are here: has a folder moved?")
told = subprocess.run([sys.argv[1], "--dry-run", "-Werror", *files], stderr=subprocess.PIPE, text=True)
if told.returncode != 0:
    wrong = sorted({line.split(":")[0] for line in told.stderr.splitlines() if "clang-format-violations" in line})
    sys.exit("not formatted; run clang-format -i on: " + " ".join(wrong) if wrong else told.stderr)
