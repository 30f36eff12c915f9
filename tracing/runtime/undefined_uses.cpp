// SPDX-License-Identifier: MIT
#include "tracing/runtime/undefined_uses.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "tracing/format/limits.h"
#include "tracing/runtime/named_shared.h"
#include "tracing/runtime/recorder.h"

namespace gemmscope::runtime {

using format::Undefined;

bool UndefinedUses::follows(std::uint64_t block) { return left_ > 0 && selects(selection_, launch_, block); }

bool UndefinedUses::spend(std::uint64_t steps) { return (left_ -= static_cast<std::int64_t>(steps)) > 0; }

void UndefinedUses::used(std::uint64_t block, const lockstep::UndefinedSource& source,
                         const lockstep::UndefinedUse& use) {
  if (!selection_.warps.contains(source.warp)) return;
  std::uint32_t array = 0;
  if (source.of == Undefined::Of::kShared) {
    const std::uint32_t named = named_[source.statement];
    array = named != kNotNamed ? record::kFirstShared + named : arrays_.shared(source.address);
  } else if (source.of == Undefined::Of::kGlobal) {
    const lockstep::Allocation* const found = arrays_.find(source.address);
    if (found == nullptr) return;
    array = found->id;
  }
  const std::scoped_lock lock(mutex_);
  const auto [found, is_new] = found_.try_emplace(
      {source.statement, array, static_cast<std::uint32_t>(source.of), static_cast<std::uint32_t>(source.why)});
  Found& to = found->second;
  to.count += source.count;
  if (!is_new && to.block <= block) return;
  to.block = block, to.source = source, to.use = use, to.array = array;
  if (source.access != nullptr) to.access = *source.access;
}

std::optional<std::uint16_t> UndefinedUses::site_of(const Found& found, std::span<const record::LogKey> sites,
                                                    const Numbering& numbering, const Lines& lines) const {
  std::uint32_t array = found.array;
  if (found.source.of == Undefined::Of::kGlobal) {
    const auto place = numbering.places().find(found.array);
    if (place == numbering.places().end()) return std::nullopt;
    array = place->second.array;
  }
  const record::LogKey key = site_key(lines, found.access, array);
  const auto site = std::ranges::lower_bound(sites, key);
  if (site == sites.end() || *site != key) return std::nullopt;
  return static_cast<std::uint16_t>(site - sites.begin());
}

/// The recording has arrays of global memory first.
std::uint16_t UndefinedUses::tensor_of(const lockstep::UndefinedUse& use, const Numbering& numbering) const {
  if (use.use != Undefined::Use::kStore && use.use != Undefined::Use::kAddress) return Undefined::kNone;
  if (use.space == lockstep::Space::kShared && arrays_.has_shared()) {
    const std::uint32_t named = named_[use.statement];
    const std::uint32_t n = named != kNotNamed ? named : arrays_.shared(use.address) - record::kFirstShared;
    return static_cast<std::uint16_t>(numbering.arrays().size() + n);
  }
  const lockstep::Allocation* const found = use.space == lockstep::Space::kGlobal ? arrays_.find(use.address) : nullptr;
  const auto place = found == nullptr ? numbering.places().end() : numbering.places().find(found->id);
  return place == numbering.places().end() ? Undefined::kNone : static_cast<std::uint16_t>(place->second.array);
}

std::vector<Undefined> UndefinedUses::all(std::span<const record::LogKey> sites, const Numbering& numbering,
                                          const Lines& lines) const {
  // nvcc makes several instructions of one line
  std::map<std::tuple<std::uint32_t, std::uint16_t, Undefined::Of, Undefined::Why>, Undefined> by_line;
  for (const auto& [key, found] : found_) {
    const lockstep::UndefinedSource& source = found.source;
    const bool of_lane = source.of == Undefined::Of::kLane;
    const auto site = of_lane ? std::optional(Undefined::kNone) : site_of(found, sites, numbering, lines);
    if (!site) continue;
    const auto thread = [](std::uint32_t warp, int lane) {
      return warp * format::kLanes + static_cast<std::uint32_t>(lane);
    };
    Undefined here{.of = source.of,
                   .why = source.why,
                   .use = found.use.use,
                   .site = *site,
                   .y = static_cast<std::uint32_t>(found.block / launch_.grid[0]),
                   .x = static_cast<std::uint32_t>(found.block % launch_.grid[0]),
                   .thread = thread(source.warp, std::countr_zero(source.lanes)),
                   .line = lines.of[source.statement],
                   .lanes = source.lanes,
                   .from = of_lane ? source.from : 0,
                   .use_thread = thread(found.use.warp, found.use.lane),
                   .use_line = lines.of[found.use.statement],
                   .use_tensor = tensor_of(found.use, numbering),
                   .count = found.count};
    const auto [known, is_new] = by_line.try_emplace({here.line, here.site, here.of, here.why}, here);
    if (is_new) continue;
    const std::uint64_t count = known->second.count + here.count;
    const auto block = [](const Undefined& u) { return std::pair(u.y, u.x); };
    if (block(here) < block(known->second)) known->second = here;
    known->second.count = count;
  }
  std::vector<Undefined> ordered;
  for (const auto& [key, each] : by_line)
    if (ordered.size() < format::kMaxUndefined) ordered.push_back(each);
  return ordered;
}

}  // namespace gemmscope::runtime
