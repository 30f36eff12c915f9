// SPDX-License-Identifier: MIT
#include "tests/preload/both_ways.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>

#include <gtest/gtest.h>

#include "tracing/lockstep/decode.h"
#include "tracing/preload/replay.h"
#include "tracing/ptx/read.h"
#include "tracing/rewrite/rewrite.h"

namespace gemmscope::preload::testing {
namespace {

using lockstep::Access;
using lockstep::kLanes;
using lockstep::Mask;

class Notes : public lockstep::Listener {
 public:
  /// `workspace`: as in lockstep::Launch.
  explicit Notes(Heard& heard, std::uint64_t workspace = 0) : heard_(heard), workspace_(workspace) {}
  void request(std::uint32_t warp, const Access& access, lockstep::Space where, Mask lanes,
               std::span<const std::uint64_t, kLanes> addresses) override {
    if (where == lockstep::Space::kLocal) return;
    const std::uint64_t first = addresses[static_cast<std::size_t>(std::countr_zero(lanes))];
    if (where == lockstep::Space::kGlobal && first - workspace_ < rewrite::kGridWorkspace)
      return;  // as a recording does
    std::string text = "warp " + n(warp) + " statement " + n(access.statement) + " kind " +
                       n(static_cast<std::uint64_t>(access.kind)) + " bytes " + n(access.width()) + " space " +
                       n(static_cast<std::uint64_t>(where)) + ":";
    const bool is_argument = where == lockstep::Space::kArgument;  // the twin's lie elsewhere
    for (std::size_t l = 0; l < kLanes; ++l)
      text += (lanes >> l & 1u) == 0 ? " -" : is_argument ? " +" : " " + n(addresses[l]);
    heard_.push_back(text);
  }
  /// Of tests, what they find.
  void mbarrier(std::uint32_t warp, const Access& access, Mask lanes, std::span<const std::uint64_t, kLanes> addresses,
                Mask over, std::span<const std::uint32_t, kLanes>) override {
    if ((lanes & over) == 0) return;
    request(warp, access, lockstep::Space::kShared, lanes & over, addresses);
    heard_.back() += " of an mbarrier";
  }
  /// A warp that ends without a further request rests once more; of that nothing is written down.
  void warp_rests(std::uint32_t warp) override {
    const std::string mine = "warp " + n(warp) + " ";
    if (!heard_.empty() && heard_.back().starts_with(mine)) heard_.push_back(mine + "rests");
  }
  void barrier(std::uint32_t statement) override { heard_.push_back("barrier " + n(statement)); }
  void meeting(std::uint32_t barrier, std::span<const std::uint32_t> warps) override {
    heard_.push_back("meeting " + n(barrier) + ":");
    for (const std::uint32_t warp : warps) heard_.back() += " " + n(warp);
  }
  void warp_barrier(std::uint32_t warp, Mask lanes) override {
    heard_.push_back("warp " + n(warp) + " meets " + n(lanes));
  }
  void commit(std::uint32_t warp, Mask lanes) override { heard_.push_back("warp " + n(warp) + " commits " + n(lanes)); }
  void wait(std::uint32_t warp, Mask lanes, std::uint32_t pending) override {
    heard_.push_back("warp " + n(warp) + " waits " + n(lanes) + " but for " + n(pending));
  }
  void bulk_copy(std::uint32_t warp, int lane, const lockstep::BulkCopy& c) override {
    heard_.push_back("warp " + n(warp) + " lane " + n(static_cast<std::uint64_t>(lane)) + " copies " + n(c.bytes) +
                     " from " + n(c.from) + " to " + n(c.to) + " for " + n(c.mbarrier) + " at " + n(c.statement));
  }

 private:
  static std::string n(std::uint64_t number) { return std::to_string(number); }
  Heard& heard_;
  std::uint64_t workspace_;
};

/// A module with its variables in memory: the rewritten one shares those that it has of the other.
struct Loaded {
  ptx::Module module;
  std::vector<std::uint64_t> variables;
  std::deque<std::vector<std::uint64_t>> storage{};

