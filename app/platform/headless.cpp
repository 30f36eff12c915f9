// SPDX-License-Identifier: MIT
/// Pictures without a display: an EGL context without a surface, drawn by the GPU or by Mesa on the CPU. Time goes by
/// in fixed steps, so that the same session gives the same picture.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include "app/gl/framebuffer.h"
#include "app/platform/platform.h"
#include "imgui.h"

namespace gemmscope::platform {
namespace {

constexpr float kFrameSeconds = 1.0f / 60;

class Headless final : public Platform {
 public:
  Headless(EGLDisplay display, EGLContext context, int width, int height)
      : display_(display),
        context_(context),
        width_(width),
        height_(height),
        framebuffer_(std::make_unique<gl::Framebuffer>(width, height)) {}
  ~Headless() override {
    framebuffer_.reset();
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
  }

  void attach() override { ImGui::GetIO().BackendPlatformName = "gemmscope headless"; }
  void detach() override {}
  bool wait(double) override { return false; }
  bool closing() const override { return false; }
  void begin_frame() override {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    io.DeltaTime = kFrameSeconds;
    framebuffer_->bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  void end_frame() override { glFinish(); }
  float scale() const override { return 1; }
  void set_title(const std::string&) override {}
  void resize(int width, int height) override {
    width_ = width, height_ = height;
    framebuffer_ = std::make_unique<gl::Framebuffer>(width, height);
  }
  void wake() override {}

 private:
  EGLDisplay display_;
  EGLContext context_;
  int width_, height_;
  std::unique_ptr<gl::Framebuffer> framebuffer_;
};

bool works(EGLDisplay display) {
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE;
}

/// The first that can be initialised: without any surface (Mesa, NVIDIA's newer drivers), the first of the GPUs that
/// EGL names (NVIDIA's older ones), whatever is there by default. EGL_NO_DISPLAY: none can.
EGLDisplay open_display() {
  const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  if (get != nullptr) {
    const EGLDisplay surfaceless = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (works(surfaceless)) return surfaceless;
    EGLDeviceEXT gpu = nullptr;
    EGLint found = 0;
    if (query != nullptr && query(1, &gpu, &found) == EGL_TRUE && found > 0) {
      const EGLDisplay of_gpu = get(EGL_PLATFORM_DEVICE_EXT, gpu, nullptr);
      if (works(of_gpu)) return of_gpu;
    }
  }
  const EGLDisplay usual = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  return works(usual) ? usual : EGL_NO_DISPLAY;
}

EGLContext open_context(EGLDisplay display) {
  eglBindAPI(EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (eglChooseConfig(display, wanted, &config, 1, &found) == EGL_FALSE || found == 0) return EGL_NO_CONTEXT;
  const EGLint version[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, version);
}

}  // namespace

Result<std::unique_ptr<Platform>> open_headless(int width, int height) {
  const EGLDisplay display = open_display();
  if (display == EGL_NO_DISPLAY)
    return fail(ErrorKind::kNoDevice, "no EGL display can be opened to draw pictures; install libegl1 and Mesa");
  const EGLContext context = open_context(display);
  if (context == EGL_NO_CONTEXT || eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE)
    return fail(ErrorKind::kNoDevice, "EGL gives no OpenGL 3.3 context to draw pictures with; install a newer Mesa");
  if (gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) == 0)
    return fail(ErrorKind::kNoDevice, "the OpenGL functions cannot be loaded; install libgl1");
  return std::make_unique<Headless>(display, context, width, height);
}

}  // namespace gemmscope::platform
