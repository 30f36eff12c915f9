// SPDX-License-Identifier: MIT
// Whatever cannot be meant: exit code 2, one sentence that names what is wrong, no file.
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

struct Misuse {
  const char* name;  ///< of the test
  const char* arguments;
  const char* says;  ///< part of the sentence
};

void PrintTo(const Misuse& m, std::ostream* out) { *out << m.arguments; }

const Misuse kMisuses[] = {
    {"UnknownCommand", "reprot a.gst", "there is no command 'reprot'; choose one of open, list, record"},
    {"UnknownOption", "--bogus", "'--bogus'"},
    {"RecordWithoutKernel", "record", "KERNEL is required"},
    {"RecordUnknownKernel", "record warp_tlie", "there is no kernel 'warp_tlie'; 'gemmscope list' shows the ladder's"},
    {"RecordUnknownOption", "record warp_tile --pad 4", "'--pad'"},
    {"RecordExtraArgument", "record warp_tile --size 1x1x1 -- again", "and it is given others"},
    {"RecordUnknownPreset", "record warp_tile --preset k10", "has no preset k10; it has k10_a6000"},
    {"RecordPresetWithoutValue", "record warp_tile --preset", "--preset"},
    {"RecordSetWithoutEquals", "record warp_tile --set PA", "--set 'PA' cannot be read; write NAME=VALUE"},
    {"RecordSetWithoutValue", "record warp_tile --set PA=", "--set 'PA='"},
    {"RecordSetUnknownName", "record warp_tile --set PC=1", "10_warp_tile.cu has no number PC"},
    {"RecordSetNoNumber", "record warp_tile --set PA=4x", "PA=4x"},
    {"RunWithoutSteps", "run a.cu --steps 0", "--steps: Value 0 not in range 1 to"},
    {"RecordSizeOneNumber", "record warp_tile --size 1024", "--size '1024' cannot be read; write MxNxK"},
    {"RecordSizeTwoNumbers", "record warp_tile --size 64x64", "--size '64x64'"},
    {"RecordSizeFourNumbers", "record warp_tile --size 1x2x3x4", "--size '1x2x3x4'"},
    {"RecordSizeNegative", "record warp_tile --size -1x2x3", "--size"},
    {"RecordSizeTooLarge", "record warp_tile --size 99999999999x1x1", "--size '99999999999x1x1'"},
    {"RecordSizeTwice", "record warp_tile --size 1x1x1 --size 2x2x2", "--size"},
    {"RecordAlphaNoNumber", "record warp_tile --alpha one", "--alpha 'one' cannot be read"},
    {"RecordAlphaInfinite", "record warp_tile --alpha inf", "--alpha 'inf'"},
    {"RecordBetaNoNumber", "record warp_tile --beta nan", "--beta 'nan'"},
    {"RecordBlocksNoPair", "record warp_tile --blocks 3", "--blocks '3' cannot be read; write X,Y,Z"},
    {"RecordBlocksEmpty", "record warp_tile --blocks 0,0,0:0,1,1", "--blocks 0,0,0:0,1,1 is empty"},
    {"RecordBlocksOfTheOlderLadder", "record warp_tile --blocks 0,0", "write X,Y,Z"},
    {"RecordWarpsBackwards", "record warp_tile --warps 3:1", "--warps 3:1 is empty"},
    {"RecordUnknownBackend", "record warp_tile --backend gpu", "there is no backend 'gpu'; write --backend cpu"},
    {"RecordNoFolder", "record warp_tile -o none/a.gst", "there is no folder none"},
    {"RecordOntoFolder", "record warp_tile -o .", "is a folder"},
    {"RecordWithoutFileName", "record warp_tile -o", "--output"},
    {"ReportWithoutFile", "report", "FILE is required"},
    {"ReportTwoFiles", "report a.gst b.gst", "'b.gst'"},
    {"ReportTwoForms", "report a.gst --json --csv", "--json excludes --csv"},
    {"ReportUnknownModel", "report a.gst --model best", "there is no counting rule 'best'; write --model fused"},
    {"SweepWithoutKernel", "sweep", "KERNEL is required"},
    {"SweepUnknownKernel", "sweep warp_tlie", "there is no kernel 'warp_tlie'"},
    {"SweepUnknownParameter", "sweep warp_tile --over PC=1", "10_warp_tile.cu has no number PC"},
    {"SweepUnknownPreset", "sweep warp_tile --over preset=k10", "choose one of k10_a6000"},
    {"SweepWithoutValues", "sweep warp_tile --over PA", "PA has no values"},
    {"SweepAxisTwice", "sweep warp_tile --over PA=1,PA=2", "has PA twice"},
    {"SweepGivenAndSwept", "sweep warp_tile --set PA=1 --over PA=0:2", "PA is both given and swept"},
    {"SweepPresetGivenAndSwept", "sweep warp_tile --preset k10_a100 --over preset", "preset is both given and swept"},
    {"SweepNothingNamed", "sweep direct_store", "add --over"},
    {"SweepTooMany", "sweep warp_tile --over PA=0:101,PB=0:100", "more than 10000 settings"},
    {"SweepNoSource", "sweep /bin/true --over PA=1", "/bin/true is no .cu file"},
    {"SweepSizeAndArguments", "sweep warp_tile --size 8x8x8 --over PA=1 -- 64", "and it is given others"},
    {"SweepTaskWithoutStore", "sweep warp_tile --task 0/2", "need --store"},
    {"SweepTaskTooHigh", "sweep warp_tile --store s --task 2/2", "--task '2/2' cannot be read; write I/N"},
    {"SweepGatherWithoutStore", "sweep warp_tile --gather", "need --store"},
    {"SweepTwoModes", "sweep warp_tile --store s --gather --job j", "use only one of"},
    {"SweepJobAsJson", "sweep warp_tile --store s --job j --json", "print no table"},
    {"SweepJobNoFolder", "sweep warp_tile --store s --job none/j", "there is no folder none"},
    {"SweepJobNoTasks", "sweep warp_tile --store s --job j --tasks 0", "--tasks must be at least 1"},
    {"SweepTasksWithoutJob", "sweep warp_tile --tasks 4", "--tasks is only for --job"},
    {"SweepEmptyRange", "sweep warp_tile --over PA=0:-2147483648", "is empty at '0:-2147483648'"},
    {"SweepTwoForms", "sweep warp_tile --json --csv", "--json excludes --csv"},
    {"SweepUnknownModel", "sweep warp_tile --model best", "there is no counting rule 'best'"},
    {"SweepThreadsNoNumber", "sweep warp_tile --threads all", "--threads 'all'"},
    {"ListExtraArgument", "list recordings more", "'more'"},
    {"VerifyUnknownKernel", "verify k999", "there is no kernel 'k999'"},
    {"RecordSetOfAStep", "record warp_tile --set swzA=xor",
     "swzA=xor is a step of its own now: name the kernel swizzled"},
    {"BenchUnknownKernel", "bench k999", "there is no kernel 'k999'"},
    {"OpenWithoutFile", "open", "FILE is required"},
    {"RenderWithoutView", "render a.gst -o a.png", "--view is required"},
    {"RenderWithoutOutput", "render a.gst --view banks", "--output is required"},
    {"RenderUnknownFormat", "render a.gst --view banks -o a.bmp", "-o a.bmp"},
    {"RenderNamesTheFormats", "render a.gst --view banks -o svg", ".png or .svg"},
    {"RenderCompressedSvg", "render a.gst --view banks -o a.svgz", "-o a.svgz"},
    {"RenderNoFolder", "render a.gst --view banks -o none/a.png", "there is no folder none"},
    {"RenderPixelsNoPair", "render a.gst --view banks --pixels big -o a.png", "--pixels 'big'"},
    {"RenderPixelsTooFew", "render a.gst --view banks --pixels 0x600 -o a.png", "--pixels '0x600'"},
    {"RenderPixelsTooMany", "render a.gst --view banks --pixels 99999x10 -o a.png", "--pixels '99999x10'"},
    {"RenderStepNoNumber", "render a.gst --view banks --step first -o a.png", "--step 'first'"},
};

