// SPDX-License-Identifier: MIT
/// @file request.h
/// The parts of Stores.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/stores/picture.h"

namespace gemmscope::views {

/// The request at the cursor by rows of its array: a chip for each lane, hatched if it is one of `beyond`, a bracket
/// for each sector.
void draw_request(draw::Canvas& canvas, draw::Rect space, const std::vector<RequestRow>& rows, std::uint32_t beyond,
                  const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
