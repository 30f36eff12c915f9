// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/all_rows.h"

#include <algorithm>
#include <cstdio>

#include "tests/cuda/operations/targets.h"

namespace gemmscope::operations {
namespace {

using lockstep::Isa;

constexpr std::size_t kRowsOfModule = 200;  // a module that the driver refuses is tried row by row

/// The rows, in runs of one target, each as long as a module may be.
std::vector<std::vector<std::size_t>> modules(const std::vector<std::size_t>& numbers) {
  const auto table = lockstep::all_operations(Isa::kAvx2);
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
  Work(Gpu& gpu, std::size_t warps, Report& report) : gpu_(gpu), warps_(warps), report_(report) {}

  /// False: the driver has stopped.
  bool run(const std::vector<std::size_t>& rows) {
    if (std::string why; load(rows, why)) return run_loaded(rows);
    for (const std::size_t row : rows) {
      std::string why;
      if (!load({row}, why))
        skip(row, why), refused_ = true;
      else if (!run_loaded({row}))
        return false;
    }
    return true;
  }
  bool refused() const { return refused_; }  ///< any row
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
      const Batch batch = make_batch(operation, warps_);
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
    if (!lockstep::can_run(Isa::kAvx512)) return add(narrow, "avx2", compare(narrow, batch, host, gpu));
    const Operation& wide = lockstep::all_operations(Isa::kAvx512)[row];
    const Columns wider = run_on_host(wide, batch);
    const bool same = std::ranges::equal(host, wider, {}, &Column::bytes, &Column::bytes);
    add(narrow, same ? "both" : "avx2", compare(narrow, batch, host, gpu));
    if (!same) add(wide, "avx512", compare(wide, batch, wider, gpu));
  }
  void add(const Operation& operation, const char* isa, const Comparison& c) {
    report_.rows.push_back({&operation, isa, c, {}});
    if (c.wrong() == 0) return;
    std::printf("%s, %s: %zu of %zu lanes differ\n", std::string(operation.mnemonic).c_str(), isa, c.wrong(), c.lanes);
    for (const Difference& each : c.examples) std::printf("  %s\n", text(operation, each).c_str());
    (void)std::fflush(stdout);
  }

  Gpu& gpu_;
  std::size_t warps_;
  Report& report_;
  bool refused_ = false;
  std::span<const Operation> table_ = lockstep::all_operations(Isa::kAvx2);
};

}  // namespace

bool compare_rows(Gpu& gpu, std::string_view begin, std::size_t warps, Report& report) {
  const auto table = lockstep::all_operations(Isa::kAvx2);
  Work work(gpu, warps, report);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (!table[row].mnemonic.starts_with(begin)) continue;
    if (const auto why = why_none(table[row]); !why.empty())
      work.skip(row, "no form in PTX: " + std::string(why));
    else if (target_of(table[row]) > gpu.capability)
      work.skip(row, "needs sm_" + std::to_string(target_of(table[row])));
    else
      rows.push_back(row);
  }
  for (const auto& module : modules(rows))
    if (!work.run(module)) return false;
  return !work.refused();
}

}  // namespace gemmscope::operations
