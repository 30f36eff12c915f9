// SPDX-License-Identifier: MIT
#include "tracing/analysis/registers.h"

#include <algorithm>

namespace gemmscope::analysis {

namespace {

constexpr int kOtherOperands = 272, kOtherHits = 100;  ///< of whole_kernel()

/// What a slot keeps, the oldest read first.
class Kept {
 public:
  struct Register {
    int number;
    std::size_t last_read;
  };

  Register* find(int reg) {
    const auto it = std::find_if(kept_.begin(), kept_.end(), [&](const Register& r) { return r.number == reg; });
    return it == kept_.end() ? nullptr : &*it;
  }
  void read(int reg, std::size_t instruction, int depth) {
    forget(reg);
    if (std::ssize(kept_) >= depth) kept_.erase(kept_.begin());
    kept_.push_back({reg, instruction});
  }
  void forget(int reg) {
    std::erase_if(kept_, [&](const Register& r) { return r.number == reg; });
  }
  std::vector<int> numbers() const {
    std::vector<int> all;
    for (const Register& r : kept_) all.push_back(r.number);
    return all;
  }

 private:
  std::vector<Register> kept_;
};

/// As the assembler does: looks back for the read that should have kept the register.
void mark_reuse(std::vector<Ffma>& ffmas, int depth) {
  std::array<Kept, kOperandSlots> slots;
  for (std::size_t i = 0; i < ffmas.size(); ++i) {
    const int destination = ffmas[i].registers[2];
    for (Kept& slot : slots) slot.forget(destination);
    for (std::size_t s = 0; s < kOperandSlots; ++s) {
      const int reg = ffmas[i].registers[s];
      if (reg == destination) continue;  // hence accumulators are never kept
      if (const Kept::Register* before = slots[s].find(reg)) ffmas[before->last_read].reuse[s] = true;
      slots[s].read(reg, i, depth);
    }
  }
}

/// Registers beyond one in each bank among those that `is_read` says.
int conflicts_among(const std::array<int, kOperandSlots>& registers, const auto& is_read) {
  std::array<int, kRegisterBanks> read_from_bank{};
  for (std::size_t s = 0; s < kOperandSlots; ++s) {
    const auto same = std::find(registers.begin(), registers.begin() + s, registers[s]);
    const bool again = same != registers.begin() + s && is_read(static_cast<std::size_t>(same - registers.begin()));
    read_from_bank[static_cast<std::size_t>(bank_of_register(registers[s]))] += is_read(s) && !again;
  }
  int conflicts = 0;
  for (const int read : read_from_bank) conflicts += std::max(0, read - 1);
  return conflicts;
}

/// As the hardware does: what was marked stays in the slot.
void count(RegisterReuse& all) {
  std::array<Kept, kOperandSlots> slots;
  for (std::size_t i = 0; i < all.ffmas.size(); ++i) {
    Ffma& f = all.ffmas[i];
    for (std::size_t s = 0; s < kOperandSlots; ++s) f.hit[s] = slots[s].find(f.registers[s]) != nullptr;
    f.conflicts = conflicts_among(f.registers, [&](std::size_t s) { return !f.hit[s]; });
    for (std::size_t s = 0; s < kOperandSlots; ++s) {
      slots[s].forget(f.registers[s]);
      if (f.reuse[s]) slots[s].read(f.registers[s], i, all.depth);
      f.kept[s] = slots[s].numbers();
      all.max_held = std::max(all.max_held, static_cast<int>(f.kept[s].size()));
    }
    all.operands += kOperandSlots;
    all.hits += static_cast<int>(std::count(f.hit.begin(), f.hit.end(), true));
    all.conflicts += f.conflicts;
    all.hidden += f.conflicts_without_reuse() - f.conflicts;
  }
}

/// All x of each y; with zigzag every second row the other way, the first one descending.
std::vector<Accumulator> rows(bool zigzag) {
  std::vector<Accumulator> cells;
  for (int y = 0; y < kThreadSide; ++y)
    for (int x = 0; x < kThreadSide; ++x) cells.push_back({zigzag && y % 2 == 0 ? kThreadSide - 1 - x : x, y});
  return cells;
}

/// Squares with their corners at columns `xs`, four in a row of squares, walked around in the order of `corners`.
std::vector<Accumulator> squares(std::array<int, 4> xs, const std::array<Accumulator, 4>& corners, bool zigzag) {
  std::vector<Accumulator> cells;
  for (int y = 0; y < kThreadSide; y += 2) {
    for (const int x : xs)
      for (const Accumulator& corner : corners) cells.push_back({x + corner.x, y + corner.y});
    if (zigzag) std::reverse(xs.begin(), xs.end());
  }
  return cells;
}

}  // namespace

std::string_view name_of(FfmaOrder order) {
  constexpr std::array<std::string_view, kFfmaOrders> names{"row scan", "zigzag", "swirl", "swirl + zigzag",
                                                            "neighbour swirl + zigzag"};
  return names[static_cast<std::size_t>(order)];
}

std::vector<Accumulator> issued_in(FfmaOrder order) {
  constexpr std::array<Accumulator, 4> around{{{2, 0}, {2, 1}, {0, 1}, {0, 0}}},
      neighbours{{{0, 1}, {0, 0}, {1, 0}, {1, 1}}};
  switch (order) {
    case FfmaOrder::kRowScan: return rows(false);
    case FfmaOrder::kZigzag: return rows(true);
    case FfmaOrder::kSwirl: return squares({0, 1, 4, 5}, around, false);
    case FfmaOrder::kSwirlZigzag: return squares({0, 1, 4, 5}, around, true);
    case FfmaOrder::kSwirlNeighbours: return squares({0, 2, 4, 6}, neighbours, true);
  }
  return {};
}

int Ffma::conflicts_without_reuse() const {
  return conflicts_among(registers, [](std::size_t) { return true; });
}

RegisterReuse reuse_of(FfmaOrder order, int depth) {
  RegisterReuse all;
  all.depth = depth;
  for (int step = 0; step < kStepsOfKTile; ++step)
    for (const Accumulator& cell : issued_in(order))
      all.ffmas.push_back(
          {cell, {register_of_A(cell.x, step % 2), register_of_B(cell.y, step % 2), register_of_C(cell.x, cell.y)}});
  if (depth > 0) mark_reuse(all.ffmas, depth);
  count(all);
  return all;
}

WholeKernel whole_kernel(const RegisterReuse& of_ffmas) {
  return {of_ffmas.operands + kOtherOperands, of_ffmas.hits + (of_ffmas.depth > 0 ? kOtherHits : 0)};
}

}  // namespace gemmscope::analysis
