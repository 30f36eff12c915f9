// SPDX-License-Identifier: MIT
/// @file capture.h
/// Turns lane logs into templates, segments, patterns and blocks (format/recording.h says what these are).
///
/// Each host thread owns one Capture. Almost every interval of a GEMM repeats an earlier one at another place, so the
/// work is one comparison of the 32 logs with a known template: that is the recorder's compressor.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::record {

class RawTemplate;

class Capture {
 public:
  explicit Capture(const format::Selection& selection, std::uint32_t warps);
  ~Capture();
  Capture(Capture&&) noexcept;

  void begin_block(std::uint32_t y, std::uint32_t x);
  /// Adds one warp's logs of one barrier interval. Intervals of a warp come in order; warps in any order.
  void add(std::uint32_t warp, std::uint32_t interval, LaneLogs lanes);
  void end_interval(std::uint32_t barrier_line);
  void end_block();
  /// A block that does as the one that ended last, with its accesses to each global tensor moved by that many bytes.
  void repeat_block(std::uint32_t y, std::uint32_t x,
                    const std::array<std::uint32_t, format::kMaxGlobalTensors>& moved);

  /// What was captured, with site fields holding places in `keys`; template and pattern ids are this capture's own.
  struct Parts {
    std::vector<LogKey> keys;  ///< of each site, in order of first use
    std::vector<format::Template> templates;
    std::vector<format::Pattern> patterns;
    std::vector<format::Block> blocks;
  };
  const Parts& parts() const { return parts_; }
  /// The same. Afterwards there is nothing in here.
  Parts take();

 private:
  struct Conversion;
  const Conversion& convert(std::size_t raw);
  /// `value`: of a kOrigin marker, for the last row.
  static void add_origin(std::uint32_t value, format::Template& coded);
  std::uint16_t site_of(LogKey key);
  void add_events(const Conversion& conversion, std::uint32_t warp, std::uint32_t interval);

  format::Selection selection_;
  Parts parts_;
  std::vector<std::unique_ptr<RawTemplate>> raw_;
  std::vector<std::vector<std::size_t>> candidates_;                          ///< per warp, most recently used first
  std::vector<std::uint32_t> requests_;                                       ///< per warp: of the block so far
  std::unordered_map<std::size_t, std::unique_ptr<Conversion>> conversions_;  ///< by raw template
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> patterns_by_hash_;
  std::unordered_map<LogKey, std::uint16_t> site_numbers_;
  format::Block block_;
  format::Pattern pattern_;
  std::vector<std::uint32_t> template_bases_;  ///< per template: bit t set if it uses base t
  std::vector<std::uint32_t> shift_;           ///< scratch of matching
};

}  // namespace gemmscope::record
