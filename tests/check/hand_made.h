// SPDX-License-Identifier: MIT
/// @file hand_made.h
/// A block written down access by access, to be checked.
#pragma once

#include <map>
#include <set>
#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::testing {

/// One block. As is 4 x 8 floats, 9 from row to row, from byte 0; Bs 4 x 8 floats from byte 160; A is 14 x 12, B 12 x
/// 14, C 14 x 14.
class HandMade {
 public:
  enum Site : std::uint16_t { kLoadA, kStoreAs, kLoadB, kStoreBs, kLoadAs, kLoadBs, kStoreC };

  explicit HandMade(std::uint32_t warps);

  /// The warp's next request in `interval`; `lanes`: the byte of each that takes part.
  HandMade& add(std::uint32_t warp, std::uint32_t interval, Site site, std::map<std::uint32_t, std::uint32_t> lanes,
                bool after_syncwarp = false);

  /// Makes it one of the kernel k of k.cu with the pointers k_0, k_1 … as parameters; `body`: its PTX, which may use
  /// %r, %rd and %p below 9, 9 and 4 and shared memory `s`. Sites have 4 bytes and are on lines 2, 3 …. Call it before
  /// the sites are changed.
  void be_of_program(int parameters, const std::string& body);

  format::Recording whole() const { return part(recording.selection.warps); }
  /// Records these warps alone.
  format::Recording part(format::Range warps) const;

  format::Recording recording;  ///< all but the accesses; to be changed

 private:
  struct Request {
    Site site = kLoadA;
    std::map<std::uint32_t, std::uint32_t> lanes;
    bool after_syncwarp = false;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Request>> requests_;  ///< by warp and interval
};

inline constexpr std::uint32_t kAllLanes = 0xffffffff;

/// What is found in shared memory, without places: "read after write sA_load sA_store in warp, 3".
std::set<std::string> found_in_shared(const format::Recording& recording);

}  // namespace gemmscope::testing
