// SPDX-License-Identifier: MIT
#include "app/session/setup.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <sstream>

#include "kernels/table.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

bool has_preset(const kernels::KernelInfo* kernel, std::string_view preset) {
  return kernel != nullptr && std::ranges::any_of(kernel->presets, [&](const auto& p) { return p.name == preset; });
}

/// Products above this many multiply-adds are recorded one block at a time unless asked otherwise.
constexpr std::uint64_t kWholeLaunch = std::uint64_t{512} * 512 * 512;

/// The parameters a preset alone gives; empty if there is no such kernel or preset.
std::vector<std::pair<std::string, std::string>> preset_parameters(const std::string& kernel,
                                                                   const std::string& preset) {
  const auto variant = kernels::resolve(kernel, preset, {});
  return variant ? variant->parameters() : std::vector<std::pair<std::string, std::string>>{};
}

const kernels::ParameterInfo* find_parameter(const std::string& kernel, std::string_view name) {
  const kernels::KernelInfo* info = kernels::find_kernel(kernel);
  if (info == nullptr) return nullptr;
  const auto found =
      std::find_if(info->parameters.begin(), info->parameters.end(), [&](const auto& p) { return p.name == name; });
  return found == info->parameters.end() ? nullptr : &*found;
}

constexpr Padding kPaddings[] = {{"PA", "pad As", analysis::kPadsA, 'A'},
                                 {"PB", "pad Bs", analysis::kPadsB, 'B'},
                                 {"PC", "pad Cs", analysis::kPadsC, 'C'},
                                 {"pad", "pad rows", analysis::kPadsA, 'A'}};

void next_padding(Session& session, const Padding& padding, int direction) {
  const std::string name(padding.name);
  const std::span<const int> values = padding.values;
  if (!has_parameter(session, name)) return;
  const int count = static_cast<int>(values.size());
  const auto found = std::find(values.begin(), values.end(), wanted_number(session, name));
  const int at = found == values.end() ? (direction > 0 ? -1 : 0) : static_cast<int>(found - values.begin());
  set_padding(session, name, values[static_cast<std::size_t>((at + direction + count) % count)]);
}

/// Other sizes and tiles make other grids, of which a chosen part may not exist.
void record_usual_part(record::RecordRequest& wanted) {
  wanted.block_y.reset(), wanted.block_x.reset(), wanted.warps.reset(), wanted.k_tiles.reset();
  if (std::uint64_t{wanted.M} * wanted.N * wanted.K > kWholeLaunch)
    wanted.block_y = wanted.block_x = format::Range{0, 1};
}

void drop_override(record::RecordRequest& wanted, std::string_view name) {
  std::erase_if(wanted.overrides, [&](const format::Parameter& p) { return p.name == name; });
}

}  // namespace

