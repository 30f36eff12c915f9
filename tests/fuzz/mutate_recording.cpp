// SPDX-License-Identifier: MIT
#include "tests/fuzz/mutate_recording.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tests/fuzz/hostile_cases.h"
#include "tests/fuzz/mend_recording.h"
#include "tracing/format/file.h"

namespace gemmscope::fuzz {
namespace {

using namespace format;
using u32 = std::uint32_t;

constexpr std::uint64_t kMemoryLimit = std::uint64_t{16} << 20;
constexpr std::size_t kMostRows = 4096;  ///< of a template: more of the same tells nothing new

class Mutator {
 public:
  Mutator(Recording& recording, unsigned seed) : r_(recording), random_(seed) {}

  void change() {
    for (u32 left = 1 + below(4); left > 0; --left) change_once();
    if (below(8) != 0) mend(r_);
  }
  u32 below(std::size_t end) { return static_cast<u32>(random_() % std::max<std::size_t>(end, 1)); }

 private:
  bool one_in(u32 n) { return below(n) == 0; }

  /// Numbers at which something often ends, or near the old one.
  void change_number(auto& value) {
    constexpr std::array<u32, 20> kEnds{0,     1,          2,          3,        4,          8,    15,
                                        16,    31,         32,         128,      1000,       1024, 65535,
                                        65536, 0x7fffffff, 0x80000000, 1u << 20, 0xffffffff, 64};
    const auto old = static_cast<u32>(value);
    const u32 now = one_in(3)   ? kEnds[below(kEnds.size())]
                    : one_in(2) ? old + below(9) - 4
                    : one_in(2) ? old ^ 1u << below(32)
                    : one_in(2) ? old * 2
                                : old / 2;
    value = static_cast<std::remove_reference_t<decltype(value)>>(now);
  }
  void change_text(std::string& text) {
    constexpr std::array kTexts{"",        "A",     "B",           "C",  "As", "Bs", "Cs", "warp_tile",
                                "sgemm64", "naive", "half_padded", "-1", "0",  "16", "x",  "\u2066\u202e",
                                "a b/c=d", "%s%n",  "k10_a6000"};
    if (one_in(4))
      text = std::string(std::size_t{1} << below(11), "x \u00b5(,"[below(4)]);
    else
      text = kTexts[below(kTexts.size())];
  }
  void change_source() {
    std::string& text = r_.source.text;
    switch (below(5)) {
      case 0: text.clear(); break;
      case 1: text += std::string(std::size_t{1} << below(13), "x (,\n"[below(5)]); break;
      case 2:
        for (u32 i = below(512); i > 0; --i) text += std::string(below(40), ' ') + "for (;;) As[0] = __syncthreads\n";
        break;
      case 3: text.insert(std::min<std::size_t>(below(text.size() + 1), text.size()), "//"); break;
      case 4: text.resize(below(text.size() + 1)); break;
    }
  }

  /// Removes, doubles, or swaps items of a list; false: none of these.
  template <class T>
  bool change_list(std::vector<T>& list, std::size_t most) {
    const u32 at = below(list.size());
    switch (below(8)) {
      case 0:
        if (!list.empty()) list.erase(list.begin() + at);
        return true;
      case 1:
        if (!list.empty() && list.size() < most) list.insert(list.begin() + at, T(list[at]));
        return true;
      case 2:
        if (!list.empty()) std::swap(list[at], list[below(list.size())]);
        return true;
      case 3:
        if (one_in(4)) list.clear();
        return true;
      default: return list.empty();
    }
  }

