# SPDX-License-Identifier: MIT
"""A kernel that waits for the host cannot be run here, and is not called endless; one that waits for nothing is.

Usage: waits_for_host_test.py RUNTIME_FOLDER PROGRAM
"""
import os
import re
import subprocess
import sys
import tempfile

runtime, program = sys.argv[1:]
REFUSED = r"waits_for_host\.cu:\d+: wait waits in a loop for a change of memory that the host can write\. No thread of the launch"
ENDLESS = r"never ends: .* memory that no thread changed"
for memory, code, said in (("managed", 2, REFUSED), ("pinned", 2, REFUSED), ("registered", 2, REFUSED), ("device", 0, ENDLESS)):
    for recorded in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            more = {"GEMMSCOPE_RECORD_TO": folder} if recorded else {}
            done = subprocess.run([program, memory], env={**os.environ, "LD_LIBRARY_PATH": runtime, **more},
                                  capture_output=True, text=True, timeout=120)
            left = [name for name in os.listdir(folder) if name.endswith(".gst")]
        if done.returncode != code or not re.search(said, done.stderr) or (code == 2 and (left or "never ends" in done.stderr)):
            sys.exit(f"{memory}: ended with {done.returncode}, left {left}\n{done.stdout}{done.stderr}")
