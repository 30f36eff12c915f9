// SPDX-License-Identifier: MIT
// gemmscope sweep: a program by its numbers: its rows are what record and report say; it goes on after a kill; it
// writes jobs and gathers.
#include <algorithm>
#include <csignal>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/cli/bench.h"
#include "app/session/loaded.h"
#include "tests/cli/json_keys.h"
#include "tests/cli/run_program.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

const std::string kSteps = "sweep shared_tile --size 64x64x32 --over PA=0/1,PB=0/1";
const std::string kSweep = "sweep shared_tile --size 64x64x32 --over PA=0/1 --over PB=1 --over BM=64";

class Sweep : public ProgramTest {
 protected:
  ordered_json swept(const std::string& command) {
    const Ran ran = run(command + " --json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ordered_json::parse(ran.out);
  }
  /// A program with two kernels, of which one has a range, and a preset.
  void write_program() const {
    write("my.cu", R"(#include "part.cuh"
// gemmscope: range kPad = 0:2
// gemmscope: preset wide: TILE = 16
#define TILE 8
constexpr int kPad = 0;
__global__ void fill(float* to) { to[threadIdx.x] = kPart; }
__global__ void turn(const float* from, float* to) {
  __shared__ float tile[TILE][TILE + kPad];
  tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * TILE + threadIdx.x];
  __syncthreads();
  to[threadIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main(int count, char**) {
  float *from, *to;
  cudaMalloc(&from, TILE * TILE * sizeof(float));
  cudaMalloc(&to, TILE * TILE * sizeof(float));
  fill<<<1, TILE * TILE>>>(from);
  turn<<<1, dim3(TILE, TILE)>>>(from, to);
  return count == 3;
}
)");
    write("part.cuh", "constexpr int kPart = 3;\n");
  }
  /// Its settings, without where they are kept.
  ordered_json settings(const std::string& command) {
    ordered_json all = swept(command).at("settings");
    for (ordered_json& setting : all) setting.erase("file");
    return all;
  }
  /// Recordings; or lists of a setting's recordings.
  std::size_t kept(const std::string& folder, const char* extension = ".gst") const {
    std::size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator(file(folder))) {
      n += entry.path().extension() == extension ? 1 : 0;
    }
    return n;
  }
};

/// The figures of a setting, added up from the sites of `report --json`.
ordered_json figures_of_report(const ordered_json& report) {
  ordered_json figures{
      {"stores", {0, 0}}, {"loads", {0, 0}}, {"sectors", report.at("totals").at("in_scope").at("sectors")}};
  for (const ordered_json& site : report.at("sites")) {
    if (site.at("space") != "shared") continue;
    ordered_json& sum = figures[site.at("op") == "store" ? "stores" : "loads"];
    sum[0] = sum[0].get<int>() + site.at("in_scope").at("wavefronts").get<int>();
    sum[1] = sum[1].get<int>() + site.at("in_scope").at("excess").get<int>();
  }
  return figures;
}

ordered_json figures_of_setting(const ordered_json& s) {
  const auto shared = [&](const char* which) {
    return ordered_json{s.at(which).at("wavefronts"), s.at(which).at("excess")};
  };
  return {{"stores", shared("stores")}, {"loads", shared("loads")}, {"sectors", s.at("sectors")}};
}

TEST_F(Sweep, EverySettingHasTheFiguresOfItsRecording) {
  for (const std::string model : {"fused", "subop"}) {
    const ordered_json all = swept(kSweep + " --model " + model);
    ASSERT_EQ(all.at("settings").size(), 4u);
    for (const ordered_json& setting : all.at("settings")) {
      const std::string layout = setting.at("layout");
      if (layout == "BM=64") {
        EXPECT_EQ(setting.at("state"), "refused");
        continue;
      }
      ASSERT_EQ(run("record shared_tile --size 64x64x32 -o a.gst --set " + layout).code, 0);
      const ordered_json report = ordered_json::parse(run("report a.gst --json --model " + model).out);
      EXPECT_EQ(figures_of_setting(setting), figures_of_report(report)) << layout;
      EXPECT_EQ(setting.at("preset"), "square32");
      EXPECT_EQ(setting.at("size"), (ordered_json{{"M", 64}, {"N", 64}, {"K", 32}}));
      EXPECT_EQ(setting.at("state"), "counted");
    }
  }
}

TEST_F(Sweep, WithoutAnAxisItGoesThroughRangesAndPresets) {
  write_program();
  const ordered_json all = swept("sweep my.cu");
  EXPECT_EQ(all.at("over"), ordered_json({"kPad=0:2", "preset"}));
  ASSERT_EQ(all.at("settings").size(), 6u) << "three settings of two kernels";
  const ordered_json& wide = all.at("settings")[5];
  EXPECT_EQ(wide.at("preset"), "wide");
  EXPECT_EQ(wide.at("layout"), "");
  EXPECT_EQ(wide.at("threads"), 256);
  EXPECT_EQ(swept("sweep my.cu --set kPad=1").at("over"), ordered_json({"preset"}));
  EXPECT_EQ(swept("sweep my.cu --preset wide").at("over"), ordered_json({"kPad=0:2"}));
}

/// It is compiled and run once.
TEST_F(Sweep, ASettingThatComesUpAgainIsLeftOut) {
  write_program();
  const ordered_json all = swept("sweep my.cu --kernel turn --over kPad=0/1 --over TILE=8/16,kPad=0 --over preset");
  ASSERT_EQ(all.at("settings").size(), 3u);
  EXPECT_EQ(all.at("settings")[2].at("layout"), "TILE=16 kPad=0");
  EXPECT_EQ(all.at("settings")[2].at("preset"), "wide");
}

TEST_F(Sweep, PresetsAreCombinedWithNumbers) {
  write_program();
  const ordered_json all = swept("sweep my.cu --kernel turn --over preset,kPad=0/1 --set TILE=12");
  ASSERT_EQ(all.at("settings").size(), 2u);
  EXPECT_EQ(all.at("set"), (ordered_json{{"TILE", 12}}));
  EXPECT_EQ(all.at("settings")[1].at("threads"), 144) << "--set counts more than a preset";
  EXPECT_EQ(all.at("settings")[1].at("params"), (ordered_json{{"TILE", 12}, {"kPad", 1}}));
}

TEST_F(Sweep, CommentsThatAreWrittenWrongAreBadUsage) {
  for (const auto& [comment, says] :
       {std::pair("range kPad = 2:1", "my.cu, line 2: the range of kPad is empty at '2:1'"),
        {"range kPad", "my.cu, line 2: write a range as in"},
        {"range kPart = 0:2", "my.cu has no number kPart"},
        {"range preset = 0:2", "my.cu, line 2: a range is of a number"},
        {"preset wide", "my.cu, line 2: write a preset as in"}}) {
    write("my.cu", std::string("constexpr int kPad = 0;\n// gemmscope: ") + comment + "\nint main() {}\n");
    const Ran ran = run("sweep my.cu");
    expect_error(ran, 2);
    EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err;
  }
}

TEST_F(Sweep, AKilledOneGoesOn) {
  const std::string command = kSteps + " --store s";
  RunOptions options;
  options.while_running = [&](pid_t program) {
    while (!std::filesystem::exists(file("s")) || kept("s", ".json") == 0) ::usleep(1000);
    kill(program, SIGKILL);
  };
  EXPECT_EQ(run(command, options).signal, SIGKILL);
  const Ran again = run(command);
  EXPECT_EQ(again.code, 0) << again.err;
  std::size_t recorded = 0, read = 0;
  const std::size_t tally = again.out.rfind("\n\n") + 2;
  ASSERT_EQ(std::sscanf(again.out.c_str() + tally, "%zu recorded, %zu read from s\n", &recorded, &read), 2)
      << again.out;
  EXPECT_GT(read, 0u);
  EXPECT_EQ(recorded + read, 4u);
  EXPECT_EQ(kept("s"), 4u);
  EXPECT_EQ(settings(command), settings(kSteps));
}

TEST_F(Sweep, CtrlCStopsItAndSaysHowToGoOn) {
  RunOptions options;
  options.while_running = [](pid_t program) {
    wait_until_watching(program, SIGHUP);  // the last that it begins to watch
    kill(program, SIGINT);
  };
  const Ran ran = run("sweep warp_tile --size 4096x4096x4096 --over PA=0:33 --store s", options);
  EXPECT_EQ(ran.signal, SIGINT);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("interrupted; run the same command again"), std::string::npos) << ran.err;
  EXPECT_EQ(kept("s"), 0u);
}

