// SPDX-License-Identifier: MIT
#include "app/session/sweeping.h"

#include <algorithm>
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

/// The numbers of the program that are not the file's, but for `name`.
Numbers changed_besides(const std::vector<OwnNumber>& numbers, const std::string& name) {
  Numbers changed;
  for (const OwnNumber& number : numbers)
    if (number.is_changed() && number.name != name) changed.push_back({number.name, std::to_string(number.value)});
  return changed;
}

/// By the number that was swept. Of what is shown; a baseline's numbers are not known here.
std::optional<std::size_t> number_setting_of(const Look& look, const format::Recording& recording) {
  if (&recording != look.recording()) return std::nullopt;
  const auto number = std::ranges::find(look.numbers, look.swept.over, &OwnNumber::name);
  if (number == look.numbers.end()) return std::nullopt;
  const format::Parameter value{number->name, std::to_string(number->value)};
  for (std::size_t i = 0; i < look.swept.rows->size(); ++i) {
    const RecordRequest& row = (*look.swept.rows)[i].request;
    if (std::ranges::count(row.overrides, value) != 0 &&
        (family_of(row.kernel) == family_of(recording.kernel) || row.kernel.empty()))
      return i;
  }
  return std::nullopt;
}

}  // namespace

RecordRequest sweep_base(const format::Recording& recording) {
  RecordRequest base = request_of(recording);
  base.block_y.reset(), base.block_x.reset(), base.warps.reset(), base.k_tiles.reset();
  base.epilogue = true, base.wrong_too = false;
  base.backend = record::Backend::kCpu, base.host_threads = 0;
  if (const kernels::KernelInfo* kernel = kernels::find_kernel(base.kernel))
    for (const std::string& axis : sweep::usual_axes(*kernel))
      std::erase_if(base.overrides, [&](const format::Parameter& p) { return p.name == axis; });
  return base;
}

Result<std::vector<sweep::Row>> sweep_settings(const RecordRequest& base) {
  const kernels::KernelInfo* kernel = kernels::find_kernel(base.kernel);
  if (kernel == nullptr)
    return fail(ErrorKind::kUsage,
                "this build has no kernel '" + base.kernel + "', so it cannot be swept; choose another kernel");
  std::vector<sweep::Axes> layouts, presets;
  for (const std::string& text : sweep::usual_axes(*kernel)) {
    auto axes = sweep::parse_axes(*kernel, text);
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

Result<SweptRows> sweep_all(const RecordRequest& base, const std::function<bool()>& go_on,
                            const SweepProgress& on_row) {
  auto rows = sweep_settings(base);
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

void ask_for_number_sweep(Look& look, const std::string& number) {
  ask_for_sweep(look);
  look.swept.over = number;
}

std::vector<Numbers> number_settings(const Look& look) {
  std::vector<Numbers> all;
  const auto swept = std::ranges::find(look.numbers, look.swept.over, &OwnNumber::name);
  if (swept == look.numbers.end()) return all;
  for (const std::int64_t value : numbers_around(swept->value)) {
    Numbers& numbers = all.emplace_back(changed_besides(look.numbers, swept->name));
    numbers.push_back({swept->name, std::to_string(value)});
  }
  return all;
}

void drop_sweep(Look& look) {
  look.swept = {};
  look.views.sweep.on = false;
}

void keep_sweep(Look& look) {
  if (!look.swept.of || !look.loaded) return;
  const RecordRequest& of = *look.swept.of;
  if (!look.swept.over.empty()) {  // its other numbers must be the same
    const bool same = family_of(of.kernel) == family_of(look.recording()->kernel) &&
                      of.overrides == changed_besides(look.numbers, look.swept.over);
    if (!same) drop_sweep(look);
    return;
  }
  const RecordRequest now = sweep_base(look.loaded->recording);
  if (common(of) != common(now) || (!look.swept.rows && of.preset != now.preset)) drop_sweep(look);
}

Result<void> sweep_now(Look& look) {
  if (!look.views.sweep.on || !look.loaded || !look.recording()->of_ladder()) return {};
  look.swept.of = sweep_base(look.loaded->recording);
  auto rows = sweep_all(*look.swept.of, {}, {});
  if (!rows) return tl::unexpected(std::move(rows.error()));
  look.swept.rows = std::move(*rows);
  return {};
}

std::optional<std::size_t> setting_of(const Look& look, const format::Recording& recording) {
  if (!look.swept.rows) return std::nullopt;
  if (!look.swept.over.empty()) return number_setting_of(look, recording);
  const RecordRequest shown = request_of(recording);
  const auto found =
      std::ranges::find_if(*look.swept.rows, [&](const sweep::Row& row) { return same_setting(row.request, shown); });
  if (found == look.swept.rows->end()) return std::nullopt;
  return static_cast<std::size_t>(found - look.swept.rows->begin());
}

}  // namespace gemmscope::session