record::RecordRequest request_of(const format::Recording& recording) {
  record::RecordRequest request;
  request.kernel = recording.kernel;
  request.preset = recording.preset;
  request.M = recording.M, request.N = recording.N, request.K = recording.K;
  request.alpha = recording.alpha, request.beta = recording.beta;
  const auto usual = preset_parameters(recording.kernel, recording.preset);
  for (const format::Parameter& p : recording.parameters)
    if (std::find(usual.begin(), usual.end(), std::pair(p.name, p.value)) == usual.end())
      request.overrides.push_back(p);

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

std::string wanted_parameter(const Session& session, std::string_view name) {
  for (const format::Parameter& p : session.wanted.overrides)
    if (p.name == name) return p.value;
  for (const auto& [known, value] : preset_parameters(session.wanted.kernel, session.wanted.preset))
    if (known == name) return value;
  return {};
}

int wanted_number(const Session& session, std::string_view name) {
  const std::string text = wanted_parameter(session, name);
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool has_parameter(const Session& session, std::string_view name) {
  return find_parameter(session.wanted.kernel, name) != nullptr;
}

void set_parameter(Session& session, const std::string& name, const std::string& value) {
  if (wanted_parameter(session, name) == value) return;
  drop_override(session.wanted, name);
  if (wanted_parameter(session, name) != value) session.wanted.overrides.push_back({name, value});
  session.record_due = true;
}

void set_padding(Session& session, const std::string& name, int value) {
  const std::string text = std::to_string(value);
  session.next_notice.clear();
  set_parameter(session, name, text);
  const kernels::KernelInfo* kernel = kernels::find_kernel(session.wanted.kernel);
  if (kernel == nullptr || record::variant_of(session.wanted)) return;
  const std::vector<format::Parameter> refused = session.wanted.overrides;
  for (const kernels::ParameterInfo& p : kernel->parameters)
    for (const std::string_view choice : p.choices) {
      session.wanted.overrides = refused;
      set_parameter(session, std::string(p.name), std::string(choice));
      if (!record::variant_of(session.wanted)) continue;
      session.next_notice =
          name + "=" + text + " needs " + std::string(p.name) + "=" + std::string(choice) + ", which is set too.";
      return;
    }
  session.wanted.overrides = refused;  // recording it says why it cannot be had
}

void next_choice(Session& session, const std::string& name) {
  const kernels::ParameterInfo* info = find_parameter(session.wanted.kernel, name);
  if (info == nullptr || info->choices.empty()) return;
  const auto now = std::find(info->choices.begin(), info->choices.end(), wanted_parameter(session, name));
  const auto next = now == info->choices.end() || now + 1 == info->choices.end() ? info->choices.begin() : now + 1;
  set_parameter(session, name, std::string(*next));
}

void set_layout(Session& session, const std::string& layout) {
  std::erase_if(session.wanted.overrides, [&](const format::Parameter& p) {
    const kernels::ParameterInfo* info = find_parameter(session.wanted.kernel, p.name);
    return info != nullptr && !info->value.empty();
  });
  std::istringstream words(layout);
  for (std::string word; words >> word;)
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
      session.wanted.overrides.push_back({word.substr(0, equals), word.substr(equals + 1)});
  session.record_due = true;
}

void set_kernel(Session& session, const std::string& kernel) {
  if (session.wanted.kernel == kernel) return;
  const kernels::KernelInfo *info = kernels::find_kernel(kernel), *before = kernels::find_kernel(session.wanted.kernel);
  session.wanted.kernel = kernel;
  // From a wrong kernel to the right one that it was made of only what is wrong changes.
  if (before == nullptr || before->mistake == nullptr || before->mistake->kernel != kernel ||
      !has_preset(info, session.wanted.preset))
    session.wanted.preset.clear();
  session.wanted.overrides.clear();
  if (info != nullptr && info->mistake != nullptr) {  // at a size at which it shows
    session.wanted.M = info->mistake->M, session.wanted.N = info->mistake->N, session.wanted.K = info->mistake->K;
    session.views.focus_beside = {"check"};
  }
  record_usual_part(session.wanted);
  session.record_due = true;
}

void set_preset(Session& session, const std::string& preset) {
  if (session.wanted.preset == preset) return;
  std::vector<format::Parameter> kept;
  for (const format::Parameter& p : session.wanted.overrides)
    if (const kernels::ParameterInfo* info = find_parameter(session.wanted.kernel, p.name);
        info && !info->value.empty())
      kept.push_back(p);  // presets give tile sizes only
  session.wanted.preset = preset;
  session.wanted.overrides = std::move(kept);
  record_usual_part(session.wanted);
  session.record_due = true;
}

void set_size(Session& session, std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  record::RecordRequest& wanted = session.wanted;
  if (wanted.M == M && wanted.N == N && wanted.K == K) return;
  wanted.M = M, wanted.N = N, wanted.K = K;
  record_usual_part(wanted);
  session.record_due = true;
}

void set_backend(Session& session, record::Backend backend) {
  if (session.wanted.backend == backend) return;
  session.wanted.backend = backend;
  session.record_due = true;
}

void record_again(Session& session) { session.record_due = true; }

std::span<const Padding> paddings() { return kPaddings; }

void next_padding_A(Session& session, int direction) {
  for (const Padding& padding : kPaddings)
    if (padding.name != "PB" && has_parameter(session, padding.name)) return next_padding(session, padding, direction);
}

void next_padding_B(Session& session, int direction) {
  for (const Padding& padding : kPaddings)
    if (padding.name == "PB") next_padding(session, padding, direction);
}

void change_on_emulator(Session& session) {
  if (session.wanted.backend != record::Backend::kCuda) return;
  session.wanted.backend = session.recorded.backend = record::Backend::kCpu;
  session.notice = "Recorded on " + session.recording()->origin.device +
                   ". There is no GPU here: changes are recorded on the emulator, which makes the same addresses.";
}

}  // namespace gemmscope::session
