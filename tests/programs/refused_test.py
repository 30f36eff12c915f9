# SPDX-License-Identifier: MIT
"""Calls to libraries of which nothing is supported end the program with a sentence; its process ends with 2.

Usage: refused_test.py LIBRARY:FUNCTION...
"""
import subprocess
import sys

for asked in sys.argv[1:]:
    library, function = asked.split(":")
    call = f"import ctypes; ctypes.CDLL({library!r}).{function}(None)"
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True)
    if done.returncode != 2 or done.stderr != f"gemmscope: {function} is not supported without a GPU\n":
        sys.exit(f"{asked} ended with {done.returncode}\n{done.stderr}")
