// SPDX-License-Identifier: MIT
/// @file sweep_choice.h
/// Choosing what a sweep goes through: values of a number of the program, or of several.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace gemmscope::session {

/// Something that can be swept, and the values that are offered: ascending.
struct SweepOffer {
  std::string name;
  std::vector<std::string> values;
  std::vector<std::string> chosen;  ///< of `values`, in their order
};

/// Numbers of the program with values around their own. Values that are chosen are offered too, and so is what is
/// chosen besides.
std::vector<SweepOffer> sweep_offers(const Look& look);
/// How many settings the choice has; 0: nothing is chosen.
std::size_t chosen_settings(const Look& look);

/// Why the program of `recording` cannot be swept from it, and what to do, with a number that its source has: "a
/// recording alone cannot be run again; open my.cu, or type 'gemmscope sweep my.cu --over TILE=8/16/32'".
std::string how_to_sweep(const format::Recording& recording);

/// Chooses all values that are offered, or none if any is chosen.
void toggle_axis(Look& look, const std::string& name);
void toggle_value(Look& look, const std::string& name, const std::string& value);

}  // namespace gemmscope::session
