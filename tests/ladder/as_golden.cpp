// SPDX-License-Identifier: MIT
#include "tests/ladder/as_golden.h"

#include <algorithm>
#include <map>
#include <string>

namespace gemmscope::ladder {
namespace {

using format::Recording;

/// The golden row's name of the site of a request. Lines do not tell the four loads of fragments of sgemm64 apart,
/// because nvcc gives one of them another's line.
std::string golden_name(const Recording& r, const format::Request& request, bool epilogue) {
  const format::Site& site = r.sites[request.site];
  const std::string op = site.op == format::Op::kLoad ? "_load" : "_store", name = r.tensors[site.tensor].name;
  if (r.tensors[site.tensor].space == format::Space::kGlobal) return name == "C" ? "C" + op : "g" + name + op;
  if (name != "tiles") return "s" + name.substr(0, 1) + op;  // As, Bs
  if (epilogue) return "cs" + op;
  if (site.op == format::Op::kStore) return "s_store";
  const std::uint32_t byte = *std::ranges::find_if(request.address, [](auto a) { return a != format::kInactive; });
  return std::string(byte / 2048 % 2 == 0 ? "sA" : "sB") + "_load" + (byte / 128 % 2 == 0 ? "_lo" : "_hi");
}

}  // namespace

// As and Bs are stored before the first barrier and loaded after it; what follows the last barrier is the epilogue.
Recording first_k_tile(const Recording& whole) {
  Recording r = whole;
  r.templates.clear(), r.sites.clear();
  format::Pattern& pattern = r.patterns[r.blocks[0].pattern];
  const std::uint32_t last = std::ranges::max(pattern.segments, {}, &format::Segment::interval).interval;
  std::map<std::pair<std::uint16_t, std::string>, std::uint16_t> sites;
  std::erase_if(pattern.segments, [&](format::Segment& segment) {
    const format::Template& all = whole.templates[segment.template_id];
    const std::vector<format::Row>& rows = all.rows;
    format::Template kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const format::Site& site = whole.sites[rows[i].site];
      const bool is_shared = whole.tensors[site.tensor].space == format::Space::kShared;
      const bool loads_tile = is_shared && site.op == format::Op::kLoad, epilogue = segment.interval == last;
      if (!epilogue && segment.interval != (loads_tile ? 1u : 0u)) continue;
      const std::string name = golden_name(whole, format::decode(whole, 0, segment, i), epilogue);
      const auto [known, is_new] = sites.try_emplace({rows[i].site, name}, static_cast<std::uint16_t>(r.sites.size()));
      if (is_new) r.sites.push_back(site), r.sites.back().name = name;
      kept.rows.push_back(rows[i]), kept.rows.back().site = known->second;
      kept.addresses.insert(kept.addresses.end(), all.lanes(i).begin(), all.lanes(i).end());
    }
    segment.template_id = static_cast<std::uint32_t>(r.templates.size());
    if (kept.rows.empty()) return true;
    r.templates.push_back(std::move(kept));
    return false;
  });
  format::index_patterns(r);
  return r;
}

}  // namespace gemmscope::ladder
