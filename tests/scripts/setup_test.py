#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/setup on a system where it may install nothing: apt-get and its kin are stand-ins that write down what they are told."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
STAND_INS = {
    "dpkg-query": "exit 1",                                      # nothing is installed
    "apt-get": 'echo "begin $*" >> "$SAID"; sleep "${APT_TAKES:-0}"; echo end >> "$SAID"; [[ -z ${APT_FAILS_WITH:-} || $* != *" $APT_FAILS_WITH "* ]]',
    "sudo": 'exec "$@"',
    "nvcc": "echo 'Cuda compilation tools, release 13.0, V13.0.88'",
    "nvdisasm": "exit 0",
}


# "pip install --target FOLDER" of the compiler; fetch_headers FILE FOLDER is run as a program of Python.
PYTHON = r"""
[[ -z ${PYTHON_SAYS:-} ]] || { echo $$ > "$PYTHON_SAYS"; exec sleep 60; }
while (($#)); do
  case $1 in
    --target) mkdir -p "$2/nvidia/cu13/bin" "$2/nvidia/cu13/include"; cp "$(dirname "$0")/stand_in" "$2/nvidia/cu13/bin/nvcc" ;;
    */fetch_headers) [[ -z ${NO_HEADERS:-} ]] || { echo "no network" >&2; exit 1; }; mkdir -p "$3"; touch "$3/curand_uniform.h" ;;
  esac
  shift
done
"""


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
        (self.cache / imgui / "external" / "ImGuiColorTextEdit").mkdir(parents=True)  # nothing to download
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
        """What each apt-get install was told."""
        return [line.split() for line in self.said.read_text().splitlines() if " install " in line]

    def test_removes_nothing(self):
        self.assertEqual(self.run_setup()[0], 0)
        for told in self.installed():
            self.assertIn("--no-remove", told)

    def test_running_takes_less_than_testing(self):
        self.assertEqual(self.run_setup("run")[0], 0)
        to_run = set(sum(self.installed(), []))
        self.said.unlink()
        self.assertEqual(self.run_setup("test")[0], 0)
        to_test = set(sum(self.installed(), []))
        self.assertLess(to_run, to_test)
        self.assertLessEqual({"clang", "libgtest-dev", "xvfb"}, to_test - to_run)

    def test_what_downloads_need_comes_first(self):
        self.assertEqual(self.run_setup("run")[0], 0)
        first, second = self.installed()
        self.assertIn("python3-pip", first)
        self.assertIn("g++", second)
        self.assertNotIn("python3-pip", second)
        self.assertEqual(self.said.read_text().count(" update"), 1)

    def run_without_a_compiler(self, **environment):
        scripts = self.root / "clone" / "scripts"
        shutil.copytree(SCRIPTS, scripts)
        find = scripts / "find_nvcc"
        find.write_text(find.read_text().replace(" /usr/local/cuda/bin/nvcc", ""))
        (self.bin / "nvcc").rename(self.bin / "stand_in")
        (self.bin / "python3").write_text(f"#!/bin/bash\n{PYTHON}")
        (self.bin / "python3").chmod(0o755)
        environment = {**self.environment, "PATH": f"{self.bin}:/usr/bin:/bin", **environment}
        del environment["CUDACXX"]
        return subprocess.run([scripts / "setup", "run"], env=environment, capture_output=True, text=True)

    def test_running_takes_the_compiler_too(self):
        ran = self.run_without_a_compiler()
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual(len(list(self.cache.glob("cuda-compiler-*/nvidia/cu13/bin/nvcc"))), 1)
        self.assertEqual(len(list(self.cache.glob("cuda-compiler-*/nvidia/cu13/include/curand_uniform.h"))), 1)

    def test_without_headers_of_cublas_all_else_is_there(self):
        ran = self.run_without_a_compiler(NO_HEADERS="1")
        self.assertEqual(ran.returncode, 0)
        self.assertRegex(ran.stderr, "cannot be compiled: no network\n$")
        self.assertEqual(len(list(self.cache.glob("cuda-compiler-*/nvidia/cu13/bin/nvcc"))), 1)

    def test_a_failed_download_is_an_error(self):
        shutil.rmtree(next(self.cache.glob("imgui*")))
        (self.bin / "python3").write_text("#!/bin/bash\nexit 1\n")
        (self.bin / "python3").chmod(0o755)
        code, _, error = self.run_setup("run", PATH=f"{self.bin}:/usr/bin:/bin")
        self.assertEqual(code, 1)
        self.assertRegex(error, r"^setup: Dear ImGui \(48 MB\) did not come .*\n$")
        self.assertEqual(list(self.cache.glob("unpacking.*")), [])

    def test_downloads_end_when_packages_fail(self):
        ran = self.run_without_a_compiler(APT_FAILS_WITH="g++", PYTHON_SAYS=str(self.root / "python"), APT_TAKES="0.3")
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stderr, r"^setup: apt-get could not .*\n$")
        self.assertEqual(list(self.cache.glob("unpacking.*")), [])
        self.assertFalse(Path(f"/proc/{(self.root / 'python').read_text().strip()}").exists())

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
        self.assertEqual([line.split()[0] for line in self.said.read_text().splitlines()], ["begin", "end"] * 6)

    def test_a_relative_cache_is_refused(self):
        for variable in ("HOME", "XDG_CACHE_HOME", "GEMMSCOPE_CACHE"):
            others = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_CACHE_HOME", "GEMMSCOPE_CACHE")}
            folder = subprocess.run([SCRIPTS / "cache_folder"], env={**others, variable: "here"}, capture_output=True, text=True)
            self.assertEqual((folder.returncode, folder.stdout), (2, ""))
            self.assertRegex(folder.stderr, "would be here.*, a relative path")

    def test_the_cache_is_found_without_a_home(self):
        without = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_CACHE_HOME", "GEMMSCOPE_CACHE")}
        folder = subprocess.run([SCRIPTS / "cache_folder"], env=without, capture_output=True, text=True)
        self.assertEqual((folder.returncode, folder.stderr), (0, ""))
        self.assertRegex(folder.stdout, r"^/.*/\.cache/gemmscope\n$")


if __name__ == "__main__":
    unittest.main()
