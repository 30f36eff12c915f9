#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/setup on a system where it may install nothing: apt-get and its kin are stand-ins that write down what they are told."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
STAND_INS = {
    "dpkg-query": "exit 1",                                      # nothing is installed
    "apt-get": 'echo "begin $*" >> "$SAID"; sleep "${APT_TAKES:-0}"; echo end >> "$SAID"',
    "sudo": 'exec "$@"',
    "nvcc": "echo 'Cuda compilation tools, release 13.0, V13.0.88'",
    "nvdisasm": "exit 0",
}


class Setup(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.root = Path(self.temporary.name)
        self.bin, self.said = self.root / "bin", self.root / "said"
        self.bin.mkdir()
        for name, text in STAND_INS.items():
            (self.bin / name).write_text(f"#!/bin/bash\n{text}\n")
            (self.bin / name).chmod(0o755)
        text = (SCRIPTS / "setup").read_text()
        imgui = next(line.split("=")[1] for line in text.splitlines() if line.startswith("imgui="))
        self.cache = self.root / "cache"
        (self.cache / imgui).mkdir(parents=True)  # nothing to download
        self.environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "SAID": str(self.said),
                            "GEMMSCOPE_CACHE": str(self.cache), "CUDACXX": str(self.bin / "nvcc")}

    def start(self, *arguments, **environment):
        return subprocess.Popen([SCRIPTS / "setup", *arguments], env={**self.environment, **environment}, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_setup(self, *arguments, **environment):
        process = self.start(*arguments, **environment)
        out, error = process.communicate()
        return process.returncode, out, error

    def installed(self):
        return next(line for line in self.said.read_text().splitlines() if " install " in line).split()

    def test_removes_nothing(self):
        self.assertEqual(self.run_setup()[0], 0)
        self.assertIn("--no-remove", self.installed())

    def test_running_takes_less_than_testing(self):
        self.assertEqual(self.run_setup("run")[0], 0)
        to_run = set(self.installed())
        self.said.unlink()
        self.assertEqual(self.run_setup("test")[0], 0)
        to_test = set(self.installed())
        self.assertLess(to_run, to_test)
        self.assertLessEqual({"clang", "libgtest-dev", "xvfb"}, to_test - to_run)

    def test_another_word_is_bad_usage(self):
        code, _, error = self.run_setup("tests")
        self.assertEqual(code, 2)
        self.assertIn("'tests'", error)
        self.assertFalse(self.said.exists())

    def test_two_at_once_come_one_after_the_other(self):
        both = [self.start(APT_TAKES="0.2") for _ in range(2)]
        said = "".join(process.communicate()[0] for process in both)
        self.assertEqual([process.returncode for process in both], [0, 0])
        self.assertEqual(said.count("waiting"), 1)
        self.assertEqual([line.split()[0] for line in self.said.read_text().splitlines()], ["begin", "end"] * 4)

    def test_the_cache_is_found_without_a_home(self):
        without = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_CACHE_HOME", "GEMMSCOPE_CACHE")}
        folder = subprocess.run([SCRIPTS / "cache_folder"], env=without, capture_output=True, text=True)
        self.assertEqual((folder.returncode, folder.stderr), (0, ""))
        self.assertRegex(folder.stdout, r"^/.*/\.cache/gemmscope\n$")


if __name__ == "__main__":
    unittest.main()
