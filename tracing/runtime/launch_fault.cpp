// SPDX-License-Identifier: MIT
#include "tracing/runtime/launch_fault.h"

#include <algorithm>

#include "tracing/format/text.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/named_shared.h"

namespace gemmscope::runtime {
namespace {

using lockstep::FaultKind;

format::LaunchFault::Kind kind_of(FaultKind kind) {
  using enum format::LaunchFault::Kind;
  switch (kind) {
    case FaultKind::kOutOfBounds: return kOutOfBounds;
    case FaultKind::kMisaligned: return kMisaligned;
    case FaultKind::kPartialBarrier:
    case FaultKind::kNeverMet:
    case FaultKind::kBadBarrier: return kBarrier;
    case FaultKind::kNoEnd:
    case FaultKind::kStuck: return kEndless;
    case FaultKind::kAssert: return kAssert;
    case FaultKind::kTrap: return kTrap;
    default: return kOther;
  }
}

/// The text as a recording may hold it.
std::string fitting(const std::string& text) {
  constexpr std::size_t kMost = 1000;  // bytes
  std::string shown = format::shown(text);
  if (shown.size() <= kMost) return shown;
  std::size_t end = kMost;
  while ((static_cast<unsigned char>(shown[end]) & 0xc0u) == 0x80u) --end;  // between characters
  return shown.substr(0, end) + "...";
}

Arguments arguments_of(const Kernel& kernel, const lockstep::Launch& launch) {
  return {*kernel.function, **kernel.program, launch, &text_of(kernel)};
}

}  // namespace

std::string name_of(const lockstep::Allocation& array, const Kernel& kernel, const lockstep::Launch& launch) {
  const std::vector<std::uint64_t>& variables = kernel.module->variables;
  if (const auto variable = std::ranges::find(variables, array.address); variable != variables.end())
    return ptx::last_name(std::string((*kernel.module->ptx)->variables[variable - variables.begin()].name));
  const KernelText& text = text_of(kernel);
  const Arguments arguments{*kernel.function, **kernel.program, launch, &text};
  std::string name;
  int pointers = 0;
  for (std::size_t i = 0; i < arguments.program.parameters.size(); ++i)
    for (std::uint32_t at = 0; at + 8 <= arguments.program.parameters[i].bytes; at += 8) {
      if (!array.holds(arguments.bits(i, at))) continue;
      ++pointers;
      name = at == 0 && arguments.bits(i) == array.address && text.has_name(i) ? arguments.name(i, 0) : "";
    }
  return pointers == 1 ? name : "";
}

FaultTeller::FaultTeller(const Kernel& kernel, const lockstep::Launch& launch, const lockstep::Allocations& allocations)
    : arguments_(arguments_of(kernel, launch)),
      named_shared_(named_shared(**kernel.module->ptx, **kernel.program)),
      scene_{**kernel.program,
             launch,
             allocations,
             **kernel.module->ptx,
             [&kernel, &launch](const lockstep::Allocation& array) { return name_of(array, kernel, launch); },
             &arguments_,
             kernel.module->variables,
             named_shared_} {}

format::LaunchFault as_recorded(const lockstep::Fault& fault, const FaultScene& scene, const Lines& lines) {
  const FaultParts parts = parts_of(fault, scene);
  const std::uint64_t x = scene.launch.grid[0];
  format::LaunchFault as{.kind = kind_of(fault.kind),
                         .y = static_cast<std::uint32_t>(fault.block / x),
                         .x = static_cast<std::uint32_t>(fault.block % x),
                         .thread = fault.warp * lockstep::kLanes + fault.lane,
                         .line = lines.of[fault.statement],
                         .called = lines.places[lines.place[fault.statement]].called,
                         .count = fault.count,
                         .does = fitting(parts.does),
                         .cause = fitting(parts.cause)};
  for (const lockstep::Waiting& each : fault.waiting) {
    using For = lockstep::Waiting::For;
    if (each.what == For::kNothing || (fault.kind == FaultKind::kPartialBarrier && &each == &fault.waiting.front()))
      continue;
    if (each.what == For::kEnds) continue;
    const bool is_somewhere = each.what != For::kElsewhere;
    as.others.push_back(
        {static_cast<std::uint16_t>(each.warp), each.lanes, is_somewhere ? lines.of[each.statement] : 0});
  }
  if (fault.kind == FaultKind::kPartialBarrier)
    for (const auto& [warp, lanes] : fault.of_warps)
      as.others.push_back({static_cast<std::uint16_t>(warp), lanes, lines.of[fault.statement]});
  return as;
}

std::string after_it(const std::vector<lockstep::Fault>& faults, const FaultScene& scene) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> places;
  for (std::size_t i = 1; i < faults.size(); ++i) {
    if (std::any_of(faults.begin(), faults.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const lockstep::Fault& told) { return tell_the_same(told, faults[i], scene); }))
      continue;
    const std::string place = places_of(faults[i], scene).front();
    const bool is_told = place == places_of(faults[0], scene).front() || std::ranges::count(places, place) != 0;
    if (!is_told) places.push_back(place);
  }
  if (places.empty()) return "";
  std::string text;
  for (std::size_t i = 0; i < places.size() && i < kMost; ++i) text += (i == 0 ? "" : ", ") + places[i];
  return text + (places.size() > kMost ? " and more" : "") + (places.size() == 1 ? " faults" : " fault") +
         " afterwards, too, possibly as a result";
}

}  // namespace gemmscope::runtime
