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

/// The rows of settings 0 to `count` - 1, in order, several made at the same time; as far as it came where `go_on` said
/// no. `on_setting` is called after each of them, one call at a time, on any thread. `threads`: as above.
std::vector<sweep::Row> rows_of_each(std::size_t count, unsigned threads,
                                     const std::function<std::vector<sweep::Row>(std::size_t)>& rows_of_one,
                                     const std::function<bool()>& go_on,
                                     const std::function<void(std::size_t done, std::size_t total)>& on_setting);

/// Compiles and runs each, and returns their rows as rows_of_each().
std::vector<sweep::Row> run_points(const ProgramPoints& points, const ProgramRunner& runner,
                                   const std::function<bool()>& go_on,
                                   const std::function<void(std::size_t done, std::size_t total)>& on_setting);

}  // namespace gemmscope::session
