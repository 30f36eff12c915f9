// SPDX-License-Identifier: MIT
/// @file bank_conflicts.h
/// How one shared-memory request splits into phases and wavefronts, by each of three models.
///
/// The fused model is the default: it gives the hardware counters of an H200 for all 496 loads and stores of shared
/// memory measured on it (tests/data/h200_requests.csv), and for 266 atomic operations (h200_atomics.csv). It does not
/// model arbitration between warps or with global memory, which adds about 0.5 % to the store wavefronts of a whole
/// kernel; nor time (modelled_cycles.h does).
///
/// Pure arithmetic on lane addresses: no allocation, all constexpr, so that a test, a view and a static_assert ask
/// the same question.
#pragma once

#include <bit>
#include <optional>
#include <string_view>

#include "tracing/analysis/warp_access.h"

namespace gemmscope::analysis {

enum class ConflictModel : std::uint8_t {
  kFused,     ///< textbook, but neighbouring phases of a load fuse if lane pairs read the same address; measured
  kTextbook,  ///< fixed phases: whole warp up to 4 B, half-warps for 8 B, quarter-warps for 16 B
  kSubop,     ///< a W-byte access as W/4 four-byte accesses of the whole warp; explains older texts, no hardware
};
inline constexpr int kConflictModels = 3;

/// Which lane pairs made the phases of a load fuse.
enum class Fusion : std::uint8_t {
  kNone,  ///< phases are those of the textbook
  kXor1,  ///< every active lane n has the address of lane n^1, or n^1 is inactive
  kXor2,  ///< the same with n^2
};

inline constexpr int kMaxPhases = 4;
inline constexpr std::uint8_t kNotServed = 0xff;

/// A group of lanes served together.
struct Phase {
  std::uint32_t slots = 0;      ///< lanes that belong to the phase, active or not
  std::uint32_t lanes = 0;      ///< those of them that are active; 0 = the phase costs nothing
  std::uint8_t first_word = 0;  ///< first 4-byte word of each lane's access that the phase moves (sub-op: 0, 1, ..)
  std::uint8_t words = 0;       ///< words of each lane that it moves
  std::uint8_t wavefronts = 0;  ///< = the largest entry of words_in_bank
  std::array<std::uint8_t, kBanks> words_in_bank{};  ///< distinct words asked of each bank
  /// Per lane, the wavefront of this phase that serves it, from 0; kNotServed for others. Lanes with the same number in
  /// the same bank share one word (broadcast or merge). The order is ours, by lane: hardware does not tell its own.
  std::array<std::uint8_t, kLanes> wavefront_of_lane{};
};

/// What one request costs, and how it comes about.
struct SharedCost {
  std::uint32_t misaligned = 0;  ///< lanes that make the request a fault; nothing is counted then
  Fusion fusion = Fusion::kNone;
  std::uint8_t phase_count = 0;  ///< entries of `phases`, including those without an active lane
  std::uint8_t ideal = 0;        ///< wavefronts without any conflict: phases with an active lane
  std::uint8_t wavefronts = 0;   ///< sum over the phases
  std::uint8_t max_nway = 0;     ///< most distinct words in one bank in one phase; 0 if no lane is active
  std::array<Phase, kMaxPhases> phases{};

  constexpr int excess() const { return wavefronts - ideal; }  ///< wavefronts that conflicts cost
};

/// The fusion that a load qualifies for; kNone for stores, atomics, ldmatrix, and widths below 8, which have one phase
/// anyway.
[[nodiscard]] constexpr Fusion find_fusion(const WarpAccess& access) {
  if (access.instruction != Instruction::kLoad || access.width < 8) return Fusion::kNone;
  for (const int distance : {1, 2}) {
    bool all_pairs = true;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int partner = lane ^ distance;
      if (access.active(lane) && access.active(partner))
        all_pairs &=
            access.address[static_cast<std::size_t>(lane)] == access.address[static_cast<std::size_t>(partner)];
    }
    if (all_pairs) return distance == 1 ? Fusion::kXor1 : Fusion::kXor2;
  }
  return Fusion::kNone;
}

/// Fills in what `phase` costs; its slots, first_word and words are given.
///
/// Rule     per bank the distinct 32-bit words are counted; the largest count is the phase's wavefronts. All lanes move
///          equally many words from an aligned address on, so the banks of a lane's words fill together, and looking at
///          the first is enough:
///              16 B   address  ...... | bbb00 | 00     banks 4b .. 4b+3 hold the same lanes
///               8 B   address  ...... | bbbb0 | 00     banks 2b, 2b+1
///          Atomic operations on the same word come one after the other, so that each of their lanes counts; only where
///          all add 1 (kCount) the hardware counts the lanes of a word and adds their number at once.
constexpr void serve_phase(const WarpAccess& access, Phase& phase) {
  // seen[b][0 .. words_in_bank[b]) are the distinct first words in bank b so far. Not initialised: 4 KiB a phase.
  std::uint32_t seen[kBanks][kLanes];
  phase.lanes = phase.slots & access.mask;
  phase.wavefront_of_lane.fill(kNotServed);
  const bool shares = access.instruction != Instruction::kAtomic && access.instruction != Instruction::kCompareSwap;

  for (std::uint32_t left = phase.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint32_t word = access.address[lane] / kBankBytes + phase.first_word;
    const std::size_t bank = word % kBanks;
    const std::uint8_t used = phase.words_in_bank[bank];
    std::uint8_t place = 0;
    while (place < used && !(shares && seen[bank][place] == word)) ++place;
    phase.wavefront_of_lane[lane] = place;
    if (place < used) continue;
    seen[bank][used] = word;
    for (std::size_t w = 0; w < phase.words; ++w) ++phase.words_in_bank[bank + w];
    if (used + 1 > phase.wavefronts) phase.wavefronts = static_cast<std::uint8_t>(used + 1);
  }
}

