// SPDX-License-Identifier: MIT
/// @file later_reads.h
/// Which unwritten global memory a launch uses that is not recorded.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include "tracing/lockstep/launch.h"

namespace gemmscope::runtime {

/// Gathers it while the launch runs.
class LaterReads : public lockstep::Watcher, public lockstep::UndefinedListener {
 public:
  struct Read {
    std::uint64_t block = 0, address = 0;
    std::uint32_t statement = 0;
    format::Undefined::Use use = format::Undefined::Use::kStore;
  };
  void unwritten(std::uint64_t, std::uint32_t, const lockstep::Access&, const lockstep::Allocation&, lockstep::Mask,
                 std::uint64_t) override {}
  bool follows(std::uint64_t) override { return left_ > 0; }
  bool spend(std::uint64_t steps) override { return (left_ -= static_cast<std::int64_t>(steps)) > 0; }
  void used(std::uint64_t block, const lockstep::UndefinedSource& source, const lockstep::UndefinedUse& use) override;

  /// After the launch: the read of the lowest block. An array that is still unwritten as a whole does not count: the
  /// program does not fill it.
  [[nodiscard]] std::optional<Read> first(const lockstep::Allocations& allocations) const;

 private:
  static constexpr std::int64_t kMost = 3'000'000;  ///< instructions followed in a launch: less than a second
  std::atomic<std::int64_t> left_ = kMost;
  std::mutex mutex_;
  std::map<std::uint32_t, Read> by_statement_;
};

}  // namespace gemmscope::runtime
