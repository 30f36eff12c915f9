// SPDX-License-Identifier: MIT
#include "tracing/record/capture.h"

#include <algorithm>
#include <utility>

#include "tracing/format/container.h"
#include "tracing/record/hash.h"
#include "tracing/record/raw_template.h"

namespace gemmscope::record {

/// The format::Template that a raw template becomes, and how the recording's bases follow from the raw ones.
struct Capture::Conversion {
  bool empty = true;
  std::uint32_t template_id = 0;
  Bases base_delta{};                     ///< recording base = raw base + delta
  std::vector<format::SyncEvent> events;  ///< requests counted from its first row
};

namespace {

std::optional<format::SyncEvent::Kind> sync_kind(LogKey key) {
  using Kind = format::SyncEvent::Kind;
  for (const auto& [marker, kind] : {std::pair(Marker::kCommit, Kind::kCommit),
                                     {Marker::kWait, Kind::kWait},
                                     {Marker::kArrive, Kind::kArrive},
                                     {Marker::kArriveWithCopies, Kind::kArriveWithCopies},
                                     {Marker::kPass, Kind::kPass}})
    if (key == marker_key(marker)) return kind;
  return std::nullopt;
}

/// The lanes that an event names, and what is pending.
format::SyncEvent sync_event(const RawTemplate& raw, std::size_t entry, format::SyncEvent::Kind kind,
                             std::size_t requests) {
  format::SyncEvent event;
  event.kind = kind;
  event.request = static_cast<std::uint32_t>(requests);
  for (std::size_t l = 0; l < raw.lanes(); ++l)
    if (const std::uint32_t value = raw.value(entry, l); value != kInactiveAddress)
      event.lanes |= 1u << l, event.pending = value;
  if (kind < format::SyncEvent::Kind::kArrive) return event;
  if (const std::uint32_t phase = phase_of(event.pending); phase != kMostPhases) event.phase = phase;
  event.pending = barrier_of(event.pending);
  return event;
}

}  // namespace

Capture::Capture(const format::Selection& selection, std::uint32_t warps)
    : selection_(selection), candidates_(warps), requests_(warps) {}
Capture::~Capture() = default;
Capture::Capture(Capture&&) noexcept = default;

void Capture::begin_block(std::uint32_t y, std::uint32_t x) {
  block_ = {.y = y, .x = x, .pattern = 0, .base = {}};
  pattern_ = {};
  std::fill(requests_.begin(), requests_.end(), 0);
}

void Capture::add_events(const Conversion& conversion, std::uint32_t warp, std::uint32_t interval) {
  for (format::SyncEvent event : conversion.events) {
    event.warp = static_cast<std::uint16_t>(warp), event.interval = interval;
    event.request += requests_[warp];
    pattern_.sync_events.push_back(event);
  }
}

std::uint16_t Capture::site_of(LogKey key) {
  const auto [it, is_new] = site_numbers_.try_emplace(key, static_cast<std::uint16_t>(parts_.keys.size()));
  if (is_new) parts_.keys.push_back(key);
  return it->second;
}

void Capture::add(std::uint32_t warp, std::uint32_t interval, LaneLogs lanes) {
  const bool any = std::any_of(lanes.begin(), lanes.end(), [](const auto& lane) { return !lane.empty(); });
  if (!any || !selection_.warps.contains(warp)) return;

  Bases bases{};
  std::size_t raw = 0;
  const auto find = [&] {
    auto& known = candidates_[warp];
    for (std::size_t i = 0; i < known.size(); ++i)
      if (const auto match = raw_[known[i]]->match(lanes, shift_)) {
        bases = *match;
        raw = known[i];
        std::rotate(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(i),
                    known.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return true;
      }
    return false;
  };
  const auto add_new = [&] {
    raw = raw_.size();
    raw_.push_back(std::make_unique<RawTemplate>(lanes));
    candidates_[warp].insert(candidates_[warp].begin(), raw);
    bases = *raw_[raw]->match(lanes, shift_);
  };
  if (!find()) add_new();

  const Conversion& conversion = convert(raw);
  add_events(conversion, warp, interval);
  if (conversion.empty) return;
  requests_[warp] += static_cast<std::uint32_t>(parts_.templates[conversion.template_id].rows.size());
  format::Segment segment{.warp = static_cast<std::uint16_t>(warp),
                          .interval = interval,
                          .template_id = conversion.template_id,
                          .base = {},
                          .first_request = 0};
  for (std::size_t t = 0; t < bases.size(); ++t)
    if ((template_bases_[segment.template_id] >> t & 1u) != 0) segment.base[t] = bases[t] + conversion.base_delta[t];
  pattern_.segments.push_back(segment);
}

void Capture::add_origin(std::uint32_t value, format::Template& coded) {
  const auto origin = static_cast<std::uint16_t>(value >> 4 & kMostOrigin);
  const auto byte = static_cast<std::uint8_t>(value & 15u);
  if ((value & kOriginIsPart) != 0)
    coded.parts.push_back({.row = static_cast<std::uint32_t>(coded.rows.size() - 1),
                           .origin = origin,
                           .origin_byte = byte,
                           .first = static_cast<std::uint8_t>(value >> 20 & 15u),
                           .bytes = static_cast<std::uint8_t>((value >> 24 & 15u) + 1),
                           .computed = (value & kOriginIsComputed) != 0});
  else
    coded.rows.back().origin = origin, coded.rows.back().origin_byte = byte;
}

const Capture::Conversion& Capture::convert(std::size_t raw_id) {
  const RawTemplate& raw = *raw_[raw_id];
  auto& known = conversions_[raw_id];
  if (known) return *known;
  known = std::make_unique<Conversion>();

  format::Template coded;
  std::uint32_t bases_used = 0;
  bool after_syncwarp = false;
  std::uint32_t unused = 0, bulk = 0;
  std::vector<std::uint32_t> origins;
  for (std::size_t e = 0; e < raw.size(); ++e) {
    if (key_is_marker(raw.key(e))) {
      after_syncwarp = after_syncwarp || raw.key(e) == marker_key(Marker::kWarpBarrier);
      if (raw.key(e) == marker_key(Marker::kUnused)) unused = raw.value(e, 0);
      if (raw.key(e) == marker_key(Marker::kOrigin)) origins.push_back(raw.value(e, 0));
      if (raw.key(e) == marker_key(Marker::kBulk)) bulk = raw.value(e, 0);
      if (const auto kind = sync_kind(raw.key(e)))
        known->events.push_back(sync_event(raw, e, *kind, coded.rows.size()));
      continue;
    }
    const auto unused_here = static_cast<std::uint8_t>(std::exchange(unused, 0));
    const std::uint32_t bulk_here = std::exchange(bulk, 0);
    const std::vector<std::uint32_t> origins_here = std::exchange(origins, {});
    std::uint32_t mask = 0;
    for (std::size_t l = 0; l < format::kLanes; ++l) mask |= static_cast<std::uint32_t>(raw.active(e, l)) << l;
    if (mask == 0) continue;

    const bool global = key_is_global(raw.key(e));
    const auto tensor = static_cast<std::uint8_t>(key_tensor(raw.key(e)));
    if (global && (bases_used >> tensor & 1) == 0) {  // the first active lane of the first access is the base
      bases_used |= 1u << tensor;
      known->base_delta[tensor] = raw.value(e, static_cast<std::size_t>(__builtin_ctz(mask)));
    }
    coded.rows.push_back({.mask = mask,
                          .site = site_of(raw.key(e)),
                          .base = global ? tensor : format::kSharedBase,
                          .after_syncwarp = after_syncwarp && !coded.rows.empty(),
                          .unused = unused_here,
                          .bulk = static_cast<std::uint8_t>(bulk_here >> 1),
                          .continues = (bulk_here & 1u) != 0});
    for (const std::uint32_t origin : origins_here) add_origin(origin, coded);
    after_syncwarp = false;
    for (std::size_t l = 0; l < format::kLanes; ++l)
      coded.addresses.push_back((mask >> l & 1u) == 0 ? 0 : raw.value(e, l) - (global ? known->base_delta[tensor] : 0));
  }
  if (coded.rows.empty()) return *known;
  coded.parts.resize(std::min(coded.parts.size(), format::kMostParts * coded.rows.size()));  // the rest is not known

  known->empty = false;
  known->template_id = static_cast<std::uint32_t>(parts_.templates.size());
  parts_.templates.push_back(std::move(coded));
  template_bases_.push_back(bases_used);
  return *known;
}

Capture::Parts Capture::take() {
  raw_.clear(), candidates_.clear(), conversions_.clear();
  return std::move(parts_);
}

void Capture::end_interval(std::uint32_t barrier_line) { pattern_.barrier_lines.push_back(barrier_line); }

void Capture::end_block() {
  std::sort(pattern_.segments.begin(), pattern_.segments.end(), [](const format::Segment& a, const format::Segment& b) {
    return std::pair(a.warp, a.interval) < std::pair(b.warp, b.interval);
  });
  std::stable_sort(pattern_.sync_events.begin(), pattern_.sync_events.end(),
                   [](const format::SyncEvent& a, const format::SyncEvent& b) {
                     return std::pair(a.warp, a.interval) < std::pair(b.warp, b.interval);
                   });
  // The block's bases are those of the first segment that has them.
  std::uint32_t seen = 0;
  for (format::Segment& segment : pattern_.segments)
    for (std::size_t t = 0; t < segment.base.size(); ++t) {
      if ((template_bases_[segment.template_id] >> t & 1u) == 0) continue;
      if ((seen >> t & 1) == 0) block_.base[t] = segment.base[t];
      seen |= 1u << t;
      segment.base[t] -= block_.base[t];
    }
  auto& alike = patterns_by_hash_[hash_of(pattern_)];
  const auto same =
      std::find_if(alike.begin(), alike.end(), [&](std::uint32_t p) { return parts_.patterns[p] == pattern_; });
  if (same != alike.end()) {
    block_.pattern = *same;
  } else {
    block_.pattern = static_cast<std::uint32_t>(parts_.patterns.size());
    alike.push_back(block_.pattern);
    parts_.patterns.push_back(std::move(pattern_));
  }
  parts_.blocks.push_back(block_);
}

void Capture::repeat_block(std::uint32_t y, std::uint32_t x, const Bases& moved) {
  format::Block block = block_;
  block.y = y, block.x = x;
  for (std::size_t t = 0; t < moved.size(); ++t) block.base[t] += moved[t];
  parts_.blocks.push_back(block);
}

}  // namespace gemmscope::record
