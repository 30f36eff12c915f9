// SPDX-License-Identifier: MIT
/// @file choose.h
/// A row of names to choose from, which has room for however many there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/draw/canvas.h"

namespace gemmscope::views {

inline constexpr float kChooseRow = 20;  ///< height

struct Item {
  std::string name, tip;
};

/// All names, that of `shown` filled; where they do not fit, its name alone between two arrows, whose tips name the
/// others. Leaves what is free beside them of `row`. `what`: one of them, as "file". Returns the one that was chosen.
std::optional<std::size_t> choose(draw::Canvas& canvas, draw::Rect& row, const std::string& what,
                                  const std::vector<Item>& items, std::size_t shown);

}  // namespace gemmscope::views
