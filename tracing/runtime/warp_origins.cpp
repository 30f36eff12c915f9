// SPDX-License-Identifier: MIT
#include "tracing/runtime/warp_origins.h"

#include <algorithm>
#include <functional>

#include "tracing/lockstep/addresses.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::runtime {
namespace {

using lockstep::Access;
using lockstep::AccessKind;
using lockstep::Mask;
using lockstep::Origins;
using lockstep::Space;

/// Some bytes of what lanes store, and the request that loaded them.
struct StoredPart {
  LoadedByte from;
  std::uint32_t first = 0, bytes = 1;
};

/// What lanes have at one byte: each request once, the latest first. False: a recording, where the lanes of a request
/// have what it loaded unless they are in a later one, cannot say it.
bool can_say(const LaneBytes& byte, Mask lanes, std::vector<LoadedByte>& requests) {
  constexpr std::size_t kMost = 8;
  requests.clear();
  bool can = true;
  lockstep::for_lanes(lanes, [&](std::size_t l) {
    if (byte[l].request == 0) return;
    const auto known = std::ranges::find(requests, byte[l].request, &LoadedByte::request);
    if (known == requests.end())
      requests.push_back(byte[l]);
    else
      can = can && *known == byte[l];
    can = can && requests.size() <= kMost;
  });
  std::ranges::sort(requests, std::greater(), &LoadedByte::request);
  lockstep::for_lanes(lanes, [&](std::size_t l) {
    const auto said =
        std::ranges::find_if(requests, [&](const LoadedByte& each) { return (each.lanes >> l & 1u) != 0; });
    can = can && byte[l].request == (said == requests.end() ? 0 : said->request);
  });
  return can;
}

}  // namespace

void WarpOrigins::begin_block() {
  requests_ = now_ = before_interval_ = copy_ = 0;
  loads_.assign(origins_->loads, {}), used_.assign(origins_->uses, 0);
  local_.clear(), carried_.clear();
}

WarpOrigins::Loaded* WarpOrigins::load_now(const Access& access) {
  const std::uint32_t number = origins_->load_at[access.statement];
  if (number == Origins::kNone) return nullptr;
  Loaded& load = loads_[number];
  load.before = load.last, load.last = now_;
  load.is_known = false, load.waited.clear();
  return &load;
}

void WarpOrigins::forget_load(const Access& access, Mask lanes) {
  ++now_;
  load_now(access);
  put_carried(access, lanes);
}

void WarpOrigins::put_carried(const Access& access, Mask lanes) {
  const std::uint32_t number = origins_->load_at[access.statement];
  if (number >= origins_->carried_from.size() || origins_->carried_from[number].empty()) return;
  const Loaded& load = loads_[number];
  const auto loaded = [&](std::uint8_t byte) {
    LaneBytes all{};
    lockstep::for_lanes(lanes, [&](std::size_t l) {
      if (load.is_known) all[l] = LoadedByte{load.request, load.lanes, byte, false};
    });
    return load.waited.empty() ? all : load.waited[byte];
  };
  for (const lockstep::CarriedLoad& to : origins_->carried_from[number]) carried_.load(to, lanes, loaded);
}

std::span<const std::uint32_t> WarpOrigins::note(const Access& access, Space where, Mask lanes) {
  note();
  marks_.clear();
  const bool shared = where == Space::kShared;
  if (Loaded* const load = load_now(access); load != nullptr)
    load->request = requests_, load->is_known = !shared, load->lanes = lanes;
  put_carried(access, lanes);
  if (access.asynchronous && access.kind == AccessKind::kLoad) copy_ = requests_;
  if (!shared) return marks_;
  const std::uint32_t number = origins_->store_at[access.statement];
  if (access.asynchronous && access.kind == AccessKind::kStore && copy_ + 1 == requests_) {
    marks_.push_back(record::origin_value(1, 0));
  } else if (number != Origins::kNone) {
    const auto loads = loads_of(origins_->stores[number]);
    const bool waited =
        std::ranges::any_of(loads, [&](const Load* load) { return !loads_[load->number].waited.empty(); });
    if (!waited && origins_->stores[number].carried.empty()) return mark_loads(loads, access.width()), marks_;
    mark_bytes(stored(access, loads, lanes), lanes, access.width());
  }
  return marks_;
}

void WarpOrigins::note_local(const Access& access, Mask lanes, LocalBytes::Addresses addresses) {
  ++now_;
  if (access.kind == AccessKind::kLoad) {
    Loaded* const load = load_now(access);
    if (load == nullptr) return;
    load->is_known = true, load->lanes = lanes;
    for (std::uint64_t byte = 0; byte < access.width(); ++byte)
      load->waited.push_back(local_.at(lanes, addresses, byte));
    return put_carried(access, lanes);
  }
  const std::uint32_t number = origins_->store_at[access.statement];
  if (number == Origins::kNone) return local_.forget(lanes, addresses, access.width());
  const auto loads = loads_of(origins_->stores[number]);
  if (loads.empty() && origins_->stores[number].carried.empty()) return local_.forget(lanes, addresses, access.width());
  const Bytes bytes = stored(access, loads, lanes);
  for (std::uint64_t byte = 0; byte < access.width(); ++byte) local_.put(lanes, addresses, byte, bytes[byte]);
}

