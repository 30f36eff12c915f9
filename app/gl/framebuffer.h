// SPDX-License-Identifier: MIT
/// @file framebuffer.h
/// A picture in memory that OpenGL draws into.
#pragma once

#include <cstdint>
#include <vector>

namespace gemmscope::gl {

/// 8-bit RGB rows, top row first.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

class Framebuffer {
 public:
  Framebuffer(int width, int height);
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  void bind() const;
  Picture read() const;

 private:
  int width_, height_;
  unsigned texture_ = 0, framebuffer_ = 0;
};

/// What the currently bound framebuffer shows.
Picture read_picture(int width, int height);

}  // namespace gemmscope::gl
