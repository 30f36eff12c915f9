// SPDX-License-Identifier: MIT
/// @file picture.h
/// Where the limits view puts things: bars on an axis of time, points on logarithmic axes; and both tabs as text. No
/// drawing.
#pragma once

#include <optional>
#include <vector>

#include "app/session/look.h"
#include "app/session/measured_limits.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// The bar of one limit, as shares of the axis; both 0 where it is not known.
struct LimitBar {
  analysis::LimitBy by = analysis::LimitBy::kMultiplyAdds;
  float least = 0, most = 0;
  bool bound = false;  ///< a launch takes at least this long
};

struct LimitsPicture {
  std::array<LimitBar, analysis::kLimits> bars{};  ///< [LimitBy]
  double full = 0;                                 ///< cycles from end to end of the axis; 0 without limits
  std::optional<double> measured_cycles;           ///< of a launch, at the machine's clock
  std::optional<float> measured;                   ///< the same as a share of the axis
};

/// The axis ends at the longest of what limits the launch at the least and of what was measured; a bar whose most is
/// beyond that by far is cut off at twice as much. `least`: cycles that it has room for in any case, of what it is
/// compared with. `measured`: GFLOP/s on this machine.
[[nodiscard]] LimitsPicture limits_picture(const session::MeasuredLimits& both, double least = 0,
                                           std::optional<double> measured = {});

/// A logarithmic axis: `least` is at `from` points, `most` at `to`.
struct LogAxis {
  double least = 1, most = 10;
  float from = 0, to = 1;

  [[nodiscard]] float at(double value) const;
  /// Powers of ten inside, the ends included.
  [[nodiscard]] std::vector<double> decades() const;
};

/// Both ends of an axis, in its unit.
struct AxisSpan {
  double least = 0, most = 0;
};
struct RooflineSpans {
  AxisSpan flop_per_byte, gflops;
};
/// Room for all points that have FLOP per byte of `roof`, and for where that roof meets the peak.
[[nodiscard]] RooflineSpans roofline_spans(const std::vector<analysis::RooflinePoint>& points, analysis::Roof roof,
                                           const analysis::Machine& machine);

/// What limits it; and the recording under the roofline.
Result<std::string> limits_text(const session::Look& look);
Result<std::string> roofline_text(const session::Look& look);

}  // namespace gemmscope::views
