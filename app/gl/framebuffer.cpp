// SPDX-License-Identifier: MIT
#include "app/gl/framebuffer.h"

#include <glad/gl.h>

#include <algorithm>

namespace gemmscope::gl {

Framebuffer::Framebuffer(int width, int height) : width_(width), height_(height) {
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glGenFramebuffers(1, &framebuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
}

Framebuffer::~Framebuffer() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &texture_);
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
}

Picture Framebuffer::read() const {
  bind();
  return read_picture(width_, height_);
}

Picture read_picture(int width, int height) {
  Picture picture{width, height, {}};
  const auto row = static_cast<std::size_t>(width) * 3;
  picture.rgb.resize(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture.rgb.data());
  const auto at = [&](int y) { return picture.rgb.begin() + static_cast<std::ptrdiff_t>(row) * y; };
  for (int y = 0; y < height / 2; ++y) std::swap_ranges(at(y), at(y + 1), at(height - 1 - y));
  return picture;
}

}  // namespace gemmscope::gl
