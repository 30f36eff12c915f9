// SPDX-License-Identifier: MIT
/// @file compare.h
/// Two recordings site by site: the numbers of `gemmscope compare`.
#pragma once

#include "tracing/analysis/metrics.h"

namespace gemmscope::analysis {

/// The part of a launch that is recorded twice, and what the requests of this part access.
struct CommonPart {
  /// Neither recording has anything else; or their launches have other grids or numbers of k-tiles or warps, so that
  /// everything recorded is compared with everything recorded. The next two are for the part.
  bool all = true;
  std::uint64_t blocks = 0;  ///< of the same blockIdx
  std::uint32_t warps = 0;
  /// address_digests() of this part: one number for each entry of the Recording::sites of the one and of the other.
  std::vector<std::uint64_t> first, second;
};

/// nullopt if they have no block or no warp in common.
///
/// Cost     as address_digests, twice.
[[nodiscard]] std::optional<CommonPart> common_part(const format::Recording& first, const format::Recording& second);

/// A site of both recordings, or of one of them.
struct ComparedSite {
  std::string name, tensor;
  format::Space space = format::Space::kGlobal;
  format::Op op = format::Op::kLoad;
  std::optional<SiteSummary> first, second;  ///< at least one
  /// Whether its requests in the common part have the same addresses, in any order. nullopt if there are none to
  /// compare.
  std::optional<bool> same_addresses;

  bool in_both() const { return first && second; }
  /// The site's count in that recording; 0 if the recording does not have the site.
  std::uint64_t in_first(const Metric& metric, ConflictModel model) const;
  std::uint64_t in_second(const Metric& metric, ConflictModel model) const;
  /// Second minus first.
  std::int64_t delta(const Metric& metric, ConflictModel model) const;
  /// Whether it is in one recording alone, has another width, or a metric that is compared differs.
  bool counts_differ(ConflictModel model) const;
  bool differs(ConflictModel model) const { return counts_differ(model) || same_addresses == false; }
};

struct Comparison {
  std::vector<ComparedSite> sites;  ///< in the order of the first recording; then those of the second alone
  Count first, second;              ///< the totals
  std::uint32_t barriers_first = 0, barriers_second = 0;  ///< that the first recorded block passes, of the whole launch
  std::optional<CommonPart> common;

  bool requests_differ(ConflictModel model) const;
  bool differs(ConflictModel model) const { return requests_differ(model) || barriers_first != barriers_second; }
};

/// A recording and what was counted of it, of whatever scope.
struct Counted {
  const format::Recording& recording;
  const Summary& summary;
};

/// A site of two summaries, or of one of them: nullptr in the other.
struct SitePair {
  const SiteSummary *first = nullptr, *second = nullptr;
};

/// Sites are matched by name, memory and direction. If several match, first those of the same tensor and width are
/// paired, then those of the same tensor, then by order. A site without a request in a summary is not in that
/// recording. The pairs are in the order of the first summary; sites of the second alone follow.
[[nodiscard]] std::vector<SitePair> paired_sites(const Counted& first, const Counted& second);

/// The sites of paired_sites().
///
/// Cost     as common_part().
[[nodiscard]] Comparison compare(const Counted& first, const Counted& second);

}  // namespace gemmscope::analysis
