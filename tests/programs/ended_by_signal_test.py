# SPDX-License-Identifier: MIT
"""A program ends by a signal of its own as it does without gemmscope.

Usage: ended_by_signal_test.py RUNTIME_FOLDER PROGRAM
"""
import os
import signal
import subprocess
import sys
import tempfile

runtime, program = sys.argv[1:]
for how, said in {"raised": "", "killed": "", "plain": "", "ignored": "", "blocked": "", "once": "once\n"}.items():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, how], env={**os.environ, "LD_LIBRARY_PATH": runtime, "GEMMSCOPE_RECORD_TO": folder},
                              capture_output=True, text=True, timeout=60)
    if done.returncode != -signal.SIGSEGV or done.stdout != said:
        sys.exit(f"{how}: ended with {done.returncode} and said {done.stdout!r}, not {said!r}\n{done.stderr}")
