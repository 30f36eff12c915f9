// SPDX-License-Identifier: MIT
#include "app/gl/fitted.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gemmscope::gl {
namespace {

constexpr std::size_t kChannels = 3;
using Colour = std::array<std::uint8_t, kChannels>;

std::size_t place(const Picture& picture, int x, int y) {
  return kChannels *
         (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x));
}

/// The mean of the pixels from `left`, `top` up to but not including `right`, `bottom`.
Colour mean_of(const Picture& picture, int left, int top, int right, int bottom) {
  std::array<std::uint64_t, kChannels> sum{};
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x)
      for (std::size_t c = 0; c < kChannels; ++c) sum[c] += picture.rgb[place(picture, x, y) + c];
  const auto count = static_cast<std::uint64_t>(right - left) * static_cast<std::uint64_t>(bottom - top);
  Colour mean{};
  for (std::size_t c = 0; c < kChannels; ++c) mean[c] = static_cast<std::uint8_t>((sum[c] + count / 2) / count);
  return mean;
}

}  // namespace

Picture fitted(Picture picture, int width, int height) {
  if (picture.width == width && picture.height == height) return picture;
  const double shrunk = std::max({1.0, static_cast<double>(picture.width) / width,
                                  static_cast<double>(picture.height) / height});  // pixels that become one, each way
  const auto begin_of = [&](int pixel, int end) { return std::min(static_cast<int>(pixel * shrunk), end - 1); };
  const auto end_of = [&](int pixel, int begin, int end) {
    return std::clamp(static_cast<int>((pixel + 1) * shrunk), begin + 1, end);
  };
  const auto size_of = [&](int pixels, int most) {
    return std::clamp(static_cast<int>(std::lround(pixels / shrunk)), 1, most);
  };
  const int columns = size_of(picture.width, width), rows = size_of(picture.height, height);
  Picture small{width, height, {}};
  small.rgb.resize(kChannels * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const Colour beside = mean_of(picture, picture.width - 1, picture.height - 1, picture.width, picture.height);
  for (int y = 0; y < height; ++y) {
    const int top = begin_of(y, picture.height), bottom = end_of(y, top, picture.height);
    for (int x = 0; x < width; ++x) {
      const int left = begin_of(x, picture.width), right = end_of(x, left, picture.width);
      const Colour colour = x < columns && y < rows ? mean_of(picture, left, top, right, bottom) : beside;
      std::ranges::copy(colour, small.rgb.begin() + static_cast<std::ptrdiff_t>(place(small, x, y)));
    }
  }
  return small;
}

}  // namespace gemmscope::gl
