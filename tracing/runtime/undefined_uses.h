// SPDX-License-Identifier: MIT
/// @file undefined_uses.h
/// Which undefined values a launch uses: lockstep/undefined.h.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/lockstep/launch.h"
#include "tracing/record/log_entry.h"
#include "tracing/runtime/numbering.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {

/// Collects them while the launch runs, for the recorded part.
class UndefinedUses : public lockstep::UndefinedListener {
 public:
  struct Found {
    std::uint64_t block = 0;  ///< the lowest
    lockstep::UndefinedSource source;
    lockstep::UndefinedUse use;
    lockstep::Access access;  ///< of memory
    std::uint32_t array = 0;  ///< of global memory: lockstep::Allocation::id; of shared memory: as sites have it
    std::uint64_t count = 0;
  };

  /// `named`: named_shared(). All must outlive this.
  UndefinedUses(const format::Selection& selection, const lockstep::Launch& launch, const Arrays& arrays,
                const std::vector<std::uint32_t>& named)
      : selection_(selection), launch_(launch), arrays_(arrays), named_(named) {}
  bool follows(std::uint64_t block) override;
  bool spend(std::uint64_t steps) override;
  void used(std::uint64_t block, const lockstep::UndefinedSource& source, const lockstep::UndefinedUse& use) override;

  /// Not all were followed, because that would have taken too long.
  [[nodiscard]] bool is_cut() const { return left_ <= 0; }
  /// In the recording's form. `sites`: the keys of its sites, in order.
  [[nodiscard]] std::vector<format::Undefined> all(std::span<const record::LogKey> sites, const Numbering& numbering,
                                                   const Lines& lines) const;

 private:
  /// The most instructions that are followed in a launch: some seconds.
  static constexpr std::int64_t kMost = 30'000'000;
  std::optional<std::uint16_t> site_of(const Found& found, std::span<const record::LogKey> sites,
                                       const Numbering& numbering, const Lines& lines) const;
  std::uint16_t tensor_of(const lockstep::UndefinedUse& use, const Numbering& numbering) const;

  const format::Selection& selection_;
  const lockstep::Launch& launch_;
  const Arrays& arrays_;
  const std::vector<std::uint32_t>& named_;
  std::atomic<std::int64_t> left_ = kMost;
  std::mutex mutex_;
  std::map<std::array<std::uint32_t, 4>, Found> found_;  ///< statement, array, of, why
};

}  // namespace gemmscope::runtime
