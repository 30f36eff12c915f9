// SPDX-License-Identifier: MIT
/// @file families.h
/// The tables of operations, one for each file of this folder.
#pragma once

#include "tracing/lockstep/operations/lanes.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

std::span<const Operation> integer_operations();

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
