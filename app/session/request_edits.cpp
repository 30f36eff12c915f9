// SPDX-License-Identifier: MIT
#include "app/session/request_edits.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <sstream>
#include <utility>

#include "kernels/table.h"
#include "tracing/cuda/device.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

void next_padding(Session& session, const analysis::LayoutParameter& padding, int direction) {
  const std::string name(padding.name);
  const std::span<const int> values = padding.paddings;
  const int count = static_cast<int>(values.size());
  const auto found = std::find(values.begin(), values.end(), wanted_number(session, name));
  const int at = found == values.end() ? (direction > 0 ? -1 : 0) : static_cast<int>(found - values.begin());
  set_padding(session, name, values[static_cast<std::size_t>((at + direction + count) % count)]);
}

/// Whether a place of one is a place of the other.
bool same_launch(const record::RecordRequest& a, const record::RecordRequest& b) {
  return a.kernel == b.kernel && a.preset == b.preset && a.M == b.M && a.N == b.N && a.K == b.K;
}

void drop_draft(Bench& bench) { bench.tile_draft.clear(), bench.draft_refused.clear(); }

/// Makes `choice` the session's, and has it recorded if that is not what is shown.
void settle(Session& session, Choice choice, const std::string& because) {
  drop_draft(session.bench);
  session.bench.next_notice = adjustments(session.bench.chosen, choice, because);
  if (!same_launch(session.bench.chosen.request, choice.request))
    session.bench.arrival.clear(), session.bench.to_pin.reset();
  session.bench.chosen = std::move(choice);
  session.bench.wanted = adjusted(session.bench.chosen);
  if (session.bench.wanted != session.bench.recorded || session.bench.recording_now || session.bench.record_due ||
      !session.look.loaded)
    session.bench.record_due = true;
  else
    session.bench.chosen_recorded = session.bench.chosen;
}

/// `choice` with the parameter as its latest.
Choice with(Choice choice, const std::string& name, const std::string& value) {
  std::erase_if(choice.request.overrides, [&](const format::Parameter& p) { return p.name == name; });
  choice.request.overrides.push_back({name, value});
  choice.preset_last = false;
  return choice;
}

/// Without what the preset gives, if `of_preset`, or without all else.
void drop_parameters(Choice& choice, bool of_preset) {
  std::erase_if(choice.request.overrides, [&](const format::Parameter& p) {
    const kernels::ParameterInfo* info = find_parameter(choice.request, p.name);
    return info == nullptr || info->value.empty() == of_preset;
  });
}

}  // namespace

Parameters wanted_parameters(const Session& session) {
  if (kernel_of(session.bench.wanted) == nullptr) return {};
  const auto variant = kernels::resolve(session.bench.wanted.kernel, session.bench.wanted.preset, {});
  Parameters parameters = variant ? variant->parameters() : Parameters{};
  for (const format::Parameter& p : session.bench.wanted.overrides) {
    const auto known = std::ranges::find(parameters, p.name, &Parameters::value_type::first);
    if (known != parameters.end()) known->second = p.value;
  }
  return parameters;
}

std::string wanted_parameter(const Session& session, std::string_view name) {
  return value_of(session.bench.wanted, name);
}