  explicit Loaded(const std::string& text, const Loaded* other = nullptr) {
    auto read = ptx::read(text);
    EXPECT_TRUE(read) << read.error().message;
    if (read) module = std::move(*read);
    for (const ptx::Variable& variable : module.variables) {
      const auto shared = other == nullptr ? nullptr : other->module.find_variable(variable.name);
      if (shared != nullptr) {
        variables.push_back(other->variables[static_cast<std::size_t>(shared - other->module.variables.data())]);
        continue;
      }
      storage.emplace_back(variable.bytes / 8 + 1);
      if (!variable.initial.empty())
        std::memcpy(storage.back().data(), variable.initial.data(), variable.initial.size());
      variables.push_back(reinterpret_cast<std::uint64_t>(storage.back().data()));
    }
  }
  std::uint64_t* find(std::string_view name) const {
    const ptx::Variable* const variable = module.find_variable(name);
    return variable == nullptr ? nullptr
                               : reinterpret_cast<std::uint64_t*>(
                                     variables[static_cast<std::size_t>(variable - module.variables.data())]);
  }
  /// Pointers to functions are this module's own.
  void write_pointers() const {
    for (std::size_t i = 0; i < variables.size(); ++i)
      for (const ptx::Reference& reference : module.variables[i].references) {
        const std::uint64_t pointer = lockstep::function_address(module, reference.index);
        std::memcpy(reinterpret_cast<std::byte*>(variables[i]) + reference.offset, &pointer, sizeof(pointer));
      }
  }
  void add_to(lockstep::Allocations& allocations) const {
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (allocations.find(variables[i]) == nullptr) allocations.add(variables[i], module.variables[i].bytes + 1);
  }
};

void run(const ptx::Module& module, const ptx::Function& kernel, const Loaded& loaded, const lockstep::Launch& launch,
         const lockstep::Allocations& allocations, lockstep::Listener* listener) {
  const auto program = lockstep::decode(module, kernel, loaded.variables);
  ASSERT_TRUE(program) << program.error().message;
  loaded.write_pointers();
  std::vector<lockstep::Fault> faults;
  for (std::uint64_t block = 0; block < launch.blocks(); ++block)
    ASSERT_TRUE(run_block(*program, launch, allocations, block, listener, faults));
}

}  // namespace

BothWays run_both_ways(const std::string& text, const lockstep::Launch& launch, const lockstep::Allocations& given,
                       const std::function<void()>& prepare, bool counts_in_shared) {
  BothWays both;
  const Loaded plain(text);
  const auto first = std::ranges::find_if(plain.module.functions, &ptx::Function::is_entry);
  const ptx::Function& kernel = *first;
  lockstep::Allocations allocations = given;
  plain.add_to(allocations);
  Notes notes(both.interpreter, launch.grid_workspace);
  prepare();
  run(plain.module, kernel, plain, launch, allocations, &notes);

  const rewrite::Rewritten rewritten = rewrite::rewritten(plain.module, counts_in_shared);
  const Loaded other(rewritten.text, &plain);
  const ptx::Function* const twin = other.module.find_function(std::string(kernel.name) + std::string(rewrite::kTwin));
  EXPECT_NE(twin, nullptr);
  const auto sites = rewrite::sites_of(plain.module, kernel);
  EXPECT_TRUE(sites) << sites.error().message;
  if (twin == nullptr || !sites) return both;

  // As on a GPU: first only counted, then written.
  const std::uint64_t warps = launch.blocks() * launch.warps();
  std::vector<std::uint32_t> counts(warps);
  std::vector<std::uint64_t> offsets(warps + 1);
  std::vector<rewrite::Record> records;
  std::uint64_t* const words = other.find(rewrite::kControl);
  lockstep::Allocations all = allocations;
  other.add_to(all);
  all.add(reinterpret_cast<std::uint64_t>(counts.data()), 4 * warps);
  all.add(reinterpret_cast<std::uint64_t>(offsets.data()), 8 * (warps + 1));
  rewrite::Control control{.counts = reinterpret_cast<std::uint64_t>(counts.data()),
                           .offsets = reinterpret_cast<std::uint64_t>(offsets.data()),
                           .blocks = static_cast<std::uint32_t>(launch.blocks())};
  std::memcpy(words, &control, sizeof(control));
  prepare();
  run(other.module, *twin, other, launch, all, nullptr);
  for (std::size_t w = 0; w < warps; ++w) offsets[w + 1] = offsets[w] + counts[w];
  const std::vector<std::uint32_t> counted = counts;
  records.resize(offsets.back() + 1);
  all.add(reinterpret_cast<std::uint64_t>(records.data()), records.size() * sizeof(rewrite::Record));
  control.records = reinterpret_cast<std::uint64_t>(records.data());
  std::memcpy(words, &control, sizeof(control));
  std::ranges::fill(counts, 0u);
  prepare();
  run(other.module, *twin, other, launch, all, nullptr);
  EXPECT_EQ(counts, counted);

  const auto program = lockstep::decode(plain.module, kernel, plain.variables);
  std::vector<MovedArray> shared, constant;
  const std::uint64_t* base = words + sizeof(rewrite::Control) / 8;
  for (const ptx::Variable* array : rewrite::arrays_of(plain.module, kernel)) {
    const auto known = std::ranges::find(program->shared, array->name, &lockstep::SharedArray::name);
    if (known != program->shared.end()) shared.push_back({*base, known->offset});
    if (array->space == ptx::Space::kConst) constant.push_back({*base, *base});
    ++base;
  }
  const Places places(std::move(shared), std::move(constant));
  const Replay replay{plain.module, *program, launch, allocations, *sites, places};
  Notes replayed(both.replay);
  for (std::uint64_t block = 0; block < launch.blocks(); ++block) {
    std::vector<Records> of_warps;
    for (std::uint64_t w = block * launch.warps(); w < (block + 1) * launch.warps(); ++w)
      of_warps.emplace_back(records.data() + offsets[w], counts[w]);
    const auto done = replay.block(block, of_warps, replayed, both.faults);
    EXPECT_TRUE(done) << done.error().message;
  }
  return both;
}

}  // namespace gemmscope::preload::testing
