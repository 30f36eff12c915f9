# SPDX-License-Identifier: MIT
"""Fails if the given program contains anything of imgui_test_engine or its hooks, which the tests alone may use."""
import sys
from pathlib import Path

program = Path(sys.argv[1])
if b"ImGuiTestEngine" in program.read_bytes():
    sys.exit(f"{program} contains imgui_test_engine: link it with gemmscope_link_imgui(<target>), without HOOKED.")
