// SPDX-License-Identifier: MIT
// Loads of global memory that was never written. The recording lists them; which lanes make them is looked up here.
#include <algorithm>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/check_requests.h"

namespace gemmscope::analysis {
namespace {

/// Calls visit(touch) for all accesses of the recording that do `op` to the byte, until it says that it is enough.
/// False: looking for all of them takes too long.
bool for_touches(const format::Recording& r, std::uint16_t tensor, format::Op op, std::uint32_t byte, Budget& budget,
                 const auto& is_enough) {
  for (const format::Template& t : r.templates)
    if (!budget.spend(t.rows.size())) return false;
  const RequestsOf requests(r, tensor, op);
  bool enough = false;
  const auto look = [&](const RequestsOf::Touch& t) { enough = enough || (byte - t.byte < t.width && is_enough(t)); };
  for (std::uint32_t b = 0; b < r.blocks.size() && !enough; ++b)
    if (!requests.for_each(b, budget, look)) return false;
  return true;
}

/// Whether what the access found depends on which block came first: a race, by its own name.
bool another_stores(const format::Recording& r, const RequestsOf::Touch& read, std::uint32_t byte, Budget& budget) {
  const std::uint16_t tensor = r.sites[read.by.site].tensor;
  const auto is_store = [&](const format::Site& s) { return s.tensor == tensor && s.op == format::Op::kStore; };
  if (!recorded_part(r).all_blocks && std::ranges::any_of(r.sites, is_store)) return true;  // one that is missing might
  bool another = false;
  const auto is_another = [&](const RequestsOf::Touch& store) { return another = store.by.block != read.by.block; };
  return !for_touches(r, tensor, format::Op::kStore, byte, budget, is_another) || another;
}

}  // namespace

void check_unwritten(const format::Recording& r, Findings& findings, Budget& budget) {
  if (!r.unwritten) return;
  for (const format::UnwrittenRead& read : *r.unwritten) {
    const std::uint16_t site = read.site;
    const std::uint32_t byte = read.byte;
    std::optional<RequestsOf::Touch> first;
    const auto is_first = [&](const RequestsOf::Touch& t) {
      if (t.by.site == site) first = t;
      return first.has_value();
    };
    const std::uint16_t tensor = r.sites[site].tensor;
    static_cast<void>(for_touches(r, tensor, r.sites[site].op, byte, budget, is_first));
    if (!first || another_stores(r, *first, byte, budget)) continue;
    findings.add({.fault = Fault::kUnwrittenRead, .site = site, .tensor = tensor}, read.count,
                 [&] { return finding_at(r, first->by, {}, byte); });
  }
}

}  // namespace gemmscope::analysis
