#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/fetch_headers takes headers out of a wheel, and checks them."""
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

FETCH = Path(__file__).resolve().parents[2] / "scripts" / "fetch_headers"
HEADER = b"int a_function(void);\n"
HASH = hashlib.sha256(HEADER).hexdigest()


class FetchHeaders(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.root = Path(self.temporary.name)
        with zipfile.ZipFile(self.root / "library-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("vendor/include/library.h", HEADER)
            wheel.writestr("vendor/lib/library.so", "large")

    def fetch(self, requirement):
        file = self.root / "requirements.txt"
        file.write_text(f"# a comment\n{requirement}\n")
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.root)}
        return subprocess.run([sys.executable, FETCH, file, self.root / "out"], capture_output=True, text=True, env=environment)

    def fetched(self):
        return {file.name: file.read_bytes() for file in (self.root / "out").glob("*")}

    def test_takes_the_headers_alone(self):
        ran = self.fetch(f"library==1.0\n    library.h sha256:{HASH}")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual(self.fetched(), {"library.h": HEADER})

    def test_refuses_another_file(self):
        ran = self.fetch(f"library==1.0\n    library.h sha256:{'0' * 64}")
        self.assertEqual(ran.returncode, 1)
        self.assertIn(HASH, ran.stderr)
        self.assertEqual(self.fetched(), {})

    def test_refuses_a_line_without_hash(self):
        self.assertEqual(self.fetch("library==1.0\n    library.h").returncode, 1)
        self.assertEqual(self.fetched(), {})

    def test_says_what_is_not_there(self):
        ran = self.fetch(f"library==1.0\n    other.h sha256:{HASH}")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("other.h", ran.stderr)
        ran = self.fetch(f"library==1.1\n    library.h sha256:{HASH}")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("library 1.1", ran.stderr)


if __name__ == "__main__":
    unittest.main()