int wanted_number(const Session& session, std::string_view name) {
  const std::string text = wanted_parameter(session, name);
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool has_parameter(const Session& session, std::string_view name) {
  return find_parameter(session.bench.wanted, name) != nullptr;
}

void set_parameter(Session& session, const std::string& name, const std::string& value) {
  std::string because = name;
  because += "=" + value;
  settle(session, with(session.bench.chosen, name, value), because);
}

void set_tile_size(Session& session, const std::string& name, int value) {
  Bench& bench = session.bench;
  std::erase_if(bench.tile_draft, [&](const format::Parameter& p) { return p.name == name; });
  if (const std::string text = std::to_string(value); text != value_of(bench.wanted, name))
    bench.tile_draft.push_back({name, text});
  if (bench.tile_draft.empty()) return drop_draft(bench);
  record::RecordRequest trial = bench.wanted;
  for (const format::Parameter& size : bench.tile_draft) trial.overrides.push_back(size);
  const auto variant = record::variant_of(trial);
  if (!variant) {
    bench.draft_refused = variant.error().message;
    return;
  }
  Choice choice = bench.chosen;
  for (const format::Parameter& size : bench.tile_draft) choice = with(std::move(choice), size.name, size.value);
  choice.own_part = false;
  settle(session, std::move(choice), format::text_of(bench.tile_draft));
}

std::string preset_in_words(const record::RecordRequest& request) {
  const kernels::KernelInfo* kernel = kernel_of(request);
  std::string text =
      request.preset.empty() && kernel != nullptr ? std::string(kernel->presets[0].name) : request.preset;
  for (const format::Parameter& p : request.overrides)
    if (is_tile_size(request, p.name)) text += " " + p.name + "=" + p.value;
  return text;
}

Parameters typed_tile_sizes(const Session& session) {
  Parameters sizes = wanted_parameters(session);
  std::erase_if(sizes, [&](const auto& p) { return !is_tile_size(session.bench.wanted, p.first); });
  for (const format::Parameter& typed : session.bench.tile_draft)
    for (auto& [name, value] : sizes)
      if (name == typed.name) value = typed.value;
  return sizes;
}

void set_padding(Session& session, const std::string& name, int value) {
  set_parameter(session, name, std::to_string(value));
}

void next_choice(Session& session, const std::string& name) {
  const kernels::ParameterInfo* info = find_parameter(session.bench.wanted, name);
  if (info == nullptr || info->choices.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(info->choices.size());
  const auto now = std::ranges::find(info->choices, wanted_parameter(session, name)) - info->choices.begin();
  const auto after = [&](std::ptrdiff_t steps) {
    return std::string(info->choices[static_cast<std::size_t>((now + steps) % count)]);
  };
  for (std::ptrdiff_t steps = 1; steps < count; ++steps) {
    record::RecordRequest trial = session.bench.wanted;
    std::erase_if(trial.overrides, [&](const format::Parameter& p) { return p.name == name; });
    trial.overrides.push_back({name, after(steps)});
    if (record::variant_of(trial)) return set_parameter(session, name, after(steps));
  }
  set_parameter(session, name, after(1));
}

void set_layout(Session& session, const std::string& layout) {
  Choice choice = session.bench.chosen;
  drop_parameters(choice, false);
  std::istringstream words(layout);
  for (std::string word; words >> word;)
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
      choice.request.overrides.push_back({word.substr(0, equals), word.substr(equals + 1)});
  choice.preset_last = false;
  settle(session, std::move(choice), layout);
}

void set_kernel(Session& session, const std::string& kernel) {
  if (session.bench.chosen.request.kernel == kernel) return;
  Choice choice = session.bench.chosen;
  record::RecordRequest& request = choice.request;
  if (request.M == 0) {  // a program was shown, which has its sizes in its text
    const record::RecordRequest usual;
    request.M = usual.M, request.N = usual.N, request.K = usual.K;
  }
  request.kernel = kernel;
  request.preset.clear();
  request.overrides.clear();
  choice.own_size = choice.own_part = false;
  if (const kernels::KernelInfo* info = kernels::find_kernel(kernel); info != nullptr && info->mistake != nullptr)
    session.desk.panels.focus_beside = {"check"};
  settle(session, std::move(choice), kernel);
}

void set_preset(Session& session, const std::string& preset) {
  const Bench& bench = session.bench;
  if (bench.wanted.preset == preset && preset_in_words(bench.wanted) == preset && bench.tile_draft.empty()) return;
  Choice choice = session.bench.chosen;
  drop_parameters(choice, true);
  choice.request.preset = preset;
  choice.preset_last = true;
  choice.own_part = false;
  settle(session, std::move(choice), preset);
}

void set_size(Session& session, std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  const record::RecordRequest& wanted = session.bench.wanted;
  Choice choice = session.bench.chosen;
  choice.own_size = true;
  if (wanted.M != M || wanted.N != N || wanted.K != K) choice.own_part = false;
  choice.request.M = M, choice.request.N = N, choice.request.K = K;
  settle(session, std::move(choice), "");
}

void set_backend(Session& session, record::Backend backend) {
  Choice choice = session.bench.chosen;
  choice.request.backend = backend;
  settle(session, std::move(choice), "");
}

void record_again(Session& session) {
  const bool own = !session.own.source.empty() && (!session.look.loaded || session.own.made(session.look.loaded));
  (own ? session.own.due : session.bench.record_due) = true;
}

void record_one_of_each_kind(Session& session) {
  if (!session.look.loaded) return;
  const format::Recording& recording = *session.look.recording();
  const auto last_two = [](std::uint32_t all) -> std::optional<format::Range> {
    if (all <= 2) return std::nullopt;
    return format::Range{all - 2, all};
  };
  Choice choice = session.bench.chosen;
  choice.own_part = true;
  choice.request.block_y = last_two(recording.grid_y), choice.request.block_x = last_two(recording.grid_x);
  choice.request.warps.reset(), choice.request.k_tiles.reset();
  choice.request.epilogue = true;
  settle(session, std::move(choice), "");
}

void choose(Session& session, Choice choice) {
  settle(session, std::move(choice), "");
  session.bench.next_notice.clear();
}

void next_value(Session& session, analysis::LayoutKey key, int direction) {
  for (const analysis::LayoutParameter& parameter : analysis::kLayoutParameters) {
    if (parameter.key != key || !has_parameter(session, parameter.name)) continue;
    if (parameter.paddings.empty()) return next_choice(session, std::string(parameter.name));
    return next_padding(session, parameter, direction);
  }
}

void change_on_emulator(Session& session) {
  if (session.bench.wanted.backend != record::Backend::kCuda) return;
  for (record::RecordRequest* request : {&session.bench.wanted, &session.bench.recorded, &session.bench.chosen.request,
                                         &session.bench.chosen_recorded.request})
    request->backend = record::Backend::kCpu;
  session.desk.notice =
      "Recorded on " + session.look.recording()->origin.device +
      ", which cannot be used here: changes are recorded on the emulator. The addresses are the same.";
}

void change_where_possible(Session& session) {
  const record::RecordRequest& wanted = session.bench.wanted;
  if (wanted.backend == record::Backend::kCuda && kernel_of(wanted) != nullptr && !cuda::find_device())
    change_on_emulator(session);
}

}  // namespace gemmscope::session
