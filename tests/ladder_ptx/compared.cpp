// SPDX-License-Identifier: MIT
#include "tests/ladder_ptx/compared.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

struct Figures {
  std::string name;
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
      all.name = summary.name;
      all.count += summary.lines[i].count;
      all.digest += digests[summary.sites[i]];
    }
  return figures;
}

bool are_equal(const Figures& a, const Figures& b) {
  const auto whole = [](const analysis::Count& c) {
    return std::tuple(c.requests, c.misaligned, c.sectors, c.ideal_sectors, c.lines, c.ideal_lines, c.useful_bytes,
                      c.load_wavefronts);
  };
  const auto shared = [](const analysis::SharedCount& c) {
    return std::tuple(c.wavefronts, c.ideal_wavefronts, c.nway_histogram);
  };
  return a.digest == b.digest && whole(a.count) == whole(b.count) &&
         std::ranges::equal(a.count.shared, b.count.shared, {}, shared, shared) &&
         std::fabs(a.count.cycles_h200 - b.count.cycles_h200) <= 1e-9 * a.count.cycles_h200;
}

/// A request without what only one of the recordings knows of it.
using Bare = std::tuple<Place, std::uint32_t, std::array<std::uint32_t, format::kLanes>>;  // mask, addresses

/// An element that a lane moves. Shared arrays are told apart by their addresses.
struct Moved {
  format::Op op;
  std::uint8_t tensor;  ///< in global memory, or kSharedBase
  std::uint8_t lane;
  std::uint32_t address;
  friend auto operator<=>(const Moved&, const Moved&) = default;
};

using Where = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t>;  // block, barrier interval, warp
template <class T>
using Streams = std::map<Where, std::vector<T>>;

Streams<Bare> requests_of(const format::Recording& r) {
  Streams<Bare> streams;
  testing::for_each_request(r, [&](const format::Request& q, const format::Site&) {
    streams[{q.block, q.interval, q.warp}].push_back({place_of(r, q.site), q.mask, q.address});
  });
  return streams;
}

/// `bytes`: of an element.
Streams<Moved> moves_of(const format::Recording& r, std::uint32_t bytes) {
  Streams<Moved> streams;
  testing::for_each_request(r, [&](const format::Request& q, const format::Site& site) {
    std::vector<Moved>& moved = streams[{q.block, q.interval, q.warp}];
    const bool shared = r.tensors[site.tensor].space == format::Space::kShared;
    const auto tensor = shared ? format::kSharedBase : static_cast<std::uint8_t>(site.tensor);
    for (std::uint8_t lane = 0; lane < format::kLanes; ++lane)
      for (std::uint32_t at = 0; (q.mask >> lane & 1u) != 0 && at < site.width; at += bytes)
        moved.push_back({site.op, tensor, lane, q.address[lane] + at});
  });
  for (auto& [where, moved] : streams) std::ranges::sort(moved);
  return streams;
}

/// The first stream of a for which `are_alike` is false of it and of b's.
template <class T, class Alike>
std::string first_difference(const Streams<T>& a, const Streams<T>& b, const Alike& are_alike) {
  for (const auto& [where, stream] : a) {
    const auto other = b.find(where);
    if (other != b.end() && are_alike(stream, other->second)) continue;
    const auto& [block, interval, warp] = where;
    return "block " + std::to_string(block) + ", barrier interval " + std::to_string(interval) + ", warp " +
           std::to_string(warp);
  }
  return a.size() == b.size() ? "" : "only in the second";
}

}  // namespace

std::vector<std::string> differing_sites(const format::Recording& a, const format::Recording& b) {
  const std::map<Place, Figures> in_a = figures_of(a), in_b = figures_of(b);
  std::vector<std::string> names;
  for (const auto& [place, figures] : in_a) {
    const auto other = in_b.find(place);
    if (other == in_b.end() || !are_equal(figures, other->second)) names.push_back(figures.name);
  }
  // One that only b has is on a line of a's that is named already, or on one that a knows nothing of.
  const auto line = [](const auto& entry) { return std::get<0>(entry.first); };
  for (const auto& entry : in_b)
    if (std::ranges::find(in_a, line(entry), line) == in_a.end())
      names.push_back("line " + std::to_string(line(entry)));
  return names;
}

std::string other_requests(const format::Recording& a, const format::Recording& b) {
  return first_difference(requests_of(a), requests_of(b), std::equal_to<>());
}

std::string lost_bytes(const format::Recording& a, const format::Recording& b) {
  const auto stores = [](const Moved& moved) { return moved.op == format::Op::kStore; };
  const std::uint32_t bytes = a.tensors[0].element_bytes;
  return first_difference(moves_of(a, bytes), moves_of(b, bytes), [&](const auto& before, const auto& after) {
    return std::ranges::includes(after, before) &&
           std::ranges::count_if(after, stores) == std::ranges::count_if(before, stores);
  });
}

}  // namespace gemmscope::ladder
