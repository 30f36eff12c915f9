// SPDX-License-Identifier: MIT
/// @file fitted.h
#pragma once

#include "app/gl/framebuffer.h"

namespace gemmscope::gl {

/// The picture made smaller so that it fits into `width` x `height` pixels, at the top left; beside it the colour of
/// its last pixel. Each pixel is the mean of those that it covers. A picture of that size stays as it is.
Picture fitted(Picture picture, int width, int height);

}  // namespace gemmscope::gl
