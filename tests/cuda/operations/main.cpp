// SPDX-License-Identifier: MIT
/// @file main.cpp
/// Compares each row of the table of operations with the GPU, bit by bit: one kernel in PTX for each.
///
///   compare_operations [--folder FOLDER] [--only TEXT] [--warps N]
///
/// --folder: writes operations.csv and report.md there. --only: rows whose mnemonic begins so. --warps: of each row.
/// Exit code 0: all the same; 1: something differs; 2: bad usage; 4: no GPU.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "tests/cuda/operations/gpu.h"
#include "tests/cuda/operations/report.h"
#include "tests/cuda/operations/targets.h"

namespace {

using namespace gemmscope::operations;
using gemmscope::lockstep::Isa;

constexpr const char* kUsage = "compare_operations [--folder FOLDER] [--only TEXT] [--warps N]";
constexpr std::size_t kRowsOfModule = 200;

struct Options {
  std::string folder, only;
  std::size_t warps = 4096;
};

/// False: what is wrong has been said.
bool read(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    bool good = !value.empty();
    if (option == "--folder")
      options.folder = value;
    else if (option == "--only")
      options.only = value;
    else if (option == "--warps")
      good = std::from_chars(value.data(), value.data() + value.size(), options.warps).ptr ==
                 value.data() + value.size() &&
             good && options.warps > 0 && options.warps <= 1 << 20;
    else
      good = false;
    if (!good) {
      std::fprintf(stderr, "compare_operations: '%s' is no option, or lacks its value; %s\n", argv[i], kUsage);
      return false;
    }
    ++i;
  }
  options.warps = (options.warps + kWarpsPerBlock - 1) / kWarpsPerBlock * kWarpsPerBlock;
  return true;
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&time));
  return text;
}

/// The rows, in runs of one target, each as long as a module may be.
std::vector<std::vector<std::size_t>> modules(const std::vector<std::size_t>& numbers) {
  const auto table = gemmscope::lockstep::all_operations(Isa::kAvx2);
  std::vector<std::vector<std::size_t>> all;
  for (const int target : kTargets) {
    bool begins = true;
    for (const std::size_t n : numbers) {
      if (target_of(table[n]) != target) continue;
      if (begins || all.back().size() == kRowsOfModule) all.emplace_back();
      all.back().push_back(n), begins = false;
    }
  }
  return all;
}

std::string name_of(std::size_t row) { return "k" + std::to_string(row); }

class Work {
 public:
  Work(Gpu& gpu, const Options& options, Report& report) : gpu_(gpu), options_(options), report_(report) {}

  /// False: the driver has stopped.
  bool run(const std::vector<std::size_t>& rows) {
    if (std::string why; load(rows, why)) return run_loaded(rows);
    for (const std::size_t row : rows) {
      std::string why;
      if (!load({row}, why))
        skip(row, why);
      else if (!run_loaded({row}))
        return false;
    }
    return true;
  }
  void skip(std::size_t row, const std::string& why) { report_.rows.push_back({&table_[row], "", {}, why}); }

 private:
  bool load(const std::vector<std::size_t>& rows, std::string& why) {
    std::string ptx = header(target_of(table_[rows.front()]));
    for (const std::size_t row : rows) ptx += kernel(table_[row], name_of(row));
    return gpu_.load(ptx, why);
  }
  bool run_loaded(const std::vector<std::size_t>& rows) {
    for (const std::size_t row : rows) {
      const Operation& operation = table_[row];
      const Batch batch = make_batch(operation, options_.warps);
      Columns columns;
      std::string why;
      if (!gpu_.run(name_of(row), operation, batch, columns, why)) {
        skip(row, why);
        std::printf("%s: %s; stopped\n", std::string(operation.mnemonic).c_str(), why.c_str());
        return false;
      }
      compare_with_host(row, batch, columns);
    }
    return true;
  }
  /// With each instruction set; as one where they give the same.
  void compare_with_host(std::size_t row, const Batch& batch, const Columns& gpu) {
    const Operation& narrow = table_[row];
    const Columns host = run_on_host(narrow, batch);
    if (!gemmscope::lockstep::can_run(Isa::kAvx512)) return add(narrow, "avx2", compare(narrow, batch, host, gpu));
    const Operation& wide = gemmscope::lockstep::all_operations(Isa::kAvx512)[row];
    const Columns wider = run_on_host(wide, batch);
    const bool same = std::ranges::equal(host, wider, {}, &Column::bytes, &Column::bytes);
    add(narrow, same ? "both" : "avx2", compare(narrow, batch, host, gpu));
    if (!same) add(wide, "avx512", compare(wide, batch, wider, gpu));
  }
  void add(const Operation& operation, const char* isa, const Comparison& c) {
    report_.rows.push_back({&operation, isa, c, {}});
    if (c.good()) return;
    std::printf("%s, %s: %zu of %zu lanes differ, first %s\n", std::string(operation.mnemonic).c_str(), isa,
                c.different + c.idle, c.lanes, text(operation, *c.first).c_str());
    (void)std::fflush(stdout);
  }

  Gpu& gpu_;
  const Options& options_;
  Report& report_;
  std::span<const Operation> table_ = gemmscope::lockstep::all_operations(Isa::kAvx2);
};

/// False: the driver stopped before the end.
bool compare_all(Gpu& gpu, const Options& options, Report& report) {
  const auto table = gemmscope::lockstep::all_operations(Isa::kAvx2);
  Work work(gpu, options, report);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (!table[row].mnemonic.starts_with(options.only)) continue;
    if (const auto why = why_none(table[row]); !why.empty())
      work.skip(row, "no form in PTX: " + std::string(why));
    else if (target_of(table[row]) > gpu.capability)
      work.skip(row, "needs sm_" + std::to_string(target_of(table[row])));
    else
      rows.push_back(row);
  }
  for (const auto& module : modules(rows))
    if (!work.run(module)) return false;
  return true;
}

bool write(const std::string& folder, const Report& report) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::ofstream csv(folder + "/operations.csv"), page(folder + "/report.md");
  csv << report.csv();
  page << report.markdown();
  return static_cast<bool>(csv.flush()) && static_cast<bool>(page.flush());
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, options)) return 2;
  std::string why;
  const auto gpu = Gpu::open(why);
  if (gpu == nullptr) {
    std::fprintf(stderr, "compare_operations: %s\n", why.c_str());
    return 4;
  }
  const auto begin = std::chrono::steady_clock::now();
  Report report;
  report.header = {{"device", gpu->name},
                   {"driver", gpu->driver},
                   {"sm", std::to_string(gpu->capability)},
                   {"date", now()},
                   {"version", GS_VERSION},
                   {"warps a row", std::to_string(options.warps)},
                   {"host", gemmscope::lockstep::can_run(Isa::kAvx512) ? "avx2 and avx512" : "avx2 alone"}};
  for (const auto& [name, value] : report.header) std::printf("%s: %s\n", name.c_str(), value.c_str());
  const bool whole = compare_all(*gpu, options, report);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report.header.emplace_back("seconds", std::to_string(static_cast<int>(seconds)));
  if (!options.folder.empty() && !write(options.folder, report)) {
    std::fprintf(stderr, "compare_operations: '%s' could not be written\n", options.folder.c_str());
    return 5;
  }
  std::printf("%zu of %zu rows differ, %.0f s%s\n", report.bad(), report.compared(), seconds,
              whole ? "" : "; not all were run");
  return report.bad() == 0 && whole ? 0 : 1;
}
