// SPDX-License-Identifier: MIT
/// @file families.h
/// The tables of operations, one for each file of this folder.
///
/// Mnemonics are PTX's, with these conventions:
/// - ".rn" is left out: it is what happens where nothing else is said ("fma.f32", "cvt.f16.f32", "div.f32").
/// - ".sync" stays. "mad.f32" and "mad.f64" are "fma".
/// - The carry flag is a predicate: add.cc, sub.cc, mad.cc and the .cc forms of addc, subc and madc have it as second
///   result; addc, subc and madc as last source. For sub and subc it is the borrow.
/// - setp always has two results, p and q. A negated predicate source is a negated copy (not.pred).
/// - "mov.b32 d, {a, b}" is "pack.b32.b16x2 d, a, b", and "mov.b32 {a, b}, d" is "unpack.b32.b16x2 a, b, d"; likewise
///   b64.b32x2 and b64.b16x4.
/// - u8 and s8 take 16 bits: a source's upper half is ignored, a result's continues its sign. If a register is wider
///   than cvt's type, the source is first cut ("cvt.u16.u32"), the result extended after ("cvt.s32.s16").
/// - A float's conversion to an integer is clamped anyway: no ".sat".
/// - lop3's table is a source like any other, and so is the membermask of .sync.
/// A result may be where a source is, if both are equally wide; other operands must not overlap.
#pragma once

#include "tracing/lockstep/operations/lanes.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

std::span<const Row> integer_operations();
std::span<const Row> carry_operations();
std::span<const Row> bit_operations();
std::span<const Row> predicate_operations();
std::span<const Row> float_operations();
std::span<const Row> approximate_operations();
std::span<const Row> warp_operations();
std::span<const Row> convert_operations();
std::span<const Row> half_operations();
std::span<const MatrixRow> matrix_operations();

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
