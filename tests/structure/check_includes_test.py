# SPDX-License-Identifier: MIT
"""Each rule of scripts/check_includes is seen to catch a small tree that breaks it."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).parents[2] / "scripts" / "check_includes"


def check(files):
    """Exit code and output of the check on a tree of {path: text}."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class CheckIncludes(unittest.TestCase):
    def test_arrows_in_the_right_direction_pass(self):
        self.assertEqual((0, ""), check({
            "tracing/format/recording.h": "#include <vector>\n",
            "tracing/analysis/digest.h": '#include "tracing/format/recording.h"\n',
            "app/views/banks/view.cpp": '#include "tracing/analysis/digest.h"\n',
            "app/screen/show.cpp": "#include <imgui.h>\n",
        }))

    def assert_caught(self, where, sentence, files):
        code, output = check(files)
        self.assertEqual(1, code)
        self.assertIn(f"{where}: ", output)
        self.assertIn(sentence, output)

    def test_a_view_that_reaches_into_capture(self):
        self.assert_caught("app/views/banks/view.cpp:2", "may not include from tracing/record",
                           {"tracing/record/capture.h": "", "app/views/banks/view.cpp": '\n#include "tracing/record/capture.h"\n'})

    def test_a_view_with_a_window(self):
        self.assert_caught("app/views/banks/view.cpp:1", "may not include Dear ImGui",
                           {"app/views/banks/view.cpp": "#include <imgui.h>\n"})

    def test_an_analysis_with_a_window(self):
        self.assert_caught("tracing/analysis/heat.cpp:1", "may not include Dear ImGui",
                           {"tracing/analysis/heat.cpp": "#include <imgui.h>\n"})

    def test_a_format_with_cuda(self):
        self.assert_caught("tracing/format/file.cpp:1", "may not include CUDA",
                           {"tracing/format/file.cpp": "#include <cuda_runtime.h>\n"})

    def test_a_layout_that_knows_recordings(self):
        self.assert_caught("tracing/format/layout/layout.h:1", "tracing/format/layout may not include from tracing/format",
                           {"tracing/format/recording.h": "",
                            "tracing/format/layout/layout.h": '#include "tracing/format/recording.h"\n'})

    def test_the_test_engine_in_the_program(self):
        self.assert_caught("app/shell/window.cpp:1", "may not include the test engine",
                           {"app/shell/window.cpp": "#include <imgui_te_engine.h>\n"})

    def test_a_name_that_is_not_from_the_root(self):
        self.assert_caught("app/draw/table.cpp:1", "must be named from the root",
                           {"app/draw/table.h": "", "app/draw/table.cpp": '#include "table.h"\n'})

    def test_a_widget_that_gets_the_session_by_way_of_a_header(self):
        self.assert_caught("app/draw/canvas.cpp:1", "app/draw may not reach app/session (app/session/session.h, which comes "
                                                    "with app/theme/colours.h)",
                           {"app/session/session.h": "", "app/theme/colours.h": '#include "app/session/session.h"\n',
                            "app/draw/canvas.cpp": '#include "app/theme/colours.h"\n'})

    def test_a_library_that_comes_with_a_header(self):
        self.assert_caught("app/session/live.cpp:2", "app/session may not reach CUDA (cuda_runtime.h, which comes with "
                                                     "tracing/cuda/bench.h)",
                           {"tracing/cuda/launch.h": "#include <cuda_runtime.h>\n",
                            "tracing/cuda/bench.h": '#include "tracing/cuda/launch.h"\n',
                            "app/session/live.cpp": '\n#include "tracing/cuda/bench.h"\n'})

    def test_a_view_may_have_what_a_session_holds(self):
        self.assertEqual((0, ""), check({
            "tracing/cuda/live_trace.h": "", "app/session/session.h": '#include "tracing/cuda/live_trace.h"\n',
            "app/views/banks/view.cpp": '#include "app/session/session.h"\n'}))

    def test_two_files_that_need_each_other(self):
        self.assert_caught("app/session/touched.h:1", "session needs touched itself: a cycle",
                           {"app/session/session.h": "", "app/session/touched.h": '#include "app/session/session.h"\n',
                            "app/session/session.cpp": '#include "app/session/session.h"\n'
                                                       '#include "app/session/touched.h"\n'})

    def test_files_that_need_each_other_by_way_of_a_third(self):
        self.assert_caught("app/session/session.cpp:1", "tried needs session itself: a cycle",
                           {"app/session/session.h": "", "app/session/session.cpp": '#include "app/session/tried.h"\n',
                            "app/session/tried.h": "", "app/session/tried.cpp": '#include "app/session/setup.h"\n',
                            "app/session/setup.h": '#include "app/session/session.h"\n'})

    def test_files_that_share_a_third_pass(self):
        self.assertEqual((0, ""), check({
            "app/session/session.h": "", "app/session/touched.h": '#include "app/session/session.h"\n',
            "app/session/refresh.cpp": '#include "app/session/session.h"\n#include "app/session/touched.h"\n'}))

    def test_a_folder_without_a_row(self):
        self.assert_caught("app/sound/beep.h:1", "has no row", {"app/sound/beep.h": ""})


if __name__ == "__main__":
    unittest.main()
