// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/elsewhere.h"

#include <algorithm>
#include <set>

namespace gemmscope::analysis {
namespace {

using Tensors = std::set<std::uint16_t>;

/// The arrays in global memory that each template stores to.
std::vector<Tensors> stored_by_templates(const format::Recording& r) {
  std::vector<Tensors> all(r.templates.size());
  for (std::size_t t = 0; t < all.size(); ++t)
    for (const format::Row& row : r.templates[t].rows)
      if (const format::Site& site = r.sites[row.site];
          site.op != format::Op::kLoad && r.tensors[site.tensor].space == format::Space::kGlobal)
        all[t].insert(site.tensor);
  return all;
}

}  // namespace

Elsewhere blocks_elsewhere(const format::Recording& r, std::uint16_t C) {
  const std::vector<Tensors> of_templates = stored_by_templates(r);
  std::vector<Tensors> of_patterns(r.patterns.size());
  for (std::size_t p = 0; p < of_patterns.size(); ++p)
    for (const format::Segment& segment : r.patterns[p].segments)
      of_patterns[p].insert(of_templates[segment.template_id].begin(), of_templates[segment.template_id].end());
  Elsewhere elsewhere;
  Tensors tensors;
  for (const format::Block& block : r.blocks) {
    const Tensors& stored = of_patterns[block.pattern];
    if (stored.empty() || stored.contains(C)) continue;
    ++elsewhere.blocks;
    tensors.insert(stored.begin(), stored.end());
  }
  elsewhere.tensors.assign(tensors.begin(), tensors.end());
  return elsewhere;
}

}  // namespace gemmscope::analysis