  void change_fault() {
    if (one_in(8)) return r_.fault.reset();
    if (!r_.fault) r_.fault.emplace().does = "loads 4 bytes beyond the end of A";
    LaunchFault& f = *r_.fault;
    f.kind = static_cast<LaunchFault::Kind>(below(one_in(8) ? 256 : 7));
    f.y = below(3), f.x = below(3), f.thread = below(65), f.line = below(12), f.request = below(40);
    f.tensor = static_cast<std::uint16_t>(one_in(4) ? LaunchFault::kNoTensor : below(6));
    f.byte = static_cast<std::int64_t>(below(1u << 31)) - (std::int64_t{1} << below(33)), f.count = below(100);
    if (one_in(2)) f.others.push_back({static_cast<std::uint16_t>(below(4)), below(1u << 31), below(12)});
    if (one_in(8)) f.request = LaunchFault::kNoRequest;
    if (one_in(4)) change_text(one_in(2) ? f.does : f.cause);
  }
  void change_launch() {
    switch (below(12)) {
      case 0: return change_number(r_.grid_y);
      case 1: return change_number(r_.grid_x);
      case 2: return change_number(r_.threads);
      case 3: return change_number(r_.shared_bytes);
      case 4: return change_number(r_.dropped);
      case 5: {
        if (!r_.absent_lanes) r_.absent_lanes.emplace();
        auto& all = one_in(3) ? r_.divergences : one_in(2) ? r_.branch_barriers : *r_.absent_lanes;
        all.push_back({below(3), below(3), below(8), below(65), below(12), below(65), below(12), one_in(2)});
        return;
      }
      case 6: return change_number(r_.grid_z);
      case 7: return change_fault();
      case 8: {
        if (!r_.of_program) r_.of_program.emplace();
        if (one_in(8)) return r_.of_program->clear();
        r_.of_program->push_back({static_cast<ProgramFinding::Kind>(below(9)), below(3), one_in(8) ? "" : "a sentence",
                                  one_in(2) ? "" : "a.cu", below(12)});
        return;
      }
      case 9: {
        if (!r_.undefined) r_.undefined.emplace();
        const auto of = static_cast<Undefined::Of>(below(3));
        const bool of_lane = of == Undefined::Of::kLane;
        r_.undefined->push_back(
            {of, static_cast<Undefined::Why>(below(3)), static_cast<Undefined::Use>(below(5)),
             of_lane ? Undefined::kNone : static_cast<std::uint16_t>(below(r_.sites.size() + 1)), below(3), below(3),
             below(65), below(12), 1u << below(32), of_lane ? 1u << below(32) : 0, below(65), below(12),
             one_in(2) ? Undefined::kNone : static_cast<std::uint16_t>(below(r_.tensors.size() + 1)), below(9)});
        r_.undefined_cut = one_in(4);
        return;
      }
      case 10:
        if (one_in(4)) r_.unfilled.clear();
        r_.unfilled.push_back(static_cast<std::uint16_t>(below(r_.tensors.size() + 1)));
        return;
      default: {
        Range* const ranges[] = {&r_.selection.block_y, &r_.selection.block_x, &r_.selection.block_z,
                                 &r_.selection.warps};
        Range& range = *ranges[below(4)];
        return change_number(one_in(2) ? range.begin : range.end);
      }
    }
  }
  void change_words() {
    if (!r_.parameters.empty() && one_in(2)) {
      Parameter& parameter = r_.parameters[below(r_.parameters.size())];
      return change_text(one_in(4) ? parameter.name : parameter.value);
    }
    if (one_in(4) && change_list(r_.parameters, 64)) return;
    std::string* const texts[] = {&r_.kernel,        &r_.source.path,     &r_.origin.backend,
                                  &r_.origin.device, &r_.origin.compiler, &r_.origin.build};
    change_text(*texts[below(std::size(texts))]);
  }
  void change_tensor() {
    if (change_list(r_.tensors, 16)) return;
    Tensor& t = r_.tensors[below(r_.tensors.size())];
    Layout& l = t.layout;
    u32* const numbers[] = {&t.element_bytes, &l.rows,    &l.columns,       &l.pitch,          &t.offset,      &l.group,
                            &l.group_pad,     &l.buffers, &l.buffer_stride, &l.swizzle.factor, &l.swizzle.mask};
    switch (below(9)) {
      case 8:
        if (one_in(4))
          t.past_boundary.reset();
        else
          t.past_boundary = static_cast<std::uint8_t>(below(256));
        return;
      case 0: return change_text(t.name);
      case 1: return change_text(t.of);
      case 2: t.transposed = !t.transposed; return;
      case 3: l.column_major = !l.column_major; return;
      case 4:
        l.swizzle.by = static_cast<Swizzle::By>(below(3)), l.swizzle.shift = static_cast<std::uint8_t>(below(8));
        return;
      default: return change_number(*numbers[below(std::size(numbers))]);
    }
  }
  void change_site() {
    if (change_list(r_.sites, 64)) return;
    Site& s = r_.sites[below(r_.sites.size())];
    switch (below(6)) {
      case 0: return change_text(s.name);
      case 1: s.tensor = static_cast<std::uint16_t>(below(r_.tensors.size())); return;
      case 2:
        s.op = static_cast<Op>(below(3));
        s.atomic = s.op == Op::kAtomic ? static_cast<Atomic>(below(4))
                   : below(2) == 0     ? Atomic::kPlain
                                       : Atomic::kStrong;
        return;
      case 3: s.width = static_cast<std::uint8_t>(1u << below(5)); return;
      case 4: return change_number(s.line);
      case 5: {
        bool* const known[] = {&s.asynchronous, &s.one_value, &s.unseen, &s.agrees};
        bool& one = *known[below(std::size(known))];
        one = !one;
        if (s.unseen && one_in(2)) s.op = Op::kAtomic, s.atomic = Atomic::kCount;
      }
    }
  }
  void change_sync_event() {
    if (r_.patterns.empty()) return;
    Pattern& p = r_.patterns[below(r_.patterns.size())];
    if (one_in(4)) {
      const auto kind = static_cast<SyncEvent::Kind>(below(5));
      p.sync_events.push_back({.warp = static_cast<std::uint16_t>(below(r_.warps())),
                               .kind = kind,
                               .interval = below(p.barrier_lines.size()),
                               .request = below(40),
                               .lanes = one_in(2) ? 0xffffffff : 1u << below(32),
                               .pending = below(24),
                               .phase = below(4)});
      return;
    }
    if (change_list(p.sync_events, 256)) return;
    SyncEvent& e = p.sync_events[below(p.sync_events.size())];
    switch (below(6)) {
      case 0: e.kind = static_cast<SyncEvent::Kind>(below(5)); return;
      case 1: return change_number(e.interval);
      case 2: return change_number(e.request);
      case 3: return change_number(e.lanes);
      case 4: return change_number(e.pending);
      case 5: return change_number(e.phase);
    }
  }
  void change_template() {
    if (change_list(r_.templates, 64)) return;
    Template& t = r_.templates[below(r_.templates.size())];
    if (t.rows.empty()) return;
    const u32 at = below(t.rows.size());
    Row& row = t.rows[at];
    u32* const lanes = t.addresses.data() + std::size_t{at} * kLanes;
    switch (below(17)) {
      case 16:
        t.parts.push_back({.row = at,
                           .origin = static_cast<std::uint16_t>(below(9)),
                           .origin_byte = static_cast<std::uint8_t>(4 * below(4)),
                           .first = static_cast<std::uint8_t>(4 * below(4)),
                           .bytes = static_cast<std::uint8_t>(below(17)),
                           .computed = one_in(2)});
        return;
      case 15: row.bulk = static_cast<std::uint8_t>(below(34)), row.continues = one_in(2); return;
      case 14: {  // with the row after it, if there is one: a pair, which may continue the one before
        const bool continues = at >= 2 && t.rows[at - 2].bulk != 0 && one_in(2);
        const auto bulk = continues ? t.rows[at - 2].bulk : static_cast<std::uint8_t>(1 + below(kLanes));
        for (std::size_t i = at; i < std::min<std::size_t>(at + 2, t.rows.size()); ++i)
          t.rows[i].bulk = bulk, t.rows[i].continues = continues;
        return;
      }
      case 13:
        row.origin = static_cast<std::uint16_t>(below(9));
        row.origin_byte = static_cast<std::uint8_t>(one_in(2) ? 0 : below(17));
        return;
      case 12: row.unused = static_cast<std::uint8_t>(below(16)); return;
      case 0: return change_number(row.mask);
      case 1: row.site = static_cast<std::uint16_t>(below(r_.sites.size())); return;
      case 2: row.step = static_cast<std::uint16_t>(one_in(3) ? kNoStep : below(20)); return;
      case 3: row.k_tile = static_cast<std::uint16_t>(one_in(3) ? Row::kEpilogueRow : below(3)); return;
      case 4: row.phase = static_cast<Phase>(below(3)); return;
      case 5: row.after_syncwarp = !row.after_syncwarp; return;
      case 6: return change_number(lanes[below(kLanes)]);
      case 7: {
        const u32 first = below(2) * below(1u << 10), stride = 1u << below(14);
        for (u32 lane = 0; lane < kLanes; ++lane) lanes[lane] = first + lane * stride;
        return;
      }
      case 8: {
        u32 by = 0;
        change_number(by);
        for (u32 lane = 0; lane < kLanes; ++lane) lanes[lane] += by;
        return;
      }
      case 9:
        t.rows.erase(t.rows.begin() + at);
        t.addresses.erase(t.addresses.begin() + at * kLanes, t.addresses.begin() + (at + 1) * kLanes);
        return;
      default: {
        const std::vector<u32> copied(lanes, lanes + kLanes);
        const Row same = row;
        for (u32 n = one_in(8) ? 512 : 1; n > 0 && t.rows.size() < kMostRows; --n)
          t.rows.push_back(same), t.addresses.insert(t.addresses.end(), copied.begin(), copied.end());
      }
    }
  }
  void change_segment() {
    if (r_.patterns.empty()) return;
    Pattern& p = r_.patterns[below(r_.patterns.size())];
    if (change_list(p.segments, 256)) return;
    Segment& s = p.segments[below(p.segments.size())];
    switch (below(6)) {
      case 0: s.warp = static_cast<std::uint16_t>(below(r_.warps())); return;
      case 1: return change_number(s.interval);
      case 2: s.template_id = below(r_.templates.size()); return;
      case 3: return change_number(s.k_tile);
      default: return change_number(s.base[below(s.base.size())]);
    }
  }
  void change_pattern() {
    if (change_list(r_.patterns, 16)) return;
    Pattern& p = r_.patterns[below(r_.patterns.size())];
    if (!change_list(p.barrier_lines, 256)) change_number(p.barrier_lines[below(p.barrier_lines.size())]);
  }
  void change_block() {
    if (change_list(r_.blocks, 64)) return;
    Block& b = r_.blocks[below(r_.blocks.size())];
    switch (below(4)) {
      case 0: return change_number(one_in(2) ? b.y : b.x);
      case 1: b.pattern = below(r_.patterns.size()); return;
      default: return change_number(b.base[below(b.base.size())]);
    }
  }
  void change_once() {
    switch (below(11)) {
      case 10: return change_sync_event();
      case 0:
      case 1: return change_launch();
      case 2: return change_words();
      case 3: return change_tensor();
      case 4: return change_site();
      case 5:
      case 6: return change_template();
      case 7: return change_segment();
      case 8: return one_in(2) ? change_pattern() : change_block();
      default: return change_source();
    }
  }

