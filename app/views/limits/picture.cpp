// SPDX-License-Identifier: MIT
#include "app/views/limits/picture.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::views {

LimitsPicture limits_picture(const session::MeasuredLimits& both, double least, std::optional<double> measured) {
  LimitsPicture picture;
  const analysis::Limits& limits = both.limits;
  if (limits.missing != analysis::Missing::kNothing) return picture;
  if (measured && *measured > 0)
    picture.measured_cycles = 2e-9 * limits.work.multiply_adds / *measured * both.machine.hz();
  const double needed = std::max(limits.bound().cycles(), picture.measured_cycles.value_or(0));
  double most = needed;
  for (const analysis::Limit& each : limits.limits) most = std::max(most, each.most_cycles());
  picture.full = std::max(least, std::min(most, 2 * needed));
  if (picture.full <= 0) return picture;
  const auto share = [&](double cycles) { return static_cast<float>(std::min(1.0, cycles / picture.full)); };
  for (const analysis::Limit& each : limits.limits)
    picture.bars[static_cast<std::size_t>(each.by)] = {.by = each.by,
                                                       .least = share(each.cycles()),
                                                       .most = share(each.most_cycles()),
                                                       .bound = each.by == limits.bound().by};
  if (picture.measured_cycles) picture.measured = share(*picture.measured_cycles);
  return picture;
}

float LogAxis::at(double value) const {
  const double share = std::log(value / least) / std::log(most / least);
  return from + (to - from) * static_cast<float>(share);
}

std::vector<double> LogAxis::decades() const {
  std::vector<double> all;
  constexpr double kRounding = 1e-9;
  for (int power = static_cast<int>(std::ceil(std::log10(least) - kRounding));
       std::pow(10.0, power) <= most * (1 + kRounding); ++power)
    all.push_back(std::pow(10.0, power));
  return all;
}

RooflineSpans roofline_spans(const std::vector<analysis::RooflinePoint>& points, analysis::Roof roof,
                             const analysis::Machine& machine) {
  const double peak = machine.peak_gflops(), bandwidth = analysis::bandwidth_of(roof, machine);
  const double meets = bandwidth > 0 ? peak / bandwidth : 1;
  RooflineSpans spans{{meets, meets}, {peak, peak}};
  const auto include = [](AxisSpan& span, double value) {
    span.least = std::min(span.least, value), span.most = std::max(span.most, value);
  };
  for (const analysis::RooflinePoint& point : points) {
    const auto x = point.flop_per_byte[static_cast<std::size_t>(roof)];
    if (!x || *x <= 0) continue;
    include(spans.flop_per_byte, *x);
    if (point.attainable > 0) include(spans.gflops, point.attainable);
    if (point.measured && *point.measured > 0) include(spans.gflops, *point.measured);
  }
  // Room at the edges for names, and a slope to be seen where all points are beyond the roof's end.
  spans.flop_per_byte.least /= 2.5, spans.flop_per_byte.most *= 4;
  spans.gflops.least /= 3, spans.gflops.most *= 2;
  return spans;
}

}  // namespace gemmscope::views
