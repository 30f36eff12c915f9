// SPDX-License-Identifier: MIT
#include "tests/lockstep/same_requests.h"

#include <cstring>

#include <gtest/gtest.h>

#include "tracing/lockstep/alike.h"
#include "tracing/lockstep/slice.h"

namespace gemmscope::lockstep::testing {
namespace {

/// One call of a Listener.
struct Event {
  enum class What : std::uint8_t { kRequest, kRests, kBarrier, kMeeting, kCommit, kWait, kBulk, kAbsent } what;
  std::uint32_t warp = 0, statement = 0;
  Space where = Space::kGeneric;
  AccessKind kind = AccessKind::kLoad;
  Mask lanes = 0;
  std::array<std::uint64_t, kLanes> addresses{};
  friend bool operator==(const Event&, const Event&) = default;
};
using Events = std::vector<Event>;

class Ear : public Listener {
 public:
  Events events;

  void request(std::uint32_t warp, const Access& access, Space where, Mask lanes,
               std::span<const std::uint64_t, kLanes> addresses) override {
    Event event{Event::What::kRequest, warp, access.statement, where, access.kind, lanes};
    for (std::size_t l = 0; l < kLanes; ++l)
      if ((lanes >> l & 1u) != 0) event.addresses[l] = addresses[l];
    events.push_back(event);
  }
  void warp_rests(std::uint32_t warp) override { events.push_back({Event::What::kRests, warp}); }
  void barrier(std::uint32_t statement) override { events.push_back({Event::What::kBarrier, 0, statement}); }
  void meeting(std::uint32_t number, std::span<const std::uint32_t>) override {
    events.push_back({Event::What::kMeeting, number});
  }
  void absent(std::uint32_t warp, const Absence& absence) override {
    events.push_back({.what = Event::What::kAbsent,
                      .warp = warp,
                      .statement = absence.statement,
                      .lanes = Mask{1} << absence.lane | Mask{1} << absence.absent});
  }
  void commit(std::uint32_t warp, Mask lanes) override {
    events.push_back({Event::What::kCommit, warp, 0, Space::kGeneric, AccessKind::kLoad, lanes});
  }
  void wait(std::uint32_t warp, Mask lanes, std::uint32_t pending) override {
    events.push_back({Event::What::kWait, warp, pending, Space::kGeneric, AccessKind::kLoad, lanes});
  }
  void bulk_copy(std::uint32_t warp, int lane, const BulkCopy& copy) override {
    Event event{Event::What::kBulk, warp, copy.statement};
    event.addresses = {copy.from, copy.to, copy.bytes, copy.mbarrier, static_cast<std::uint64_t>(lane)};
    events.push_back(event);
  }
};

/// The bytes of all allocations, put back at the end.
class Restored {
 public:
  explicit Restored(const Allocations& allocations) : allocations_(allocations) {
    for (const Allocation& a : allocations.all()) {
      const auto* const at = reinterpret_cast<const std::byte*>(a.address);
      bytes_.emplace_back(at, at + a.bytes);
    }
  }
  ~Restored() {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      std::memcpy(reinterpret_cast<void*>(allocations_.all()[i].address), bytes_[i].data(), bytes_[i].size());
  }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  const Allocations& allocations_;
  std::vector<std::vector<std::byte>> bytes_;
};

std::vector<Events> heard(const Program& program, const Launch& launch, const Allocations& allocations) {
  const Restored restored(allocations);
  std::vector<Events> blocks;
  std::vector<Fault> faults;
  for (std::uint64_t b = 0; b < launch.blocks(); ++b) {
    Ear ear;
    EXPECT_TRUE(run_block(program, launch, allocations, b, &ear, faults));
    blocks.push_back(std::move(ear.events));
  }
  EXPECT_TRUE(faults.empty());
  return blocks;
}

/// What the block `at` blocks further on does.
Events moved(Events events, const std::vector<Moved>& all, const Allocations& allocations,
             const std::array<std::uint32_t, kAxes>& at) {
  for (Event& event : events) {
    if (event.what != Event::What::kRequest || event.where != Space::kGlobal) continue;
    for (std::size_t l = 0; l < kLanes; ++l) {
      if ((event.lanes >> l & 1u) == 0) continue;
      for (const Moved& m : all)
        if (const Allocation* const a = allocations.find(event.addresses[l]); a != nullptr && a->id == m.allocation) {
          for (std::size_t i = 0; i < kAxes; ++i) event.addresses[l] += static_cast<std::uint64_t>(m.by[i]) * at[i];
          break;
        }
    }
  }
  return events;
}

std::size_t expect_alike(const Program& closed, const Launch& launch, const Allocations& allocations,
                         const std::vector<Events>& right) {
  const FollowedProgram program = followed(closed);
  std::vector<Box> boxes{{{}, launch.grid}};
  std::size_t run = 0;
  while (!boxes.empty()) {
    const Box box = boxes.back();
    boxes.pop_back();
    Ear ear;
    const Alike alike = run_alike(program, launch, allocations, box, &ear);
    if (alike.verdict == Verdict::kCannot) return 0;
    if (alike.verdict == Verdict::kSplit) {
      EXPECT_TRUE(alike.at > 0 && alike.at < box.size[alike.axis]);
      for (const bool second : {false, true}) {
        boxes.push_back(box);
        boxes.back().first[alike.axis] += second ? alike.at : 0;
        boxes.back().size[alike.axis] = second ? box.size[alike.axis] - alike.at : alike.at;
      }
      continue;
    }
    ++run;
    std::array<std::uint32_t, kAxes> at{};
    for (at[2] = 0; at[2] < box.size[2]; ++at[2])
      for (at[1] = 0; at[1] < box.size[1]; ++at[1])
        for (at[0] = 0; at[0] < box.size[0]; ++at[0]) {
          const std::uint64_t number =
              box.first[0] + at[0] +
              std::uint64_t{launch.grid[0]} * (box.first[1] + at[1] + launch.grid[1] * (box.first[2] + at[2]));
          EXPECT_TRUE(moved(ear.events, alike.moved, allocations, at) == right[number])
              << closed.name << ": block " << number;
        }
  }
  return run;
}

}  // namespace

Shortcuts expect_same_requests(const Program& program, const Launch& launch, const Allocations& allocations) {
  const std::vector<Events> right = heard(program, launch, allocations);
  const auto slice = slice_of(program);
  if (!slice) return {};
  EXPECT_TRUE(heard(slice->program, launch, allocations) == right) << program.name;
  Shortcuts shortcuts{slice->closed, slice->program.code.size(), 0};
  if (slice->closed) shortcuts.blocks_run = expect_alike(slice->program, launch, allocations, right);
  return shortcuts;
}

}  // namespace gemmscope::lockstep::testing