  Recording& r_;
  std::mt19937 random_;
};

Recording some_recording(unsigned seed) {
  static const std::vector<HostileCase> cases = hostile_cases();
  const std::size_t which = seed % (2 * cases.size());
  return which < cases.size() ? cases[which].recording
         : which % 2 == 0     ? format::testing::bulk_recording()
                              : format::testing::example_recording();
}

/// What encode_unchecked itself relies on.
bool can_be_encoded(const Recording& r) {
  for (const Pattern& p : r.patterns)
    for (const Segment& s : p.segments)
      if (s.warp >= r.warps()) return false;
  return r.warps() <= 64;
}

std::vector<std::byte> with_changed_bytes(std::span<const std::byte> file, Mutator& random, const MutateBytes& change) {
  auto sections = format::testing::take_apart(file);
  auto& bytes = sections[random.below(sections.size())].bytes;
  const std::size_t used = bytes.size();
  bytes.resize(used + 64);
  bytes.resize(change(bytes, used));
  return format::testing::put_together(sections);
}

}  // namespace

std::vector<std::byte> mutated(std::span<const std::byte> file, unsigned seed, const MutateBytes& change) {
  auto recording = decode_file(file, kMemoryLimit);
  const bool sound = recording.has_value();
  Recording changed = sound ? std::move(*recording) : some_recording(seed);
  Mutator mutator(changed, seed);
  if (mutator.below(8) == 0 && sound) return with_changed_bytes(file, mutator, change);
  mutator.change();
  return can_be_encoded(changed) ? format::testing::encode_unchecked(changed) : std::vector<std::byte>();
}

}  // namespace gemmscope::fuzz
