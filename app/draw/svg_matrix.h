// SPDX-License-Identifier: MIT
/// @file svg_matrix.h
/// A matrix of cells as SVG elements, painted as shaders/matrix.frag does.
#pragma once

#include <string>

#include "app/draw/svg_parts.h"

namespace gemmscope::draw::svg {

std::string matrix(const Place& place, const Matrix& shape);

}  // namespace gemmscope::draw::svg