TEST_F(Sweep, TheStoreHoldsTheRecordingsOfEachSetting) {
  write_program();
  const ordered_json sweep = swept("sweep my.cu --over kPad=0/1 --store s");
  for (const ordered_json& setting : sweep.at("settings")) {
    const ordered_json report =
        ordered_json::parse(run("report " + setting.at("file").get<std::string>() + " --json").out);
    EXPECT_EQ(report.at("kernel"), setting.at("kernel"));
    EXPECT_EQ(figures_of_report(report), figures_of_setting(setting));
  }
  EXPECT_EQ(kept("s"), 4u) << "two kernels";
  EXPECT_EQ(swept("sweep my.cu --over kPad=0/1 --store s"), sweep);
}

/// What is read there is of the same text, included texts, numbers, arguments and way.
TEST_F(Sweep, TheStoreIsAskedForTheSameAlone) {
  write_program();
  const std::string usual = "sweep my.cu --over kPad=0 --store s";
  const auto tally = [&](const std::string& command) {
    const std::string out = run(command).out;
    return out.substr(out.rfind("\n\n") + 2);
  };
  EXPECT_EQ(tally(usual), "1 recorded, 0 read from s\n");
  EXPECT_EQ(tally(usual), "0 recorded, 1 read from s\n");
  EXPECT_EQ(tally("sweep my.cu --over TILE=8 --store s"), "0 recorded, 1 read from s\n") << "as the file has it";
  for (const char* other : {" --addresses-only", " --as-written", " --kernel turn", " --set TILE=16", " -- 1"})
    EXPECT_EQ(tally(usual + other), "1 recorded, 0 read from s\n") << other;
  write("part.cuh", "constexpr int kPart = 4;\n");
  EXPECT_EQ(tally(usual), "1 recorded, 0 read from s\n");
}

