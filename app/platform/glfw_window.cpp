// SPDX-License-Identifier: MIT
/// A window on X11 or Wayland. Sleeps in the window system's event wait: an idle window costs no CPU time.
#include <glad/gl.h>
// glad first: GLFW then leaves out its own OpenGL header.
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/platform/platform.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"

namespace gemmscope::platform {
namespace {

class GlfwWindow final : public Platform {
 public:
  explicit GlfwWindow(GLFWwindow* window) : window_(window) {}
  ~GlfwWindow() override {
    glfwDestroyWindow(window_);
    glfwTerminate();
  }

  void attach() override { ImGui_ImplGlfw_InitForOpenGL(window_, true); }
  void detach() override { ImGui_ImplGlfw_Shutdown(); }
  void wait(double seconds) override {
    if (seconds > 0) glfwWaitEventsTimeout(seconds);
    else glfwPollEvents();
  }
  bool closing() const override { return glfwWindowShouldClose(window_) != 0; }
  void begin_frame() override {
    ImGui_ImplGlfw_NewFrame();
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  void end_frame() override { glfwSwapBuffers(window_); }
  float scale() const override {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::max(x, y);
  }
  void set_title(const std::string& title) override {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
  }
  void wake() override { glfwPostEmptyEvent(); }

 private:
  GLFWwindow* window_;
  std::string title_;
};

}  // namespace

Result<std::unique_ptr<Platform>> open_glfw(const std::string& title, int width, int height) {
  if (glfwInit() == GLFW_FALSE)
    return fail(ErrorKind::kNoDevice, "There is no display to open a window on; use 'gemmscope render' for pictures without one.");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window == nullptr) {
    glfwTerminate();
    return fail(ErrorKind::kNoDevice, "The display gives no OpenGL 3.3 window; use 'gemmscope render' for pictures without one.");
  }
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(window);
    glfwTerminate();
    return fail(ErrorKind::kNoDevice, "The OpenGL functions cannot be loaded; install libgl1.");
  }
  return std::make_unique<GlfwWindow>(window);
}

}  // namespace gemmscope::platform
