#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every *_test.cpp is in its folder's CMakeLists.txt, by name or by a pattern: one that is not would never run."""
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
files = sorted(TESTS.rglob("*_test.cpp"))
if len(files) < 100:
    sys.exit(f"only {len(files)} files are here: has a folder moved?")
lists = {folder: (folder / "CMakeLists.txt").read_text() for folder in {file.parent for file in files}}
missing = [str(file.relative_to(TESTS)) for file in files
           if file.name not in lists[file.parent] and "*_test.cpp" not in lists[file.parent]]
if missing:
    sys.exit("no CMakeLists.txt names: " + ", ".join(missing))