TEST_F(Sweep, ADamagedFileIsRecordedAgain) {
  const ordered_json first = swept(kSweep + " --store s");
  const auto file_of = [&](int i) { return first.at("settings")[i].at("file").get<std::string>(); };
  write(file_of(0), "damaged");
  write(file_of(1), contents(file_of(2)));
  write(file_of(2).substr(0, file_of(2).size() - 3) + "json", "{}");
  const Ran ran = run(kSweep + " --store s");
  EXPECT_NE(ran.out.find("3 recorded, 1 read from s; 3 settings there replaced"), std::string::npos) << ran.out;
  EXPECT_EQ(swept(kSweep + " --store s"), first);
}

TEST_F(Sweep, AListOfAnotherSettingOrOfNothingIsRecordedAgain) {
  const ordered_json first = swept(kSweep + " --store s");
  const auto list_of = [&](int i) {
    const auto file = first.at("settings")[i].at("file").get<std::string>();
    return file.substr(0, file.size() - 3) + "json";
  };
  write(list_of(0), contents(list_of(1)));
  ordered_json empty = ordered_json::parse(contents(list_of(2)));
  empty["recordings"].clear();
  write(list_of(2), empty.dump());
  const Ran ran = run(kSweep + " --store s");
  EXPECT_NE(ran.out.find("2 recorded, 2 read from s; 2 settings there replaced"), std::string::npos) << ran.out;
  EXPECT_EQ(swept(kSweep + " --store s"), first);
}

TEST_F(Sweep, SaysWhyThereIsNothing) {
  write("my.cu",
        "constexpr int kPad = 0;\n// gemmscope: preset wide: kPad = 4\n"
        "__global__ void k() {}\nint main() { k<<<1, 32>>>(); }\n");
  const Ran given = run("sweep my.cu --preset wide");
  expect_error(given, 2);
  EXPECT_NE(given.err.find("--preset"), std::string::npos) << given.err;
  const Ran comma = run("sweep my.cu --over kPad=0,");
  expect_error(comma, 2);
  EXPECT_NE(comma.err.find("is empty"), std::string::npos) << comma.err;
  const Ran other = run("sweep my.cu --over kPad=0 --kernel other");
  EXPECT_NE(other.out.find("no launched kernel's name matches 'other'"), std::string::npos) << other.out;
}

TEST_F(Sweep, TasksTogetherAreTheWhole) {
  for (const std::string task : {"0/2", "1/2"}) {
    const Ran gap = run(kSweep + " --store s --gather");
    EXPECT_EQ(gap.code, task == "0/2" ? 3 : 1);
    const Ran ran = run(kSweep + " --store s --task " + task);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "task " + task + ": 2 recorded, 0 read from s\n");
  }
  EXPECT_EQ(settings(kSweep + " --store s --gather"), settings(kSweep));
}

