// SPDX-License-Identifier: MIT
// gemmscope sweep: its rows are what record and report say; it goes on after a kill; it writes jobs and gathers.
#include <algorithm>
#include <csignal>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/json_keys.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

const std::string kSweep = "sweep warp_tile --preset tm1_small --size 128x192x24 --over PA=0/3,swzA --over PB=4";

class Sweep : public ProgramTest {
 protected:
  ordered_json swept(const std::string& command) {
    const Ran ran = run(command + " --json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ordered_json::parse(ran.out);
  }
  /// Its settings, without where they are kept.
  ordered_json settings(const std::string& command) {
    ordered_json all = swept(command).at("settings");
    for (ordered_json& setting : all) setting.erase("file");
    return all;
  }
  std::size_t kept(const std::string& folder) const {
    std::size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator(file(folder))) {
      EXPECT_EQ(entry.path().extension(), ".gst") << entry.path();
      ++n;
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
  for (const std::string model : {"fused", "textbook", "subop"}) {
    const ordered_json all = swept(kSweep + " --model " + model);
    ASSERT_EQ(all.at("settings").size(), 5u);
    for (const ordered_json& setting : all.at("settings")) {
      const std::string layout = setting.at("layout");
      older_recording("warp_tile --preset tm1_small --size 128x192x24 " +
                      (layout.empty() ? "" : "--set " + layout + " ") + "-o a.gst");
      const ordered_json report = ordered_json::parse(run("report a.gst --json --model " + model).out);
      EXPECT_EQ(figures_of_setting(setting), figures_of_report(report)) << layout;
      EXPECT_EQ(setting.at("params"), report.at("params"));
      EXPECT_EQ(setting.at("scope").at("exact"), true);
      EXPECT_EQ(setting.at("state"), "counted");
    }
  }
}

TEST_F(Sweep, AKilledOneGoesOn) {
  const std::string command = "sweep warp_tile --size 2048x2048x512 --over PA=0:33 --blocks 0,0:2,2 --store s";
  RunOptions options;
  options.while_running = [&](pid_t program) {
    while (!std::filesystem::exists(file("s")) || std::filesystem::is_empty(file("s"))) ::usleep(1000);
    kill(program, SIGKILL);
  };
  EXPECT_EQ(run(command, options).signal, SIGKILL);
  const std::size_t before = kept("s");  // whole files only
  ASSERT_GT(before, 0u);
  ASSERT_LT(before, 33u) << "it was done before the kill";
  const Ran again = run(command);
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find(std::to_string(33 - before) + " recorded, " + std::to_string(before) + " read from s"),
            std::string::npos)
      << again.out;
  EXPECT_EQ(kept("s"), 33u);
  EXPECT_EQ(settings(command), settings("sweep warp_tile --size 2048x2048x512 --over PA=0:33 --blocks 0,0:2,2"));
}

TEST_F(Sweep, CtrlCStopsItAndSaysHowToGoOn) {
  RunOptions options;
  options.while_running = [](pid_t program) {
    wait_until_watching(program, SIGHUP);  // the last that it begins to watch
    kill(program, SIGINT);
  };
  const Ran ran = run("sweep warp_tile --size 16384x16384x8192 --over PA --blocks 0,0:128,128 --store s", options);
  EXPECT_EQ(ran.signal, SIGINT);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
  EXPECT_EQ(kept("s"), 0u);
}

TEST_F(Sweep, TheStoreHoldsARecordingOfEachSetting) {
  const ordered_json sweep = swept(kSweep + " --store s");
  for (const ordered_json& setting : sweep.at("settings")) {
    const ordered_json report =
        ordered_json::parse(run("report " + setting.at("file").get<std::string>() + " --json").out);
    EXPECT_EQ(report.at("params"), setting.at("params"));
    EXPECT_EQ(figures_of_report(report), figures_of_setting(setting));
  }
  EXPECT_EQ(kept("s"), 5u);
}

TEST_F(Sweep, ADamagedFileIsRecordedAgain) {
  const ordered_json first = swept(kSweep + " --store s");
  write(first.at("settings")[2].at("file"), "damaged");
  const Ran ran = run(kSweep + " --store s");
  EXPECT_NE(ran.out.find("1 recorded, 4 read from s; 1 file there"), std::string::npos) << ran.out;
  EXPECT_EQ(swept(kSweep + " --store s"), first);
}

TEST_F(Sweep, TasksTogetherAreTheWhole) {
  for (const std::string task : {"0/2", "1/2"}) {
    const Ran gap = run(kSweep + " --store s --gather");
    EXPECT_EQ(gap.code, task == "0/2" ? 3 : 1);
    const Ran ran = run(kSweep + " --store s --task " + task);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "task " + task + ": " + (task == "0/2" ? "3" : "2") + " recorded, 0 read from s\n");
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
  EXPECT_EQ(gathered.at("settings")[3], first.at("settings")[3]);
  EXPECT_EQ(kept("s"), 4u);
}

TEST_F(Sweep, TheJobRunsItsTasks) {
  const Ran ran = run({"sweep", "warp_tile", "--preset", "tm1_small", "--size", "128x192x24", "--over", "PA=0/3,swzA",
                       "--over", "PB=4", "--store", "it's here", "--job", "job.sh", "--tasks", "3"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(file("it's here")));
  const std::string job = contents("job.sh");
  EXPECT_NE(job.find("#SBATCH --array=0-2\n"), std::string::npos) << job;
  for (const char* task : {"0", "1", "2"}) {
    const std::string command = std::string("SLURM_ARRAY_TASK_ID=") + task + " sh '" + file("job.sh").string() + "'";
    EXPECT_EQ(std::system((command + " > /dev/null").c_str()), 0);
  }
  EXPECT_EQ(kept("it's here"), 5u);
  const Ran gathered = run({"sweep", "warp_tile", "--preset", "tm1_small", "--size", "128x192x24", "--over",
                            "PA=0/3,swzA", "--over", "PB=4", "--store", "it's here", "--gather"});
  EXPECT_EQ(gathered.code, 0) << gathered.err;
}

TEST_F(Sweep, AJobHasNoMoreTasksThanSettings) {
  ASSERT_EQ(run(kSweep + " --store s --job job.sh").code, 0);
  EXPECT_NE(contents("job.sh").find("#SBATCH --array=0-4\n"), std::string::npos);
}

TEST_F(Sweep, WithoutAnAxisItGoesThroughLayoutsAndPresets) {
  const ordered_json all = swept("sweep warp_tile --size 64x64x16");
  EXPECT_EQ(all.at("over"), ordered_json({"PA", "PB", "swzA", "swzB", "vec", "preset"}));
  EXPECT_EQ(all.at("settings").size(), 1u + 32 + 32 + 1 + 1 + 1 + 4);
  EXPECT_EQ(swept("sweep warp_tile --size 64x64x16 --preset tm1_small --set PA=4 swzA=xor").at("over"),
            ordered_json({"PB", "swzB", "vec"}));
}

TEST_F(Sweep, WhatWouldFaultIsMarkedInEveryForm) {
  const std::string command = "sweep half_padded --size 128x128x64 --over pad=0:3,width=16/8";
  const ordered_json all = swept(command);
  EXPECT_EQ(all.at("counted"), 2);
  EXPECT_EQ(all.at("faults"), 4);
  const ordered_json& faulty = all.at("settings")[3];
  EXPECT_EQ(faulty.at("layout"), "pad=1 width=8");
  EXPECT_EQ(faulty.at("state"), "faults");
  EXPECT_EQ(faulty.at("loads"), nullptr);
  EXPECT_GT(faulty.at("shared_bytes"), 0);
  const std::string reason = faulty.at("reason");
  EXPECT_NE(run(command).out.find(reason), std::string::npos);
  EXPECT_NE(run(command + " --csv").out.find(",faults,"), std::string::npos);
}

TEST_F(Sweep, CsvHasTheFiguresOfTheJson) {
  std::istringstream lines(run(kSweep + " --csv").out);
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& cells = table.emplace_back(1);
    for (const char c : line)  // no field of these has a comma
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
  }
  const ordered_json all = swept(kSweep);
  ASSERT_EQ(table.size(), 1 + all.at("settings").size());
  const auto cell = [&](std::size_t row, const std::string& name) {
    const auto at = std::ranges::find(table[0], name) - table[0].begin();
    return table[row].at(static_cast<std::size_t>(at));
  };
  for (std::size_t row = 1; row < table.size(); ++row) {
    const ordered_json& setting = all.at("settings")[row - 1];
    ASSERT_EQ(table[row].size(), table[0].size());
    EXPECT_EQ(cell(row, "kernel"), "warp_tile");
    EXPECT_EQ(cell(row, "M") + "x" + cell(row, "N") + "x" + cell(row, "K"), "128x192x24");
    for (const char* key : {"preset", "layout", "state"}) EXPECT_EQ(cell(row, key), setting.at(key));
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

TEST_F(Sweep, ShowsMeasuredRatesWithTheirDevice) {
  const ordered_json all = swept("sweep warp_tile --size 1024x1024x1024 --over PA=4/5 --k-tiles 0:1");
  const ordered_json report = ordered_json::parse(std::ifstream("assets/results/bench_h200_2026-11-21.json")),
                     rates = report.at("gpu"), measured = all.at("settings")[0].at("measured");
  ASSERT_TRUE(measured.is_object());
  EXPECT_EQ(measured.at("device"), rates.at("device"));
  EXPECT_EQ(measured.at("date"), rates.at("date"));
  const auto rate = std::ranges::find_if(rates.at("rates"), [](const ordered_json& r) {
    return r.at("kernel") == "warp_tile" && r.at("preset") == "k10_a6000" && r.at("layout") == "PA=4" &&
           r.at("size").at("M") == 1024;
  });
  ASSERT_NE(rate, rates.at("rates").end());
  EXPECT_EQ(measured.at("gflops"), rate->at("gflops"));
  EXPECT_EQ(all.at("settings")[1].at("measured"), nullptr);
}

const Keys kSweepTop{"schema", "program",       "kernel", "mistake", "size",   "alpha",   "beta",    "over",
                     "model",  "cycles_source", "limits", "counted", "faults", "refused", "waiting", "settings"};
const Keys kSweepSetting{"kernel",       "preset",   "layout",   "params",   "state",         "reason",      "best",
                         "scope",        "stores",   "loads",    "sectors",  "ideal_sectors", "cycles_h200", "threads",
                         "shared_bytes", "resident", "measured", "findings", "file"};
const Keys kSweepShared{"wavefronts", "ideal_wavefronts", "excess", "wavefronts_by_model"};
const Keys kSweepResident{"blocks", "warps", "limited_by", "registers_known"};
const Keys kSweepLimits{"device", "blocks", "warps", "shared_bytes", "registers_known"};
const Keys kSweepMeasured{"gflops", "device", "driver", "date", "fixed_layout", "registers", "resident_warps"};

TEST_F(Sweep, KeysAreTheDocumentedOnes) {
  const ordered_json all = swept("sweep half_padded --size 1024x1024x1024 --over pad=0:2 --k-tiles 0:1");
  EXPECT_EQ(all.at("schema"), "gemmscope-sweep/1");
  EXPECT_EQ(keys(all), kSweepTop);
  EXPECT_EQ(keys(all.at("limits")), kSweepLimits);
  for (const ordered_json& setting : all.at("settings")) EXPECT_EQ(keys(setting), kSweepSetting);
  const ordered_json& first = all.at("settings")[0];
  EXPECT_EQ(keys(first.at("stores")), kSweepShared);
  EXPECT_EQ(keys(first.at("loads")), kSweepShared);
  EXPECT_EQ(keys(first.at("resident")), kSweepResident);
  EXPECT_EQ(keys(first.at("measured")), kSweepMeasured);
  std::stringstream text;
  text << std::ifstream("docs/sweep.md").rdbuf();
  for (const Keys& each : {kSweepTop, kSweepSetting, kSweepShared, kSweepResident, kSweepLimits, kSweepMeasured})
    for (const std::string& key : each) EXPECT_NE(text.str().find("`" + key + "`"), std::string::npos) << key;
}

}  // namespace
}  // namespace gemmscope::cli::testing
