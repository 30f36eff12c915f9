// SPDX-License-Identifier: MIT
/// @file check.h
/// The comparisons of gpu_check and the report they write to.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/table.h"
#include "tracing/record/configurations.h"

namespace gemmscope::gpu_check {

using Json = nlohmann::ordered_json;

/// One line per check on the terminal, one object per check in the file.
class Report {
 public:
  /// Adds a row to `section` and prints `line`; a row that is not `good` makes the program fail.
  void add(const std::string& section, Json row, bool good, const std::string& line);
  /// Prints how many rows of `section` were good.
  void close(const std::string& section);

  int bad() const { return bad_; }
  Json& header() { return header_; }
  void write(const std::string& path) const;

 private:
  struct Section {
    std::string name;
    std::vector<Json> rows;
    int bad = 0;
  };
  Section& section(const std::string& name);
  Json header_;
  std::vector<Section> sections_;
  int bad_ = 0;
};

/// The preset's launch that a check runs.
struct Case {
  std::string name;
  record::RecordRequest request;
};

/// Sizes that divide and that do not, with every path at the edges, for one preset.
std::vector<Case> cases(const kernels::KernelInfo& kernel, std::string_view preset);
std::string text(const std::vector<format::Parameter>& overrides);
std::string size_text(const record::RecordRequest& request);

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// GPU recordings against the emulator's: equal as a whole, and digest by digest for each block and warp.
void check_recordings(Report& report, bool quick);
/// Results of all builds against a sequential chain of fused multiply-adds, bit by bit.
void check_results(Report& report, bool quick);
/// Deliberately broken kernels: recorded where that is defined, with the findings of the emulator's recording;
/// refused elsewhere.
void check_broken(Report& report);
/// Runs the plain build of one of them once, for compute-sanitizer. The exit code: 2 if it did not run.
int run_broken(const std::string& name);
/// GFLOPS of the plain builds; what recording costs.
void measure_plain(Report& report);
void measure_recording(Report& report);
/// The window's background measurements: that samples come, how long a frame waits for them, how busy the GPU is.
void check_live(Report& report);

}  // namespace gemmscope::gpu_check
