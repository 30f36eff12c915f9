// SPDX-License-Identifier: MIT
#include "tests/ladder_ptx/compared.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "tests/requests.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::ladder {
namespace {

/// What a site is in any recording of the same text: nobody but the kernel table knows its name.
using Place = std::tuple<std::uint32_t, format::Op, std::uint8_t>;  // line, direction, width

Place place_of(const format::Recording& r, std::uint16_t site) {
  return {r.sites[site].line, r.sites[site].op, r.sites[site].width};
}
std::string text_of(const Place& place) {
  return "line " + std::to_string(std::get<0>(place)) +
         (std::get<1>(place) == format::Op::kLoad ? ", load of " : ", store of ") + std::to_string(std::get<2>(place)) +
         " bytes";
}

struct Figures {
  analysis::Count count;
  std::uint64_t digest = 0;
};

std::map<Place, Figures> figures_of(const format::Recording& r) {
  const analysis::CostTable costs(r);
  const std::vector<std::uint64_t> digests = analysis::address_digests(r, costs);
  std::map<Place, Figures> figures;
  for (const analysis::SiteSummary& summary : analysis::summarize(r, costs).sites)
    for (std::size_t i = 0; i < summary.sites.size(); ++i) {
      if (summary.lines[i].count.requests == 0) continue;
      Figures& all = figures[place_of(r, summary.sites[i])];
      all.count += summary.lines[i].count;
      all.digest += digests[summary.sites[i]];
    }
  return figures;
}

/// The name of the first figure that differs; empty: none does.
std::string differing(const Figures& a, const Figures& b) {
  const analysis::Count &x = a.count, &y = b.count;
  if (x.requests != y.requests) return "requests";
  if (x.misaligned != y.misaligned) return "misaligned requests";
  for (std::size_t rule = 0; rule < x.shared.size(); ++rule) {
    const std::string text = " by rule " + std::to_string(rule);
    if (x.shared[rule].wavefronts != y.shared[rule].wavefronts) return "wavefronts" + text;
    if (x.shared[rule].ideal_wavefronts != y.shared[rule].ideal_wavefronts) return "ideal wavefronts" + text;
    if (x.shared[rule].nway_histogram != y.shared[rule].nway_histogram) return "n-way" + text;
  }
  if (!(std::fabs(x.cycles_h200 - y.cycles_h200) <= 1e-9 * x.cycles_h200)) return "modelled cycles";
  if (x.sectors != y.sectors || x.ideal_sectors != y.ideal_sectors) return "sectors";
  if (x.lines != y.lines || x.ideal_lines != y.ideal_lines) return "lines";
  if (x.useful_bytes != y.useful_bytes) return "useful bytes";
  if (x.load_wavefronts != y.load_wavefronts) return "wavefronts of loads";
  return a.digest == b.digest ? "" : "addresses";
}

std::string first_difference(const std::map<Place, Figures>& a, const std::map<Place, Figures>& b) {
  for (const auto& [place, figures] : a) {
    const auto other = b.find(place);
    if (other == b.end()) return text_of(place) + ": only in the first";
    if (const std::string what = differing(figures, other->second); !what.empty())
      return text_of(place) + ": " + what + " differ (requests: " + std::to_string(figures.count.requests) + ", " +
             std::to_string(other->second.count.requests) + ")";
  }
  for (const auto& [place, figures] : b)
    if (!a.contains(place)) return text_of(place) + ": only in the second";
  return "";
}

/// A request without what only one of the recordings knows of it.
using Bare = std::tuple<Place, std::uint32_t, std::array<std::uint32_t, format::kLanes>>;  // mask, addresses
using Where = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t>;                     // block, interval, warp
using Streams = std::map<Where, std::vector<Bare>>;

Streams streams_of(const format::Recording& r) {
  Streams streams;
  testing::for_each_request(r, [&](const format::Request& q, const format::Site&) {
    streams[{q.block, q.interval, q.warp}].push_back({place_of(r, q.site), q.mask, q.address});
  });
  return streams;
}

std::string text_of(const Where& where) {
  const auto& [block, interval, warp] = where;
  return "block " + std::to_string(block) + ", barrier interval " + std::to_string(interval) + ", warp " +
         std::to_string(warp);
}

}  // namespace

Comparison compare(const format::Recording& a, const format::Recording& b) {
  Comparison result;
  result.difference = first_difference(figures_of(a), figures_of(b));
  Streams in_a = streams_of(a), in_b = streams_of(b);
  if (result.difference.empty() && in_a.size() != in_b.size()) result.difference = "other barrier intervals";
  for (auto& [where, requests] : in_a) {
    std::vector<Bare>& others = in_b[where];
    const auto [one, other] = std::ranges::mismatch(requests, others);
    if (result.order.empty() && one != requests.end() && other != others.end())
      result.order = text_of(where) + ": " + text_of(std::get<0>(*one)) + ", against " + text_of(std::get<0>(*other));
    std::ranges::sort(requests), std::ranges::sort(others);
    if (result.difference.empty() && requests != others) result.difference = text_of(where) + ": other requests";
  }
  return result;
}

}  // namespace gemmscope::ladder
