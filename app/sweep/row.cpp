// SPDX-License-Identifier: MIT
#include "app/sweep/row.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "tracing/analysis/summary.h"

namespace gemmscope::sweep {
namespace {

void add(SharedFigures& figures, const analysis::Count& count) {
  for (std::size_t rule = 0; rule < analysis::kConflictModels; ++rule) {
    figures.wavefronts[rule] += count.shared[rule].wavefronts;
    figures.ideal[rule] += count.shared[rule].ideal_wavefronts;
  }
}

/// What makes one counted row better than another: less. Whole cycles, because equal sums of fractions may differ in
/// their last bits.
auto cost(const Row& row) {
  return std::tuple(std::llround(row.figures->cycles_h200), row.figures->sectors, row.shared_bytes);
}

}  // namespace

Figures figures_of(const format::Recording& recording) {
  const analysis::Scope whole{.unrecorded = true};
  const analysis::Summary summary = analysis::summarize(recording, whole);
  Figures figures;
  for (const analysis::SiteSummary& site : summary.sites)
    add(site.op == format::Op::kStore ? figures.stores : figures.loads, site.count);
  figures.sectors = summary.total.sectors, figures.ideal_sectors = summary.total.ideal_sectors;
  figures.misaligned = summary.total.misaligned;
  figures.cycles_h200 = summary.total.cycles_h200;
  figures.basis = analysis::basis_of(recording, whole);
  return figures;
}

std::string_view name_of(State state) {
  constexpr std::string_view kNames[] = {"waiting", "counted", "faults", "refused"};
  return kNames[static_cast<std::size_t>(state)];
}

std::string Row::setting() const {
  std::string text;
  for (const format::Parameter& p : swept) text += (text.empty() ? "" : " ") + p.name + "=" + p.value;
  return text;
}

analysis::Occupancy resident(const Row& row) {
  return analysis::occupancy({row.threads, row.shared_bytes, row.registers}, analysis::kLimitsH200);
}

bool work_differs(const std::vector<Row>& rows, std::string_view kernel) {
  const ProductLaunch* first = nullptr;
  for (const Row& row : rows) {
    if (!row.figures || !row.product || row.kernel != kernel) continue;
    if (first == nullptr) first = &*row.product;
    if (std::tie(first->M, first->N, first->K) != std::tie(row.product->M, row.product->N, row.product->K)) return true;
  }
  return false;
}

std::vector<bool> best_of(const std::vector<Row>& rows) {
  std::map<std::string_view, const Row*> least;
  for (const Row& row : rows) {
    if (!row.figures) continue;
    const Row*& known = least[row.kernel];
    if (known == nullptr || cost(row) < cost(*known)) known = &row;
  }
  std::erase_if(least, [&](const auto& known) { return work_differs(rows, known.first); });
  std::vector<bool> best;
  for (const Row& row : rows) {
    const auto known = least.find(row.kernel);
    best.push_back(row.figures && known != least.end() && cost(row) == cost(*known->second));
  }
  return best;
}

}  // namespace gemmscope::sweep
