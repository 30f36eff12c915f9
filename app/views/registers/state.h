// SPDX-License-Identifier: MIT
/// @file state.h
/// What the registers view remembers.
#pragma once

#include "app/session/state_entries.h"
#include "tracing/analysis/registers.h"

namespace gemmscope::views {

struct RegistersState {
  analysis::FfmaOrder order = analysis::FfmaOrder::kSwirlZigzag;
  int depth = 2;     ///< registers that an operand slot keeps, 0 to 3
  int position = 0;  ///< which multiply-add of a step, 0 to 63; people count from 1

  void share(const RegistersState& other) { *this = other; }
  static session::StateEntries<RegistersState> entries() {
    return {
        session::word_entry("ffma_order", &RegistersState::order,
                            {"row_scan", "zigzag", "swirl", "swirl_zigzag", "neighbours"}),
        session::number_entry("reuse_depth", "0 to 3 registers that a slot keeps", &RegistersState::depth, 0, 3),
        session::number_entry("ffma", "1 to 64", &RegistersState::position, 1, analysis::kFfmasOfStep, 1),
    };
  }
  friend bool operator==(const RegistersState&, const RegistersState&) = default;
};

}  // namespace gemmscope::views
