// SPDX-License-Identifier: MIT
#include "tests/check/recorded.h"

#include "tracing/analysis/tiles/described.h"

namespace gemmscope::testing {

format::Recording opened(const Step& step, const Product& product) {
  format::Recording recording = recorded(step, product);
  if (const auto tiles = analysis::tiles_of(recording)) (void)analysis::describe(recording, *tiles);
  return recording;
}

format::Recording broken(const std::string& name) { return opened({name}, product_said({name})); }

std::string kind_of(const format::Recording& r, const analysis::Finding& f) {
  const auto line = [&](const std::optional<analysis::Access>& a) {
    return a ? " line " + std::to_string(r.sites[a->site].line) : "";
  };
  const std::string array = f.divergence ? "" : " " + r.tensors[f.tensor].name;
  return std::string(analysis::name_of(f.fault)) + line(f.at) + array +
         (analysis::is_race(f.fault) ? " other" + line(f.other) : "") + (f.in_warp ? " in warp" : "");
}

std::set<std::string> kinds_of(const format::Recording& recording) {
  std::set<std::string> kinds;
  for (const analysis::Finding& f : analysis::check(recording).findings)
    for (const analysis::Finding& part : analysis::parts_of(f)) kinds.insert(kind_of(recording, part));
  return kinds;
}

}  // namespace gemmscope::testing
