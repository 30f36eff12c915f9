// SPDX-License-Identifier: MIT
#include "app/session/sweeping.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "app/session/choice.h"
#include "app/session/own_numbers.h"
#include "app/sweep/plan.h"
#include "app/sweep/run.h"
#include "kernels/table.h"

namespace gemmscope::session {
namespace {

using record::RecordRequest;

/// What all settings of a sweep have in common.
auto common(const RecordRequest& r) { return std::tie(r.kernel, r.M, r.N, r.K, r.alpha, r.beta); }

bool same_setting(const RecordRequest& a, const RecordRequest& b) {
  return a.preset == b.preset && a.overrides == b.overrides;
}

/// Adds the settings of `axes` that are not in `rows` yet.
Result<void> add_settings(std::vector<sweep::Row>& rows, const RecordRequest& base, std::span<const sweep::Axes> axes) {
  auto planned = sweep::plan(base, axes);
  if (!planned) return tl::unexpected(std::move(planned.error()));
  for (sweep::Row& row : *planned)
    if (std::ranges::none_of(rows, [&](const sweep::Row& r) { return same_setting(r.request, row.request); }))
      rows.push_back(std::move(row));
  return {};
}

/// By the numbers that were swept.
std::optional<std::size_t> number_setting_of(const Look& look, const Look& shown) {
  const auto has = [&](const format::Parameter& swept) {
    const auto number = std::ranges::find(shown.numbers, swept.name, &OwnNumber::name);
    return number != shown.numbers.end() && std::to_string(number->value) == swept.value;
  };
  const std::string_view family = family_of(shown.recording()->kernel);
  const auto found = std::ranges::find_if(*look.swept.rows, [&](const sweep::Row& row) {
    return std::ranges::all_of(row.request.overrides, has) &&
           (row.request.kernel.empty() || family_of(row.request.kernel) == family);
  });
  if (found == look.swept.rows->end()) return std::nullopt;
  return static_cast<std::size_t>(found - look.swept.rows->begin());
}

/// Every parameter that lays out a tile, one after the other, and every preset.
Result<std::vector<sweep::Row>> all_settings(const kernels::KernelInfo& kernel, const RecordRequest& base) {
  std::vector<sweep::Axes> layouts, presets;
  for (const std::string& text : sweep::usual_axes(kernel)) {
    auto axes = sweep::parse_axes(kernel, text);
    if (!axes) return tl::unexpected(std::move(axes.error()));
    (text == sweep::kPresetAxis ? presets : layouts).push_back(std::move(*axes));
  }
  RecordRequest any_preset = base;
  any_preset.preset.clear(), any_preset.overrides.clear();
  std::vector<sweep::Row> rows;
  if (auto added = add_settings(rows, base, layouts); !added) return tl::unexpected(std::move(added.error()));
  if (auto added = add_settings(rows, any_preset, presets); !added) return tl::unexpected(std::move(added.error()));
  return rows;
}

}  // namespace

RecordRequest sweep_base(const format::Recording& recording, const std::string& over) {
  RecordRequest base = request_of(recording);
  base.block_y.reset(), base.block_x.reset(), base.warps.reset(), base.k_tiles.reset();
  base.epilogue = true, base.wrong_too = false;
  base.backend = record::Backend::kCpu, base.host_threads = 0;
  std::vector<std::string> swept = sweep::names_in(over);
  if (const kernels::KernelInfo* kernel = kernels::find_kernel(base.kernel); kernel != nullptr && over.empty())
    swept = sweep::usual_axes(*kernel);
  else if (std::ranges::count(swept, sweep::kPresetAxis) != 0)
    base.preset.clear();
  for (const std::string& axis : swept)
    std::erase_if(base.overrides, [&](const format::Parameter& p) { return p.name == axis; });
  return base;
}

Result<std::vector<sweep::Row>> sweep_settings(const SweepJob& job) {
  const kernels::KernelInfo* kernel = kernels::find_kernel(job.base.kernel);
  if (kernel == nullptr)
    return fail(ErrorKind::kUsage,
                "this build has no kernel '" + job.base.kernel + "', so it cannot be swept; choose another kernel");
  if (job.over.empty()) return all_settings(*kernel, job.base);
  auto axes = sweep::parse_axes(*kernel, job.over);
  if (!axes) return tl::unexpected(std::move(axes.error()));
  return sweep::plan(job.base, std::span(&*axes, 1));
}

Result<SweptRows> sweep_all(const SweepJob& job, const std::function<bool()>& go_on, const SweepProgress& on_row) {
  auto rows = sweep_settings(job);
  if (!rows) return tl::unexpected(std::move(rows.error()));
  const auto tell = [&](const sweep::Row&, std::size_t done, std::size_t total) {
    if (on_row) on_row(done, total);
  };
  if (auto done = sweep::run(*rows, {}, {go_on, tell}); !done) return tl::unexpected(std::move(done.error()));
  return std::make_shared<const std::vector<sweep::Row>>(std::move(*rows));
}

void ask_for_sweep(Look& look) {
  look.swept = {};
  look.views.sweep.on = true, look.views.sweep.first = 0;
}

Result<std::vector<Numbers>> number_settings(const Look& look) {
  const auto axes = sweep::parse_number_axes(look.views.sweep.over);
  if (!axes) return tl::unexpected(axes.error());
  for (const sweep::Axis& axis : *axes)
    if (std::ranges::count(look.numbers, axis.name, &OwnNumber::name) == 0)
      return fail(ErrorKind::kUsage, "the program has no number " + axis.name + ", which is to be swept");
  std::vector<Numbers> all;
  if (auto added = add_settings(all, *axes); !added) return tl::unexpected(added.error());
  return all;
}

Numbers number_base(const Look& look) {
  const std::vector<std::string> swept = sweep::names_in(look.views.sweep.over);
  Numbers changed;
  for (const OwnNumber& number : look.numbers)
    if (number.is_changed() && std::ranges::count(swept, number.name) == 0)
      changed.push_back({number.name, std::to_string(number.value)});
  return changed;
}

void drop_sweep(Look& look) {
  look.swept = {};
  look.views.sweep.on = false;
}

void forget_other_sweep(Look& look) {
  if (look.swept.of && look.swept.over != look.views.sweep.over) look.swept = {};
}

void keep_sweep(Look& look) {
  if (!look.swept.of || !look.loaded) return;
  const RecordRequest& of = *look.swept.of;
  const format::Recording& shown = *look.recording();
  if (!shown.of_ladder()) {
    if (family_of(of.kernel) != family_of(shown.kernel) || of.overrides != number_base(look)) drop_sweep(look);
    return;
  }
  const RecordRequest now = sweep_base(shown, look.swept.over);
  const bool same = look.swept.over.empty() ? look.swept.rows || of.preset == now.preset : same_setting(of, now);
  if (common(of) != common(now) || !same) drop_sweep(look);
}

Result<void> sweep_now(Look& look) {
  if (!look.views.sweep.on || !look.loaded || !look.recording()->of_ladder()) return {};
  look.swept.over = look.views.sweep.over;
  look.swept.of = sweep_base(look.loaded->recording, look.swept.over);
  auto rows = sweep_all({*look.swept.of, look.swept.over}, {}, {});
  if (!rows) return tl::unexpected(std::move(rows.error()));
  look.swept.rows = std::move(*rows);
  return {};
}

std::optional<std::size_t> setting_of(const Look& look, const Look& shown) {
  if (!look.swept.rows || !shown.loaded) return std::nullopt;
  if (!look.recording()->of_ladder()) return number_setting_of(look, shown);
  const RecordRequest request = request_of(*shown.recording());
  const auto found =
      std::ranges::find_if(*look.swept.rows, [&](const sweep::Row& row) { return same_setting(row.request, request); });
  if (found == look.swept.rows->end()) return std::nullopt;
  return static_cast<std::size_t>(found - look.swept.rows->begin());
}

}  // namespace gemmscope::session
