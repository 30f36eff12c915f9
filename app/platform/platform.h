// SPDX-License-Identifier: MIT
/// @file platform.h
/// What the program needs of a window system. Two kinds: a window (GLFW) and a picture in memory (EGL without a
/// display).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::platform {

/// Owns the OpenGL context, which is current from opening on. Needs a Dear ImGui context from attach() on.
class Platform {
 public:
  virtual ~Platform() = default;
  virtual void attach() = 0;  ///< feeds input to the current Dear ImGui context from now on
  virtual void detach() = 0;
  /// Until input, wake(), or so long; 0 = only collect input. Returns whether there is input that no frame has seen, or
  /// the window's picture is lost.
  virtual bool wait(double seconds) = 0;
  virtual bool closing() const = 0;  ///< the person closes the window
  /// Paths of the files that were dropped onto the window since this was asked last.
  virtual std::vector<std::string> dropped() { return {}; }
  virtual void stay_open() {}      ///< takes that back
  virtual void begin_frame() = 0;  ///< display size and time; binds and clears the framebuffer
  virtual void end_frame() = 0;    ///< shows what was drawn
  /// Called instead of end_frame() to leave the last frame on the screen. False: that frame is lost, or this platform
  /// keeps none.
  virtual bool keep_frame() { return false; }
  virtual float scale() const = 0;  ///< of the display: 1, 1.5, 2, ..
  virtual void set_title(const std::string& title) = 0;
  virtual void resize(int width, int height) = 0;
  virtual void wake() = 0;  ///< ends wait(); from any thread
};

Result<std::unique_ptr<Platform>> open_glfw(const std::string& title, int width, int height);
Result<std::unique_ptr<Platform>> open_headless(int width, int height);

}  // namespace gemmscope::platform