std::span<const WarpOrigins::Load* const> WarpOrigins::loads_of(const Origins::Store& store) {
  // A lane may have loaded later than a request here says: by one of the same load that is not its latest, or of what
  // is elsewhere.
  std::uint32_t oldest = 0;
  for (const Load& load : store.loads) {
    const Loaded& of = loads_[load.number];
    oldest = std::max(oldest, of.is_known ? of.before : of.last);
  }
  std::size_t count = 0;
  for (const Load& load : store.loads) {
    const Loaded& of = loads_[load.number];
    const bool is_used = std::ranges::any_of(load.uses, [&](std::uint32_t use) { return used_[use] > of.last; });
    if (of.last <= oldest || (load.once && is_used) || (load.in_interval && of.last <= before_interval_)) continue;
    const bool is_near = !of.waited.empty() || back_to(of.request) <= record::kMostOrigin;
    if (is_near && count < found_.size()) found_[count++] = &load;
  }
  for (const std::uint32_t use : store.uses) used_[use] = now_;
  std::stable_sort(found_.begin(), found_.begin() + count,
                   [&](const Load* a, const Load* b) { return loads_[a->number].last > loads_[b->number].last; });
  return std::span(found_).first(count);
}

WarpOrigins::Bytes WarpOrigins::stored(const Access& access, std::span<const Load* const> loads, Mask lanes) const {
  Bytes bytes{};
  const std::vector<std::uint32_t>& carried = origins_->stores[origins_->store_at[access.statement]].carried;
  for (std::size_t value = 0; value < carried.size(); ++value)
    for (std::size_t b = 0; b < access.bytes && carried[value] != Origins::kNone; ++b)
      bytes[value * access.bytes + b] = carried_.at(carried[value], b, lanes);
  for (std::size_t i = loads.size(); i-- > 0;) {
    const Load& load = *loads[i];
    const Loaded& of = loads_[load.number];
    for (std::uint8_t b = 0; b < load.bytes; ++b)
      lockstep::for_lanes(of.lanes & lanes, [&](std::size_t l) {
        const auto byte = static_cast<std::uint8_t>(load.byte + b);
        LoadedByte& to = bytes[load.first + b][l];
        to = of.waited.empty() ? LoadedByte{of.request, of.lanes, byte, false} : of.waited[byte][l];
        to.computed = to.computed || load.computed;
      });
  }
  return bytes;
}

void WarpOrigins::mark_loads(std::span<const Load* const> loads, std::uint64_t width) {
  const auto back = [&](const Load* load) { return back_to(loads_[load->number].request); };
  if (loads.size() == 1 && loads[0]->first == 0 && loads[0]->bytes == width && !loads[0]->computed)
    return marks_.push_back(record::origin_value(back(loads[0]), loads[0]->byte));
  for (const Load* const load : loads)
    marks_.push_back(record::part_value(back(load), load->byte, load->first, load->bytes) |
                     (load->computed ? record::kOriginIsComputed : 0));
}

void WarpOrigins::mark_bytes(const Bytes& bytes, Mask lanes, std::uint64_t width) {
  std::vector<StoredPart> parts;
  std::vector<LoadedByte> requests;
  for (std::uint32_t b = 0; b < width; ++b) {
    if (!can_say(bytes[b], lanes, requests)) continue;
    for (const LoadedByte& from : requests) {
      const auto goes_on = [&](const StoredPart& part) {
        LoadedByte next = part.from;
        next.byte = static_cast<std::uint8_t>(next.byte + part.bytes);
        return part.first + part.bytes == b && next == from;
      };
      const auto before = std::ranges::find_if(parts, goes_on);
      if (before != parts.end())
        ++before->bytes;
      else
        parts.push_back({from, b});
    }
  }
  std::erase_if(parts, [&](const StoredPart& part) { return back_to(part.from.request) > record::kMostOrigin; });
  std::ranges::stable_sort(parts, std::greater(), [](const StoredPart& part) { return part.from.request; });
  const bool is_one = parts.size() == 1 && parts[0].bytes == width && !parts[0].from.computed;
  if (is_one) return marks_.push_back(record::origin_value(back_to(parts[0].from.request), parts[0].from.byte));
  for (const StoredPart& part : parts)
    marks_.push_back(record::part_value(back_to(part.from.request), part.from.byte, part.first, part.bytes) |
                     (part.from.computed ? record::kOriginIsComputed : 0));
}

}  // namespace gemmscope::runtime
