// SPDX-License-Identifier: MIT
/// @file main.cpp
/// Compares each row of the table of operations with the GPU, bit by bit: one kernel in PTX for each.
///
///   compare_operations [--folder FOLDER] [--only TEXT] [--warps N]
///
/// --folder: writes operations.csv and report.md there. --only: rows whose mnemonic begins so. --warps: of each row.
/// Exit code 0: all the same; 1: something differs; 2: bad usage; 4: no GPU; 5: FOLDER cannot be written.
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "tests/cuda/operations/all_rows.h"

namespace {

using namespace gemmscope::operations;
using gemmscope::lockstep::Isa;

constexpr const char* kUsage = "compare_operations [--folder FOLDER] [--only TEXT] [--warps N]";

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
  if (!gemmscope::lockstep::can_run(Isa::kAvx2)) {
    std::fprintf(stderr, "compare_operations: this processor has no AVX2, for which the operations are compiled\n");
    return 4;
  }
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
  const bool whole = compare_rows(*gpu, options.only, options.warps, report);
  if (report.rows.empty()) {
    std::fprintf(stderr, "compare_operations: no row begins with '%s'\n", options.only.c_str());
    return 2;
  }
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
