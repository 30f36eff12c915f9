// SPDX-License-Identifier: MIT
#include "tracing/record/assemble.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "tracing/format/bases.h"
#include "tracing/format/limits.h"
#include "tracing/record/hash.h"

namespace gemmscope::record {

namespace {

/// Numbers equal values alike.
template <class T>
class Dictionary {
 public:
  std::uint32_t number(T value) {
    auto& alike = by_hash_[hash_of(value)];
    for (const std::uint32_t id : alike)
      if (values_[id] == value) return id;
    alike.push_back(static_cast<std::uint32_t>(values_.size()));
    values_.push_back(std::move(value));
    return alike.back();
  }
  std::vector<T>& values() { return values_; }

 private:
  std::vector<T> values_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
};

/// Reorders `values` so that ids appear in the order in which `use` is called, and drops the unused.
template <class T>
class FirstUseOrder {
 public:
  explicit FirstUseOrder(std::vector<T>& values) : values_(values), place_(values.size(), kNone) {}
  std::uint32_t use(std::uint32_t id) {
    if (place_[id] == kNone) {
      place_[id] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(id);
    }
    return place_[id];
  }
  void apply() {
    std::vector<T> ordered;
    ordered.reserve(order_.size());
    for (const std::uint32_t id : order_) ordered.push_back(std::move(values_[id]));
    values_ = std::move(ordered);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<T>& values_;
  std::vector<std::uint32_t> place_, order_;
};

/// Global tensors have the numbers from 0 on, as many as there are; shared ones begin with kFirstShared.
std::uint16_t tensor_index(const format::Recording& recording, std::uint32_t id) {
  return static_cast<std::uint16_t>(id < kFirstShared ? id : id - kFirstShared + format::global_tensors(recording));
}

format::Op op_of(LogKey key) {
  switch (key_does(key)) {
    case Does::kLoad:
    case Does::kCopyLoad:
    case Does::kStrongLoad: return format::Op::kLoad;
    case Does::kStore:
    case Does::kCopyStore:
    case Does::kOneValue:
    case Does::kStrongStore: return format::Op::kStore;
    default: return format::Op::kAtomic;
  }
}

format::Atomic atomic_of(LogKey key) {
  switch (key_does(key)) {
    case Does::kCount: return format::Atomic::kCount;
    case Does::kCompareSwap: return format::Atomic::kCompareSwap;
    case Does::kLoop:
    case Does::kUnseenLoop: return format::Atomic::kLoop;
    case Does::kStrongLoad:
    case Does::kStrongStore: return format::Atomic::kStrong;
    default: return format::Atomic::kPlain;
  }
}

bool is_unseen(LogKey key) {
  return key_does(key) == Does::kCount || key_does(key) == Does::kUnseenAtomic || key_does(key) == Does::kUnseenLoop;
}

bool is_asynchronous(LogKey key) { return key_does(key) == Does::kCopyLoad || key_does(key) == Does::kCopyStore; }

std::string site_name(const format::Recording& recording, LogKey key) {
  const format::Tensor& tensor = recording.tensors[tensor_index(recording, key_tensor(key))];
  return tensor.name + "_" + std::string(format::name_of(op_of(key)));
}

/// For blocks that are not part of the recording.
void drop_unused_sites(format::Recording& recording) {
  std::vector<std::uint16_t> number(recording.sites.size(), 0);
  for (const format::Template& t : recording.templates)
    for (const format::Row& row : t.rows) number[row.site] = 1;
  if (std::ranges::count(number, 0) == 0) return;
  std::vector<format::Site> used;
  for (std::size_t s = 0; s < number.size(); ++s) {
    if (number[s] == 0) continue;
    number[s] = static_cast<std::uint16_t>(used.size());
    used.push_back(std::move(recording.sites[s]));
  }
  recording.sites = std::move(used);
  for (format::Template& t : recording.templates)
    for (format::Row& row : t.rows) row.site = number[row.site];
}

Result<void> check_size(const format::Recording& recording) {
  for (const format::Pattern& pattern : recording.patterns) {
    std::uint64_t requests = 0;
    for (const format::Segment& s : pattern.segments) requests += recording.templates[s.template_id].rows.size();
    if (requests > format::kMaxBlockRequests)
      return fail(ErrorKind::kNoSpace,
                  "a block makes " + std::to_string(requests) + " requests, but a recording holds at most " +
                      std::to_string(format::kMaxBlockRequests) + " per block; record fewer warps");
  }
  return {};
}

}  // namespace

Result<void> assemble(format::Recording& recording, std::span<const Capture::Parts* const> parts,
                      std::span<const SitePlace> places) {
  // Sites in the order of their keys, which is the order of their lines.
  std::map<LogKey, std::uint16_t> site_of;
  for (const Capture::Parts* p : parts)
    for (const LogKey key : p->keys) site_of[key] = 0;
  for (auto& [key, number] : site_of) {
    number = static_cast<std::uint16_t>(recording.sites.size());
    const SitePlace place = places.empty() ? SitePlace{key_line(key)} : places[key_line(key)];
    recording.sites.push_back({.name = site_name(recording, key),
                               .tensor = tensor_index(recording, key_tensor(key)),
                               .op = op_of(key),
                               .width = static_cast<std::uint8_t>(key_bytes(key)),
                               .line = place.line,
                               .atomic = atomic_of(key),
                               .called = place.called,
                               .asynchronous = is_asynchronous(key),
                               .one_value = key_does(key) == Does::kOneValue,
                               .unseen = is_unseen(key)});
  }

  Dictionary<format::Template> templates;
  Dictionary<format::Pattern> patterns;
  for (const Capture::Parts* p : parts) {
    std::vector<std::uint32_t> template_id, pattern_id;
    for (format::Template t : p->templates) {
      for (format::Row& row : t.rows) row.site = site_of[p->keys[row.site]];
      template_id.push_back(templates.number(std::move(t)));
    }
    for (format::Pattern pattern : p->patterns) {
      for (format::Segment& s : pattern.segments) s.template_id = template_id[s.template_id];
      pattern_id.push_back(patterns.number(std::move(pattern)));
    }
    for (format::Block block : p->blocks) {
      block.pattern = pattern_id[block.pattern];
      recording.blocks.push_back(block);
    }
  }

  std::sort(recording.blocks.begin(), recording.blocks.end(),
            [](const format::Block& a, const format::Block& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
  FirstUseOrder pattern_order(patterns.values());
  for (format::Block& block : recording.blocks) block.pattern = pattern_order.use(block.pattern);
  pattern_order.apply();
  FirstUseOrder template_order(templates.values());
  for (format::Pattern& pattern : patterns.values())
    for (format::Segment& segment : pattern.segments) segment.template_id = template_order.use(segment.template_id);
  template_order.apply();

  recording.patterns = std::move(patterns.values());
  recording.templates = std::move(templates.values());
  drop_unused_sites(recording);
  if (const auto fits = check_size(recording); !fits) return fits;
  format::index_patterns(recording);
  return {};
}

}  // namespace gemmscope::record
