// SPDX-License-Identifier: MIT
// same_requests A.gst B.gst: whether two recordings of a launch have the same requests, warp by warp and interval by
// interval. Which side of a branch runs first is the machine's business, so their order in an interval may differ.
// Sync events are compared likewise, behind the requests. Says `equal`, or how many
// intervals of warps differ in order. Lanes that went different ways may come together again sooner on one machine than
// on the other: exit code 3 where only that differs, each lane having asked for the same. Exit code 1 and the first
// difference otherwise.
#include <cstdio>
#include <map>

#include "tests/requests.h"
#include "tracing/format/file.h"

using namespace gemmscope;

namespace {

/// What a request is, without its place in the program's order.
struct What {
  std::uint32_t line = 0;
  std::string site;
  std::uint32_t width = 0, mask = 0;
  std::array<std::uint32_t, format::kLanes> address{};
  std::vector<format::Place> called{};
  auto operator<=>(const What&) const = default;
};
/// Block, interval and warp.
using Where = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
using Requests = std::map<Where, std::vector<What>>;

Requests requests_of(const format::Recording& recording) {
  Requests all;
  testing::for_each_request(recording, [&](const format::Request& r, const format::Site& site) {
    all[{r.block, r.interval, r.warp}].push_back({site.line, site.name, site.width, r.mask, r.address, site.called});
  });
  for (std::uint32_t block = 0; block < recording.blocks.size(); ++block)
    for (const format::SyncEvent& e : recording.patterns[recording.blocks[block].pattern].sync_events)
      all[{block, e.interval, e.warp}].push_back(
          {0, "event " + std::to_string(static_cast<int>(e.kind)), e.pending, e.lanes});
  return all;
}

int different(const Where& where, const char* what) {
  const auto [block, interval, warp] = where;
  std::printf("block %u, interval %u, warp %u: %s\n", block, interval, warp, what);
  return 1;
}

/// Of each lane what it asked for, in its order.
std::array<std::vector<What>, format::kLanes> by_lane(const std::vector<What>& requests) {
  std::array<std::vector<What>, format::kLanes> lanes;
  for (const What& request : requests)
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      if ((request.mask >> l & 1) == 0) continue;
      What& own = lanes[l].emplace_back(request);
      own.mask = 0, own.address = {request.address[l]};
    }
  return lanes;
}

bool are_equal_by_lane(const Requests& a, const Requests& b) {
  return a.size() == b.size() && std::ranges::equal(a, b, [](const auto& one, const auto& other) {
           return one.first == other.first && by_lane(one.second) == by_lane(other.second);
         });
}

std::size_t count(const Requests& all) {
  std::size_t sum = 0;
  for (const auto& [where, requests] : all) sum += requests.size();
  return sum;
}

int compare(const Requests& a, const Requests& b) {
  std::size_t reordered = 0;
  for (const auto& [where, requests] : a) {
    const auto found = b.find(where);
    if (found == b.end() || found->second.size() != requests.size())
      return different(where, "not as many requests in both");
    if (found->second == requests) continue;
    std::vector<What> mine = requests, other = found->second;
    std::ranges::sort(mine), std::ranges::sort(other);
    if (mine != other) return different(where, "other requests");
    ++reordered;
  }
  for (const auto& [where, requests] : b)
    if (!a.contains(where)) return different(where, "not as many requests in both");
  if (reordered == 0)
    std::puts("equal");
  else
    std::printf("equal but for the order in %zu of %zu intervals of warps\n", reordered, a.size());
  return 0;
}

}  // namespace

int main(int given, char** arguments) {
  if (given != 3) return 2;
  const auto a = format::read_file(arguments[1]), b = format::read_file(arguments[2]);
  for (const auto* each : {&a, &b})
    if (!*each) return std::puts((*each).error().message.c_str()), 1;
  if (a->grid_x != b->grid_x || a->grid_y != b->grid_y || a->grid_z != b->grid_z || a->threads != b->threads ||
      a->blocks.size() != b->blocks.size())
    return std::puts("not the same launch"), 1;
  for (const format::Tensor& array : a->tensors)
    for (const format::Tensor& its : b->tensors)
      if (array.name == its.name && array.past_boundary && its.past_boundary &&
          *array.past_boundary != *its.past_boundary)
        return std::printf("%s does not begin at the same place in a sector\n", array.name.c_str()), 1;
  const Requests one = requests_of(*a), other = requests_of(*b);
  if (count(one) == count(other) || !are_equal_by_lane(one, other)) return compare(one, other);
  std::printf("equal lane by lane, in %zu requests and %zu\n", count(one), count(other));
  return 3;
}
