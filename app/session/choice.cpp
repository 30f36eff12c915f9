// SPDX-License-Identifier: MIT
#include "app/session/choice.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/session/preset_words.h"
#include "kernels/table.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

using record::RecordRequest;
using Overrides = std::vector<format::Parameter>;

constexpr std::uint64_t kWholeLaunch = std::uint64_t{512} * 512 * 512;  ///< multiply-adds

bool possible(const RecordRequest& request) { return record::variant_of(request).has_value(); }

bool names(const Overrides& parameters, std::string_view name) {
  return std::ranges::any_of(parameters, [&](const format::Parameter& p) { return p.name == name; });
}

/// The parameters its preset alone gives; empty if there is no such kernel or preset.
std::vector<std::pair<std::string, std::string>> preset_parameters(const RecordRequest& request) {
  if (kernel_of(request) == nullptr) return {};
  const auto variant = kernels::resolve(request.kernel, request.preset, {});
  return variant ? variant->parameters() : std::vector<std::pair<std::string, std::string>>{};
}

/// `some` as they are, or with one more parameter that lets them be had: of words, because any number might do.
std::optional<Overrides> completed(RecordRequest request, const Overrides& some, const kernels::KernelInfo& kernel) {
  request.overrides = some;
  if (possible(request)) return some;
  for (const kernels::ParameterInfo& p : kernel.parameters)
    for (const std::string_view choice : p.choices) {
      if (names(some, p.name)) continue;
      request.overrides = some;
      request.overrides.push_back({std::string(p.name), std::string(choice)});
      if (possible(request)) return request.overrides;
    }
  return std::nullopt;
}

/// The tile sizes among what was chosen, which are chosen together; none if the kernel cannot have them.
Overrides sizes_of(RecordRequest chosen) {
  std::erase_if(chosen.overrides, [&](const format::Parameter& p) { return !is_tile_size(chosen, p.name); });
  return possible(chosen) ? chosen.overrides : Overrides{};
}

/// Of what was chosen, as much as can be had together: tile sizes, then the latest first.
Overrides compatible(const Choice& choice, const kernels::KernelInfo& kernel) {
  const RecordRequest& chosen = choice.request;
  if (possible(chosen)) return chosen.overrides;
  Overrides kept = sizes_of(chosen), best = kept;
  for (auto next = chosen.overrides.rbegin(); next != chosen.overrides.rend(); ++next) {
    if (names(kept, next->name)) continue;
    Overrides trial = kept;
    trial.push_back(*next);
    if (auto had = completed(chosen, trial, kernel))
      kept = std::move(trial), best = std::move(*had);
    else if (next == chosen.overrides.rbegin() && !choice.preset_last)
      return chosen.overrides;  // nothing makes it possible
  }
  return best;
}

/// ": width=16 needs pad to be a multiple of 8, or the GPU faults": why `chosen` cannot be had, as the kernel says it.
std::string why(const RecordRequest& chosen) {
  const auto variant = record::variant_of(chosen);
  return variant ? "" : ": " + variant.error().message;
}

std::string size_text(const RecordRequest& r) { return size_in_words(r.M, r.N, r.K); }

bool same_size(const RecordRequest& a, const RecordRequest& b) { return a.M == b.M && a.N == b.N && a.K == b.K; }

void add_sentence(std::string& text, const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; }

void usual_part(RecordRequest& request) {
  request.block_y.reset(), request.block_x.reset(), request.warps.reset(), request.k_tiles.reset();
  request.epilogue = true;
  if (std::uint64_t{request.M} * request.N * request.K > kWholeLaunch)
    request.block_y = request.block_x = format::Range{0, 1};
}

}  // namespace

