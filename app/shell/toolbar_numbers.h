// SPDX-License-Identifier: MIT
/// @file toolbar_numbers.h
/// Fields for the numbers of an own program.
#pragma once

#include <string>

#include "app/screen/fonts.h"
#include "app/session/actions.h"
#include "app/session/own_number.h"
#include "app/theme/colours.h"

namespace gemmscope::shell {

struct NumberContext {
  session::Actions& actions;
  const screen::Fonts& fonts;
  const theme::Colours& colours;
  float px;              ///< pixels per point
  std::string file;      ///< the program's name
  theme::Colour colour;  ///< of the number's matrix
};

/// Pixels across.
float number_width(const session::OwnNumber& number, const NumberContext& context);
/// Its name, and a large button for each value that the file offers, with a small one to type another padding; else a
/// field to type into, and two arrows. A number that is not the file's is written in colour.
void draw_number(const session::OwnNumber& number, const NumberContext& context);

}  // namespace gemmscope::shell
