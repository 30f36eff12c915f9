// SPDX-License-Identifier: MIT
#include "app/cli/program_files.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace gemmscope::cli {
namespace {

using Files = std::vector<std::string>;

TEST(ProgramFiles, AreThoseThatTheCompilerReadWithoutCuda) {
  const TemporaryFolder cuda;
  std::filesystem::create_directory(cuda.path() / "crt");
  std::ofstream(cuda.path() / "cuda_runtime_api.h") << "//";
  const std::string folder = cuda.path().string();
  EXPECT_EQ(own_files("/tmp/out/my : src/my.cu \\\n    " + folder + "/cuda_runtime.h \\\n    " + folder +
                          "/crt/../crt/host.h \\\n    src/a.cuh \\\n    src/sub/../b.cuh \\\n    src/a.cuh\n",
                      "./src/my.cu"),
            (Files{"./src/my.cu", "src/a.cuh", "src/b.cuh"}));
}

TEST(ProgramFiles, HaveBlanksAndDollarsInTheirNames) {
  EXPECT_EQ(own_files("my : my.cu \\\n two\\ words.cuh a$$b.cuh \\#c.cuh\n", "my.cu"),
            (Files{"my.cu", "two words.cuh", "a$b.cuh", "#c.cuh"}));
}

TEST(ProgramFiles, AreNotKnownWithoutARule) {
  EXPECT_EQ(own_files("", "my.cu"), Files{});
  EXPECT_EQ(own_files("x", "my.cu"), (Files{"my.cu"}));
}

}  // namespace
}  // namespace gemmscope::cli
