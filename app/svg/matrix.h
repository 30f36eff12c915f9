// SPDX-License-Identifier: MIT
/// @file matrix.h
/// A matrix of cells as SVG elements, painted as shaders/matrix.frag does.
#pragma once

#include <string>

#include "app/svg/parts.h"

namespace gemmscope::svg {

std::string matrix(const Place& place, const draw::Matrix& shape);

}  // namespace gemmscope::svg