RecordRequest request_of(const format::Recording& recording) {
  RecordRequest request;
  request.kernel = recording.kernel;
  request.preset = recording.preset;
  const bool sized = recording.of_ladder();  // a program has its sizes in its text
  request.M = sized ? recording.M : 0, request.N = sized ? recording.N : 0, request.K = sized ? recording.K : 0;
  request.alpha = recording.alpha, request.beta = recording.beta;
  request.overrides = recording.parameters;
  request = record::in_todays_names(std::move(request));
  record::tidy(request);

  const format::Selection& part = recording.selection;
  const auto narrowed = [](format::Range range, std::uint32_t all) {
    return range == format::Range{0, all} ? std::nullopt : std::optional(range);
  };
  request.block_y = narrowed(part.block_y, recording.grid_y);
  request.block_x = narrowed(part.block_x, recording.grid_x);
  request.warps = narrowed(part.warps, recording.warps());
  request.k_tiles = narrowed(part.k_tiles, recording.k_tiles);
  request.epilogue = part.epilogue;
  request.backend = recording.origin.backend == "cuda" ? record::Backend::kCuda : record::Backend::kCpu;
  return request;
}

bool same_recording(const RecordRequest& a, const RecordRequest& b) {
  const auto plan_a = record::make_plan(a), plan_b = record::make_plan(b);
  return plan_a && plan_b && a.backend == b.backend && record::describe(*plan_a) == record::describe(*plan_b);
}

const kernels::KernelInfo* kernel_of(const RecordRequest& request) {
  return request.M == 0 ? nullptr : kernels::find_kernel(request.kernel);  // a program has its sizes in its text
}

RecordRequest adjusted(const Choice& choice) {
  RecordRequest wanted = choice.request;
  const kernels::KernelInfo* kernel = kernel_of(wanted);
  if (kernel == nullptr) return wanted;
  if (kernel->mistake != nullptr && !choice.own_size)
    wanted.M = kernel->mistake->M, wanted.N = kernel->mistake->N, wanted.K = kernel->mistake->K;
  wanted.overrides = compatible(choice, *kernel);
  record::tidy(wanted);
  if (!choice.own_part) usual_part(wanted);
  return wanted;
}

std::string adjustments(const Choice& before, const Choice& now, const std::string& because) {
  const RecordRequest was = adjusted(before), is = adjusted(now);
  std::string text;
  if (before.request.kernel == now.request.kernel) {
    const kernels::KernelInfo* kernel = kernel_of(now.request);
    for (const kernels::ParameterInfo& p :
         kernel == nullptr ? std::span<const kernels::ParameterInfo>{} : kernel->parameters) {
      const std::string name(p.name), value = value_of(is, name);
      const bool changed = value != value_of(now.request, name);
      const bool was_changed = value_of(was, name) != value_of(before.request, name);
      if (changed && value != value_of(was, name))
        add_sentence(text, because + " needs " + name + "=" + value + ", which is set too" + why(now.request) + ".");
      if (!changed && was_changed && value == value_of(before.request, name))
        add_sentence(text, name + " is back to " + value + ".");
    }
  }
  if (!same_size(is, now.request) && !same_size(is, was))
    add_sentence(text, "Its mistake shows at " + size_text(is) + "; with another kernel it returns to " +
                           size_text(now.request) + ".");
  if (same_size(is, now.request) && !same_size(was, before.request) && same_size(now.request, before.request))
    add_sentence(text, "The size is back to " + size_text(is) + ".");
  return text;
}

std::string value_of(const RecordRequest& request, std::string_view name) {
  for (auto p = request.overrides.rbegin(); p != request.overrides.rend(); ++p)
    if (p->name == name) return p->value;
  for (const auto& [known, value] : preset_parameters(request))
    if (known == name) return value;
  return {};
}

bool is_tile_size(const RecordRequest& request, std::string_view name) {
  const kernels::ParameterInfo* const info = find_parameter(request, name);
  return info != nullptr && info->value.empty();
}

const kernels::ParameterInfo* find_parameter(const RecordRequest& request, std::string_view name) {
  const kernels::KernelInfo* info = kernel_of(request);
  if (info == nullptr) return nullptr;
  const auto found = std::ranges::find(info->parameters, name, &kernels::ParameterInfo::name);
  return found == info->parameters.end() ? nullptr : &*found;
}

}  // namespace gemmscope::session
