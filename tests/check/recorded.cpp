// SPDX-License-Identifier: MIT
#include "tests/check/recorded.h"

#include "tracing/record/plan.h"

namespace gemmscope::testing {

std::vector<const kernels::KernelInfo*> all_broken() {
  std::vector<const kernels::KernelInfo*> kernels;
  for (const kernels::KernelInfo& k : kernels::broken_kernels()) kernels.push_back(&k);
  return kernels;
}

record::RecordRequest request_of(const kernels::KernelInfo& broken) {
  record::RecordRequest request;
  request.kernel = broken.name;
  request.M = broken.mistake->M, request.N = broken.mistake->N, request.K = broken.mistake->K;
  return request;
}

std::vector<record::RecordRequest> parts_of(const record::RecordRequest& request) {
  const record::Plan plan = record::make_plan(request).value();
  std::vector<record::RecordRequest> parts;
  const auto add = [&](const auto& narrow) {
    record::RecordRequest part = request;
    narrow(part);
    parts.push_back(part);
  };
  add([](auto& p) { p.epilogue = false; });
  if (plan.warps > 1) {
    add([](auto& p) { p.warps = {0, 1}; });
    add([&](auto& p) { p.warps = {1, plan.warps}; });
  }
  for (std::uint32_t t = 0; plan.k_tiles > 1 && t < std::min(plan.k_tiles, 3u); ++t) {
    add([&](auto& p) { p.k_tiles = {t, t + 1}; });
    add([&](auto& p) { p.k_tiles = {t, plan.k_tiles}, p.warps = {0, std::max(1u, plan.warps / 2)}; });
  }
  if (plan.k_tiles > 2) add([](auto& p) { p.k_tiles = {0, 2}; });
  add([&](auto& p) { p.block_y = {plan.grid_y - 1, plan.grid_y}; });
  add([&](auto& p) { p.block_x = {plan.grid_x - 1, plan.grid_x}, p.block_y = {0, 1}; });
  return parts;
}

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