TEST_F(Sweep, AGapIsShownAndNotFilled) {
  const ordered_json first = swept(kSweep + " --store s");
  std::filesystem::remove(file(first.at("settings")[1].at("file")));
  const Ran ran = run(kSweep + " --store s --gather --json");
  EXPECT_EQ(ran.code, 1);
  const ordered_json gathered = ordered_json::parse(ran.out);
  EXPECT_EQ(gathered.at("waiting"), 1);
  EXPECT_EQ(gathered.at("settings")[1].at("state"), "waiting");
  EXPECT_EQ(gathered.at("settings")[1].at("stores"), nullptr);
  EXPECT_EQ(gathered.at("settings")[2], first.at("settings")[2]);
  EXPECT_EQ(kept("s"), 2u);
}

/// A compiler that is not there says nothing of the settings.
TEST_F(Sweep, WhatCouldNotBeTriedIsNotKept) {
  RunOptions none;
  none.environment = {"CUDACXX=/bin/false", "GEMMSCOPE_CACHE=" + file("cache").string()};
  const Ran ran = run(kSweep + " --store s --task 0/1", none);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("0 recorded, 0 read from s; 4 settings not recorded: "), std::string::npos) << ran.out;
  EXPECT_EQ(run(kSweep + " --store s --task 0/1").out, "task 0/1: 4 recorded, 0 read from s\n");
}

