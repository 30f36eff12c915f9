// SPDX-License-Identifier: MIT
// The kernels that a GPU would run, run by the interpreter: what it makes of the text is the row that the text was made
// of.
#include <gtest/gtest.h>

#include "tests/cuda/operations/batch.h"
#include "tests/cuda/operations/targets.h"
#include "tracing/lockstep/decode.h"
#include "tracing/lockstep/launch.h"
#include "tracing/ptx/read.h"

namespace gemmscope::operations {
namespace {

using lockstep::Isa;

/// The columns after the interpreter has run the row's kernel.
Result<Columns> run_decoded(const Operation& operation, const Batch& batch, Isa isa) {
  const auto module = ptx::read(header(target_of(operation)) + kernel(operation, "k"));
  if (!module) return tl::unexpected(module.error());
  const auto program = lockstep::decode(*module, module->functions.front(), {}, isa);
  if (!program) return tl::unexpected(program.error());

  Columns columns = batch.columns;
  std::vector<lockstep::Mask> active = batch.active;
  lockstep::Launch launch{.grid = {static_cast<std::uint32_t>(batch.warps() / kWarpsPerBlock), 1, 1},
                          .block = {kWarpsPerBlock * lockstep::kLanes, 1, 1}};
  lockstep::Allocations allocations;
  const auto pass = [&](void* at, std::size_t bytes) {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    if (bytes != 0) allocations.add(address, bytes);
    const auto raw = std::as_bytes(std::span(&address, 1));
    launch.arguments.insert(launch.arguments.end(), raw.begin(), raw.end());
  };
  pass(active.data(), active.size() * sizeof(lockstep::Mask));
  for (Column& column : columns) pass(column.bytes.data(), column.bytes.size());
  std::vector<lockstep::Fault> faults;
  for (std::uint64_t block = 0; block < launch.blocks(); ++block)
    EXPECT_TRUE(lockstep::run_block(*program, launch, allocations, block, nullptr, faults));
  EXPECT_TRUE(faults.empty());
  return columns;
}

class Decoded : public ::testing::TestWithParam<Isa> {};

TEST_P(Decoded, KernelsGiveWhatTheTableGives) {
  if (!lockstep::can_run(GetParam())) GTEST_SKIP() << "not on this processor";
  std::size_t compared = 0;
  for (const Operation& operation : lockstep::all_operations(GetParam())) {
    if (!why_none(operation).empty()) continue;
    const Batch batch = make_batch(operation, 8 * kWarpsPerBlock);
    const auto decoded = run_decoded(operation, batch, GetParam());
    ASSERT_TRUE(decoded) << operation.mnemonic << ": " << decoded.error().message;
    const Columns expected = run_on_host(operation, batch);
    for (int i = 0; i < results_of(operation); ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (std::size_t t = 0; t < batch.threads(); ++t)
        ASSERT_EQ((*decoded)[at].get(t), expected[at].get(t))
            << operation.mnemonic << ", result " << i << ", thread " << t;
    }
    ++compared;
  }
  EXPECT_GT(compared, 2000u);
}

INSTANTIATE_TEST_SUITE_P(All, Decoded, ::testing::Values(Isa::kAvx2, Isa::kAvx512),
                         [](const auto& of) { return of.param == Isa::kAvx2 ? "avx2" : "avx512"; });

}  // namespace
}  // namespace gemmscope::operations
