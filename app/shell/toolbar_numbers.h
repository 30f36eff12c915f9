// SPDX-License-Identifier: MIT
/// @file toolbar_numbers.h
/// Fields for the numbers of an own program.
#pragma once

#include <string>

#include "app/session/actions.h"
#include "app/session/own_number.h"
#include "app/theme/colours.h"

namespace gemmscope::shell {

/// Pixels across.
float number_field_width(const session::OwnNumber& number, float px);
/// Its name, a field to type into, and two arrows. A number that is not the file's is written in the colour of buttons.
/// `file`: the program's name.
void draw_number_field(const session::OwnNumber& number, const std::string& file, session::Actions& actions,
                       const theme::Colours& colours, float px);

}  // namespace gemmscope::shell