TEST_F(Sweep, TheJobRunsItsTasks) {
  write_program();
  const std::vector<std::string> sweep{"sweep",  "my.cu",  "--over",  "kPad=0/1",
                                       "--over", "preset", "--store", "it's here"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = sweep;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Ran ran = run(with({"--job", "job.sh", "--tasks", "2", "--", "-1"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(file("it's here")));
  const std::string job = contents("job.sh");
  EXPECT_NE(job.find("#SBATCH --array=0-1\n"), std::string::npos) << job;
  for (const char* task : {"0", "1"}) {
    const std::string command = std::string("SLURM_ARRAY_TASK_ID=") + task + " sh '" + file("job.sh").string() + "'";
    EXPECT_EQ(std::system((command + " > /dev/null").c_str()), 0);
  }
  EXPECT_EQ(kept("it's here"), 6u);
  const Ran gathered = run(with({"--gather", "--", "-1"}));
  EXPECT_EQ(gathered.code, 0) << gathered.err;
}

TEST_F(Sweep, AJobHasNoMoreTasksThanSettings) {
  ASSERT_EQ(run(kSweep + " --store s --job job.sh").code, 0);
  EXPECT_NE(contents("job.sh").find("#SBATCH --array=0-3\n"), std::string::npos);
}

TEST_F(Sweep, WhatFaultsIsMarkedInEveryForm) {
  const std::string command = "sweep half_padded --size 128x128x64 --addresses-only --over pad=0/1";
  const ordered_json all = swept(command);
  EXPECT_EQ(all.at("counted"), 1);
  EXPECT_EQ(all.at("faults"), 1);
  const ordered_json& faulty = all.at("settings")[1];
  EXPECT_EQ(faulty.at("layout"), "pad=1");
  EXPECT_EQ(faulty.at("state"), "faults");
  EXPECT_EQ(faulty.at("loads"), nullptr);
  EXPECT_GT(faulty.at("shared_bytes"), 0);
  const std::string reason = faulty.at("reason");
  EXPECT_NE(run(command).out.find(reason), std::string::npos);
  EXPECT_NE(run(command + " --csv").out.find(",faults,"), std::string::npos);
}

TEST_F(Sweep, CsvHasTheFiguresOfTheJson) {
  std::istringstream lines(run(kSteps + " --csv").out);
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& cells = table.emplace_back(1);
    for (const char c : line)  // no field of these has a comma
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
  }
  const ordered_json all = swept(kSteps);
  ASSERT_EQ(table.size(), 1 + all.at("settings").size());
  const auto cell = [&](std::size_t row, const std::string& name) {
    const auto at = std::ranges::find(table[0], name) - table[0].begin();
    return table[row].at(static_cast<std::size_t>(at));
  };
  for (std::size_t row = 1; row < table.size(); ++row) {
    const ordered_json& setting = all.at("settings")[row - 1];
    ASSERT_EQ(table[row].size(), table[0].size());
    EXPECT_EQ(cell(row, "program"), "03_shared_tile.cu");
    for (const char* key : {"kernel", "preset", "layout", "state"}) EXPECT_EQ(cell(row, key), setting.at(key));
    if (setting.at("state") != "counted") continue;
    EXPECT_EQ(cell(row, "M") + "x" + cell(row, "N") + "x" + cell(row, "K"), "64x64x32");
    for (const char* key : {"sectors", "ideal_sectors", "shared_bytes", "threads"})
      EXPECT_EQ(cell(row, key), setting.at(key).dump());
    EXPECT_EQ(cell(row, "store_wavefronts"), setting.at("stores").at("wavefronts").dump());
    EXPECT_EQ(cell(row, "store_excess"), setting.at("stores").at("excess").dump());
    EXPECT_EQ(cell(row, "load_wavefronts"), setting.at("loads").at("wavefronts").dump());
    EXPECT_EQ(cell(row, "load_excess"), setting.at("loads").at("excess").dump());
    EXPECT_EQ(cell(row, "resident_warps"), setting.at("resident").at("warps").dump());
    EXPECT_EQ(cell(row, "best"), setting.at("best").get<bool>() ? "1" : "0");
    EXPECT_EQ(std::stod(cell(row, "cycles_h200")), setting.at("cycles_h200"));
  }
}

const Keys kSweepTop{"schema", "program", "arguments", "set",     "over",    "model",   "cycles_source",
                     "limits", "counted", "faults",    "refused", "waiting", "settings"};
const Keys kSweepSetting{"kernel",  "preset",       "layout",   "params",   "size",     "state",         "reason",
                         "best",    "scope",        "stores",   "loads",    "sectors",  "ideal_sectors", "cycles_h200",
                         "threads", "shared_bytes", "resident", "measured", "findings", "file"};
const Keys kSweepShared{"wavefronts", "ideal_wavefronts", "excess", "wavefronts_by_model"};
const Keys kSweepResident{"blocks", "warps", "limited_by", "registers_known"};
const Keys kSweepLimits{"device", "blocks", "warps", "shared_bytes", "registers_known"};
const Keys kSweepMeasured{"gflops", "device", "driver", "date", "registers", "resident_warps"};

TEST_F(Sweep, KeysAreTheDocumentedOnes) {
  results::BenchReport report = results::read_bench_file("tests/data/bench_made_up.json").value();
  report.products.resize(1);
  results::ProductRate& rate = report.products.front();
  ASSERT_EQ(run("record shared_tile --size 64x64x32 -o default.gst").code, 0);
  rate.setting_code = session::Loaded(format::read_file(file("default.gst")).value()).code.setting;
  rate.kernel = "shared_tile", rate.M = rate.N = 64, rate.K = 32;
  rate.rate.gflops = 7;
  write("rates.json", bench_json(report));
  const ordered_json all = swept(kSteps + " --results rates.json");
  EXPECT_EQ(all.at("schema"), "gemmscope-sweep/2");
  EXPECT_EQ(keys(all), kSweepTop);
  EXPECT_EQ(keys(all.at("limits")), kSweepLimits);
  for (const ordered_json& setting : all.at("settings")) EXPECT_EQ(keys(setting), kSweepSetting);
  const ordered_json& first = all.at("settings")[0];
  EXPECT_EQ(keys(first.at("stores")), kSweepShared);
  EXPECT_EQ(keys(first.at("loads")), kSweepShared);
  EXPECT_EQ(keys(first.at("resident")), kSweepResident);
  ASSERT_EQ(keys(first.at("measured")), kSweepMeasured);
  EXPECT_EQ(first.at("measured").at("gflops"), 7);
  EXPECT_EQ(all.at("settings")[1].at("measured"), nullptr) << "it has other numbers";
  std::stringstream text;
  text << std::ifstream("docs/sweep.md").rdbuf();
  for (const Keys& each : {kSweepTop, kSweepSetting, kSweepShared, kSweepResident, kSweepLimits, kSweepMeasured})
    for (const std::string& key : each) EXPECT_NE(text.str().find("`" + key + "`"), std::string::npos) << key;
}

}  // namespace
}  // namespace gemmscope::cli::testing