/// Counts the wavefronts of one shared-memory request.
///
/// Rule     A request is served in phases. A phase costs the maximum, over the 32 banks (bank = byte / 4 % 32), of the
///          number of distinct 32-bit words its active lanes ask of that bank; lanes that ask for the same word share
///          it. Phases: the whole warp up to 4 B per lane, half-warps for 8 B, quarter-warps for 16 B, each 8x8 matrix
///          of ldmatrix. Fused model: a load whose lane pairs (n, n^1) or (n, n^2) all read the same address has half
///          as many phases (8 B: 1; 16 B: 2, never 1). Stores never fuse. Atomic operations: as stores, but lanes do
///          not share a word (serve_phase); compare-and-swap takes two wavefronts each time.
/// Units    addresses in bytes from the start of the block's shared memory; result in wavefronts, not cycles.
/// Returns  all zero but `misaligned` if an active lane's address is not a multiple of the width.
/// Cost     0.1 to 0.4 us, no allocation.
/// Limits   ptxas makes a loop of compare-and-swap of what no unit does, for example adding floats or 64-bit numbers.
///          This is the cost of one of these operations on its own, as if there were a unit for it.
/// Source   measured on an H200: tests/data/h200_requests.csv, 544 requests, and h200_atomics.csv, 456; V100 and A100
///          points in tests/analysis/published_test.cpp.
/// Example  32 lanes reading a column of float tile[32][32] (lane * 128 bytes): 32 wavefronts; of tile[32][33]: 1.
[[nodiscard]] constexpr SharedCost shared_cost(const WarpAccess& access, ConflictModel model = ConflictModel::kFused) {
  SharedCost cost;
  cost.misaligned = misaligned_lanes(access);
  if (cost.misaligned != 0) return cost;

  const bool split_words = model == ConflictModel::kSubop && access.instruction != Instruction::kLoadMatrix;
  const int words = access.width < kBankBytes ? 1 : access.width / kBankBytes;  // per lane: 1, 2, 4
  if (model == ConflictModel::kFused) cost.fusion = find_fusion(access);
  cost.phase_count = static_cast<std::uint8_t>(cost.fusion == Fusion::kNone ? words : words / 2);

  const int lanes_per_phase = split_words ? kLanes : kLanes / cost.phase_count;
  for (int p = 0; p < cost.phase_count; ++p) {
    Phase& phase = cost.phases[static_cast<std::size_t>(p)];
    const std::uint32_t group = kAllLanes >> (kLanes - lanes_per_phase);
    phase.slots = split_words ? kAllLanes : group << (p * lanes_per_phase % kLanes);
    phase.first_word = static_cast<std::uint8_t>(split_words ? p : 0);
    phase.words = static_cast<std::uint8_t>(split_words ? 1 : words);
    serve_phase(access, phase);
    cost.ideal = static_cast<std::uint8_t>(cost.ideal + (phase.lanes != 0));
    cost.wavefronts = static_cast<std::uint8_t>(cost.wavefronts + phase.wavefronts);
    if (phase.wavefronts > cost.max_nway) cost.max_nway = phase.wavefronts;
  }
  if (access.instruction == Instruction::kCompareSwap)
    cost.ideal = static_cast<std::uint8_t>(2 * cost.ideal),
    cost.wavefronts = static_cast<std::uint8_t>(2 * cost.wavefronts);
  return cost;
}

/// The wavefront, counted from 0 over the whole request, that serves `lane`; of a split access, its first word.
///
/// Returns  nullopt if the lane is inactive or the request faults.
[[nodiscard]] constexpr std::optional<int> served_in(const SharedCost& cost, int lane) {
  int before = 0;
  for (std::size_t p = 0; p < cost.phase_count; ++p) {
    const Phase& phase = cost.phases[p];
    if ((phase.lanes >> lane & 1u) != 0) return before + phase.wavefront_of_lane[static_cast<std::size_t>(lane)];
    before += phase.wavefronts;
  }
  return std::nullopt;
}

/// The model's name on the command line and in reports: "fused", "textbook", "subop".
[[nodiscard]] constexpr std::string_view name_of(ConflictModel model) {
  switch (model) {
    case ConflictModel::kFused: return "fused";
    case ConflictModel::kTextbook: return "textbook";
    case ConflictModel::kSubop: return "subop";
  }
  return {};
}

/// One sentence on what the model assumes, for the line under a figure.
[[nodiscard]] constexpr std::string_view rule_of(ConflictModel model) {
  switch (model) {
    case ConflictModel::kFused: return "loads fused, stores fixed, as measured on an H200";
    case ConflictModel::kTextbook: return "fixed phases: half-warps for 8 bytes, quarter-warps for 16";
    case ConflictModel::kSubop: return "every access split into 4-byte accesses of the whole warp";
  }
  return {};
}

/// Why phases fused, to stand behind "because"; empty for kNone.
[[nodiscard]] constexpr std::string_view reason_of(Fusion fusion) {
  switch (fusion) {
    case Fusion::kNone: return {};
    case Fusion::kXor1: return "lanes 0 and 1, 2 and 3, and so on read the same address";
    case Fusion::kXor2: return "lanes 0 and 2, 1 and 3, and so on read the same address";
  }
  return {};
}

}  // namespace gemmscope::analysis