using Empty = ProgramTest;

/// An option that is given without a value is not one that is left out.
TEST_F(Empty, ValuesAreRefused) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"record",
       {"KERNEL", "--preset", "--set", "--size", "--alpha", "--beta", "--blocks", "--warps", "--backend", "--output"}},
      {"sweep",
       {"KERNEL", "--preset", "--set", "--size", "--over", "--model", "--results", "--threads", "--store", "--task",
        "--job", "--tasks"}},
      {"report", {"FILE", "--model", "--view", "--select", "--results"}},
      {"compare", {"FIRST", "--model", "--scope"}},
      {"check", {"FILE"}},
      {"open", {"FILE", "--select", "--results"}},
      {"render", {"FILE", "--view", "--step", "--select", "--results", "--pixels", "--output"}},
      {"verify", {"PROGRAM"}},
      {"bench", {"--size"}}};
  for (const auto& [command, options] : commands)
    for (const std::string& option : options) {
      std::vector<std::string> arguments{command};
      if (option.starts_with("--")) arguments.push_back(option);
      arguments.emplace_back();
      const Ran ran = run(arguments);
      SCOPED_TRACE(command + " " + option);
      expect_error(ran, 2);
      EXPECT_NE(ran.err.find(option), std::string::npos) << ran.err;
      EXPECT_TRUE(files().empty());
    }
}

TEST_F(ProgramTest, AnErrorRepeatsOnlyTheEndsOfALongArgument) {
  const std::string text(100'000, '(');
  write("a.cu", "__global__ void k() {}\n");
  const std::vector<std::vector<std::string>> all{
      {text},
      {"run", "a.cu", "--kernel", "k", "--grid", "1", "--block", "1", "--args", text},
      {"run", "a.cu", "--kernel", "k", "--grid", text, "--block", "1"},
      {"run", "a.cu", "--kernel", text},
      {"run", "a.cu", "--tensor", text},
      {"run", "a.cu", "--steps", text},
      {"run", "a.cu", "--blocks", text},
      {"run", "a.cu", "--backend", text},
      {"record", text},
      {"record", "naive", "--size", text},
      {"record", "naive", "--set", text + "=1"},
      {"record", "naive", "--preset", text},
      {"record", "naive", text},
      {"list", "--" + text}};
  for (const std::vector<std::string>& arguments : all) {
    const Ran ran = run(arguments);
    SCOPED_TRACE(arguments.size() > 2 ? arguments[0] + " " + arguments[arguments.size() - 2] : arguments[0]);
    expect_error(ran, 2);
    EXPECT_LT(ran.err.size(), 1500u);
  }
}

class Usage : public ProgramTest, public ::testing::WithParamInterface<Misuse> {};

TEST_P(Usage, IsRefusedWithASentence) {
  const Ran ran = run(GetParam().arguments);
  expect_error(ran, 2);
  EXPECT_NE(ran.err.find(GetParam().says), std::string::npos) << ran.err;
  EXPECT_TRUE(files().empty());
}

std::string name_of(const ::testing::TestParamInfo<Misuse>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Wrong, Usage, ::testing::ValuesIn(kMisuses), name_of);

}  // namespace
}  // namespace gemmscope::cli::testing
