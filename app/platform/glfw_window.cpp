// SPDX-License-Identifier: MIT
/// A window on X11 or Wayland. Sleeps in the window system's event wait: an idle window costs no CPU time.
#include <glad/gl.h>
// glad first: GLFW then leaves out its own OpenGL header.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

#include "app/platform/platform.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_internal.h"  // the queue of input

namespace gemmscope::platform {
namespace {

class GlfwWindow final : public Platform {
 public:
  explicit GlfwWindow(GLFWwindow* window) : window_(window) {
    glfwSetWindowUserPointer(window, this);
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) {
      auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w));
      self->stale_ = self->lost_ = true;
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
      auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w));
      self->dropped_.assign(paths, paths + count);
      self->stale_ = true;
    });
  }
  ~GlfwWindow() override {
    glfwDestroyWindow(window_);
    glfwTerminate();
  }

  void attach() override { ImGui_ImplGlfw_InitForOpenGL(window_, true); }
  void detach() override { ImGui_ImplGlfw_Shutdown(); }
  bool wait(double seconds) override {
    if (seconds > 0)
      glfwWaitEventsTimeout(seconds);
    else
      glfwPollEvents();
    return std::exchange(stale_, false) || !ImGui::GetCurrentContext()->InputEventsQueue.empty();
  }
  bool closing() const override { return glfwWindowShouldClose(window_) != 0; }
  void stay_open() override { glfwSetWindowShouldClose(window_, GLFW_FALSE); }
  std::vector<std::string> dropped() override { return std::exchange(dropped_, {}); }
  void begin_frame() override {
    ImGui_ImplGlfw_NewFrame();
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  void end_frame() override {
    lost_ = false;
    glfwSwapBuffers(window_);
  }
  bool keep_frame() override { return !lost_; }
  /// The scale for sizes as Dear ImGui gives them, which are the window's. If a window has more pixels than its size
  /// says (Wayland), its framebuffer already has the rest of the display's scale.
  float scale() const override {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    int width = 0, height = 0, pixels = 0, rows = 0;
    glfwGetWindowSize(window_, &width, &height);
    glfwGetFramebufferSize(window_, &pixels, &rows);
    const float inside = width > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
    return std::max(x, y) / inside;
  }
  void resize(int width, int height) override { glfwSetWindowSize(window_, width, height); }
  void set_title(const std::string& title) override {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
  }
  void wake() override { glfwPostEmptyEvent(); }

 private:
  GLFWwindow* window_;
  std::string title_;
  std::vector<std::string> dropped_;
  bool stale_ = false;  ///< the next wait() returns at once
  bool lost_ = true;    ///< the window system wants the picture again: uncovered, resized
};

/// `width` and `height`, or what the screen has room for. GLFW multiplies both by the screen's scale.
void fit_on_screen(int& width, int& height) {
  GLFWmonitor* screen = glfwGetPrimaryMonitor();
  if (screen == nullptr) return;
  int x = 0, y = 0, free_width = 0, free_height = 0;
  float scale_x = 1, scale_y = 1;
  glfwGetMonitorWorkarea(screen, &x, &y, &free_width, &free_height);
  glfwGetMonitorContentScale(screen, &scale_x, &scale_y);
  if (free_width <= 0 || free_height <= 0 || scale_x <= 0 || scale_y <= 0) return;
  width = std::min(width, static_cast<int>(static_cast<float>(free_width) / scale_x));
  height = std::min(height, static_cast<int>(static_cast<float>(free_height) / scale_y));
}

}  // namespace

Result<std::unique_ptr<Platform>> open_glfw(const std::string& title, int width, int height) {
  if (glfwInit() == GLFW_FALSE)
    return fail(ErrorKind::kNoDevice,
                "there is no display to open a window on; use 'gemmscope render' for pictures without one");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  fit_on_screen(width, height);
  GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window == nullptr) {
    glfwTerminate();
    return fail(ErrorKind::kNoDevice,
                "the display gives no OpenGL 3.3 window; use 'gemmscope render' for pictures without one");
  }
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(window);
    glfwTerminate();
    return fail(ErrorKind::kNoDevice, "the OpenGL functions cannot be loaded; install libgl1");
  }
  return std::make_unique<GlfwWindow>(window);
}

}  // namespace gemmscope::platform
