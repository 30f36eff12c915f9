// SPDX-License-Identifier: MIT
/// @file program_points.h
/// The settings of a program's numbers that a sweep goes through, and what comes of each: for the window and for
/// `gemmscope sweep`.
#pragma once

#include <functional>
#include <vector>

#include "app/session/program_queue.h"
#include "app/sweep/row.h"

namespace gemmscope::session {

struct ProgramPoints {
  std::vector<Numbers> settings;
  Numbers numbers{};            ///< the same in all of them
  bool addresses_only = false;  ///< the program's results do not count
  unsigned threads = 0;         ///< of this computer; 0: all cores
};

/// Compiles and runs each, and returns their rows in the order of the settings; as far as it came where `go_on` said
/// no. `on_setting` is called after each of them, one call at a time, on any thread.
std::vector<sweep::Row> run_points(const ProgramPoints& points, const ProgramRunner& runner,
                                   const std::function<bool()>& go_on,
                                   const std::function<void(std::size_t done, std::size_t total)>& on_setting);

}  // namespace gemmscope::session
