// SPDX-License-Identifier: MIT
#include "app/theme/colours.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::theme {
namespace {

// Warps have eight hues, 45 degrees apart in OKLCH and in turn darker and lighter; neighbours in number are far apart.
constexpr Colours kDark{
    .ground = hex(0x14161a),
    .panel = hex(0x1c1f26),
    .line = hex(0x2c313b),
    .text = hex(0xe8eaee),
    .secondary = hex(0xa7aebb),
    .a = hex(0x5aa9f2),
    .b = hex(0xe6c14a),
    .c = hex(0x45c49c),
    .on_operand = hex(0x10141a),
    .selected = hex(0xe8eaee),
    .row = hex(0x2a3342),
    .button = hex(0x2f6fb3),
    .on_button = hex(0xffffff),
    .error = hex(0xf4a58a),
    .conflict = {hex(0x4a5260), hex(0xf4a58a), hex(0xec6a52), hex(0xcf3350), hex(0xa3246f), hex(0x71209a)},
    .warps = {hex(0x004751), hex(0x71455e), hex(0x384213), hex(0x3a577c), hex(0x5c2e26), hex(0x2a624b), hex(0x43345c),
              hex(0x6c4f25)},
};

constexpr Colours kLight{
    .ground = hex(0xf6f7f9),
    .panel = hex(0xffffff),
    .line = hex(0xd5dae2),
    .text = hex(0x15181d),
    .secondary = hex(0x545d6b),
    .a = hex(0x1668b8),
    .b = hex(0x8a6a00),
    .c = hex(0x127a5b),
    .on_operand = hex(0xffffff),
    .selected = hex(0x15181d),
    .row = hex(0xdfe9f5),
    .button = hex(0x1668b8),
    .on_button = hex(0xffffff),
    .error = hex(0xa3203d),
    .conflict = {hex(0xc5cbd6), hex(0xe0846a), hex(0xc94a33), hex(0xa81f3c), hex(0x7d1454), hex(0x541074)},
    .warps = {hex(0xbfeef7), hex(0xe4bed2), hex(0xe0eac5), hex(0xb5cdeb), hex(0xffd9d1), hex(0xadd5c2), hex(0xe9deff),
              hex(0xdec7a7)},
};

float linear(std::uint8_t channel) {
  const float c = static_cast<float>(channel) / 255;
  return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

float luminance(Colour c) { return 0.2126f * linear(c.r) + 0.7152f * linear(c.g) + 0.0722f * linear(c.b); }

std::uint8_t between(std::uint8_t from, std::uint8_t to, float t) {
  return static_cast<std::uint8_t>(
      std::lround(static_cast<float>(from) + (static_cast<float>(to) - static_cast<float>(from)) * t));
}

}  // namespace

const Colours& colours(Theme theme) { return theme == Theme::kDark ? kDark : kLight; }

Colour faded(Colour colour, float opacity) {
  colour.a = static_cast<std::uint8_t>(std::lround(static_cast<float>(colour.a) * std::clamp(opacity, 0.0f, 1.0f)));
  return colour;
}

Colour mixed(Colour from, Colour to, float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  return {between(from.r, to.r, t), between(from.g, to.g, t), between(from.b, to.b, t), between(from.a, to.a, t)};
}

float contrast(Colour one, Colour other) {
  const float x = luminance(one), y = luminance(other);
  return (std::max(x, y) + 0.05f) / (std::min(x, y) + 0.05f);
}

Colour conflict_colour(const Colours& colours, int nway) {
  std::size_t step = 0;
  while (step + 1 < kConflictSteps.size() && nway >= kConflictSteps[step + 1]) ++step;
  return colours.conflict[step];
}

Colour switched_on(const Colours& colours) { return mixed(colours.panel, colours.button, 0.55f); }

Colour text_on(Colour background) {
  constexpr Colour kInk = hex(0x10141a), kPaper = hex(0xffffff);
  return contrast(background, kInk) >= contrast(background, kPaper) ? kInk : kPaper;
}

Colour viridis(float t) {
  // Nine samples of matplotlib's viridis, linear in between: at most 2 of 255 off.
  constexpr Colour kSamples[] = {hex(0x440154), hex(0x472d7b), hex(0x3b528b), hex(0x2c728e), hex(0x21918c),
                                 hex(0x28ae80), hex(0x5ec962), hex(0xaddc30), hex(0xfde725)};
  const float at = std::clamp(t, 0.0f, 1.0f) * 8;
  const int i = std::min(7, static_cast<int>(at));
  return mixed(kSamples[i], kSamples[i + 1], at - static_cast<float>(i));
}

Colour change_colour(const Colours& colours, float t) {
  constexpr float kLeast = 0.25f;  // so that every change can be seen
  if (t == 0) return colours.ground;
  return mixed(colours.ground, t < 0 ? colours.button : colours.conflict[2], kLeast + (1 - kLeast) * std::abs(t));
}

Colour operand_colour(const Colours& colours, const format::Tensor& tensor) {
  using format::Matrix;
  const std::string& name = tensor.of.empty() ? tensor.name : tensor.of;
  const auto is = [&](Matrix matrix, const char* letter) {
    return tensor.matrix == Matrix::kOther ? name == letter : tensor.matrix == matrix;
  };
  return is(Matrix::kA, "A")   ? colours.a
         : is(Matrix::kB, "B") ? colours.b
         : is(Matrix::kC, "C") ? colours.c
                               : colours.secondary;
}

}  // namespace gemmscope::theme
