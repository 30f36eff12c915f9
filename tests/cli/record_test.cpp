// SPDX-License-Identifier: MIT
// What `record` writes: a step of the ladder is a program, compiled with other numbers and run.
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;

class Record : public ProgramTest {
 protected:
  json report(const std::string& name) const {
    const Ran ran = run("report " + name + " --json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out);
  }
  json recorded(const std::string& arguments) const {
    const Ran ran = run("record -o a.gst " + arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    return report("a.gst");
  }
  /// Of stores to it.
  static std::size_t wavefronts(const json& report, const std::string& tensor) {
    std::size_t sum = 0;
    for (const json& site : report.at("sites"))
      if (site.at("tensor") == tensor && site.at("op") == "store")
        sum += site.at("in_scope").at("wavefronts").get<std::size_t>();
    return sum;
  }
};

TEST_F(Record, WithoutAFileItIsNamedAfterTheStep) {
  EXPECT_EQ(run("record 01_naive --size 32x32x32").code, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"naive.gst"});
}

TEST_F(Record, SizeAndFactorsAreTheProgramsArguments) {
  const json plain = recorded("naive --size 33x35x5");
  EXPECT_EQ(plain.at("kernel"), "naive");
  EXPECT_EQ(plain.at("coverage").at("blocks").at("total"), 4);
  const json added = recorded("naive --size 33x35x5 --alpha -1.5 --beta=0.5");
  EXPECT_EQ(added.at("sites").size(), plain.at("sites").size() + 1) << "C is loaded";
  const json& given = added.at("params");
  for (const auto& [name, value] : {std::pair("M", 33), {"N", 35}, {"K", 5}}) EXPECT_EQ(given.at(name), value) << name;
  EXPECT_EQ(std::stod(given.at("alpha").get<std::string>()), -1.5);
  EXPECT_EQ(std::stod(given.at("beta").get<std::string>()), 0.5);
  EXPECT_EQ(recorded("naive -- 33 35 5").at("sites"), plain.at("sites"));
}

TEST_F(Record, NumbersAndPresetsChangeTheKernel) {
  const std::string size = " --preset tm1_small --size 64x64x16";
  const json plain = recorded("warp_tile" + size), padded = recorded("warp_tile" + size + " --set PA=4 PB=0");
  EXPECT_LT(wavefronts(padded, "As"), wavefronts(plain, "As"));
  EXPECT_EQ(plain.at("coverage").at("warps").at("total"), 4) << "NT = 128 of the preset";
}

TEST_F(Record, PartOfALaunchIsHalfOpen) {
  const json several = recorded("naive --size 64x96x4 --blocks 1,0,0:3,1,1 --warps 1:3");  // 3 blocks wide, 2 high
  EXPECT_EQ(several.at("selection").at("block_x"), json({1, 3}));
  EXPECT_EQ(several.at("selection").at("block_y"), json({0, 1}));
  EXPECT_EQ(several.at("coverage").at("blocks"), json({{"recorded", 2}, {"total", 6}}));
  EXPECT_EQ(several.at("coverage").at("warps"), json({{"recorded", 2}, {"total", 32}}));
}

TEST_F(Record, WhatTheProgramRefusesIsSaidInItsWords) {
  const Ran ran = run("record warp_tile --size 100x128x16 -o a.gst");
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find("M, N and K must be positive multiples of 128, 128 and 16"), std::string::npos) << ran.err;
  EXPECT_TRUE(files().empty());
}

TEST_F(Record, WhatTheKernelCannotHaveIsSaidInTheSourcesWords) {
  write("a.gst", "old");
  const Ran ran = run("record warp_tile --set BM=96 -o a.gst");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("WM must divide BM"), std::string::npos) << ran.err;
  EXPECT_EQ(contents("a.gst"), "old");
}

TEST_F(Record, SaysThatTheProgramFailed) {
  const Ran ran = run("record warp_tile_no_warp_origin -o a.gst");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("the program ended with 1: "), std::string::npos) << ran.out;
  EXPECT_EQ(run("record warp_tile_no_warp_origin --addresses-only -o a.gst").code, 0);
}

TEST_F(Record, ReplacesAnOldFile) {
  write("a.gst", "old");
  EXPECT_EQ(recorded("naive --size 32x32x8").at("kernel"), "naive");
  EXPECT_EQ(files(), std::vector<std::string>{"a.gst"});
}

TEST_F(Record, APathIsAProgramOfOnesOwn) {
  write("naive.cu",
        "#include <cstdlib>\n"
        "// gemmscope: arguments: 3 7\n"
        "__global__ void twice(float* a) { a[threadIdx.x] = 2; }\n"
        "int main(int, char** argv) {\n"
        "  float* a;\n"
        "  cudaMalloc(&a, 1024);\n"
        "  twice<<<std::atoi(argv[1]), std::atoi(argv[2])>>>(a);\n"
        "  cudaDeviceSynchronize();\n"
        "}\n");
  const json said = recorded("naive.cu");
  EXPECT_EQ(said.at("kernel"), "twice");
  EXPECT_EQ(said.at("coverage").at("blocks").at("total"), 3) << "as its comment says";
  EXPECT_EQ(recorded("naive.cu -- 5 1").at("coverage").at("blocks").at("total"), 5);
}

}  // namespace
}  // namespace gemmscope::cli::testing
