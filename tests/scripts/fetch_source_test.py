#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/fetch_source takes a source package from where pip would, checks it, and runs nothing of it."""
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

FETCH = Path(__file__).resolve().parents[2] / "scripts" / "fetch_source"


class FetchSource(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.root = Path(self.temporary.name)
        self.ran = self.root / "ran"
        package = self.root / "packages" / "trap-1.0.tar.gz"
        package.parent.mkdir()
        with tarfile.open(package, "w:gz") as archive:
            for name, text in (("setup.py", f"open({str(self.ran)!r}, 'w')"), ("PKG-INFO", "Name: trap\nVersion: 1.0\n")):
                member = tarfile.TarInfo(f"trap-1.0/{name}")
                member.size = len(text)
                archive.addfile(member, io.BytesIO(text.encode()))
        self.content = package.read_bytes()
        self.hash = hashlib.sha256(self.content).hexdigest()

    def fetch(self, requirement):
        file = self.root / "requirements.txt"
        file.write_text(f"# a comment\n{requirement}\n")
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.root / "packages")}
        return subprocess.run([sys.executable, FETCH, file, self.root / "out"], capture_output=True, text=True, env=environment)

    def fetched(self):
        return sorted((self.root / "out").glob("*"))

    def test_takes_the_file_and_runs_nothing(self):
        ran = self.fetch(f"trap==1.0 \\\n    --hash=sha256:{self.hash}")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual([file.read_bytes() for file in self.fetched()], [self.content])
        self.assertFalse(self.ran.exists())

    def test_refuses_another_file(self):
        ran = self.fetch(f"trap==1.0 --hash=sha256:{'0' * 64}")
        self.assertEqual(ran.returncode, 1)
        self.assertIn(self.hash, ran.stderr)
        self.assertEqual(self.fetched(), [])

    def test_refuses_a_line_without_hash(self):
        self.assertEqual(self.fetch("trap==1.0").returncode, 1)
        self.assertEqual(self.fetch(f"trap==1.0 --hash=sha256:{self.hash}\ntrap==1.0").returncode, 1)
        self.assertEqual(self.fetched(), [])

    def test_says_that_there_is_no_such_version(self):
        ran = self.fetch(f"trap==1.1 --hash=sha256:{self.hash}")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("trap 1.1", ran.stderr)


if __name__ == "__main__":
    unittest.main()
