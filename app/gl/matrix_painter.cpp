// SPDX-License-Identifier: MIT
#include "app/gl/matrix_painter.h"

#include <glad/gl.h>

#include <algorithm>

#include "app/gl/shader_program.h"
#include "shader_sources.h"  // generated from shaders/ by app/gl/CMakeLists.txt

namespace gemmscope::gl {
namespace {

constexpr std::size_t kPaletteSize = 64;

/// One matrix in a draw list. Copied into the list, so it has no pointers but the painter's names.
struct Command {
  GLuint program, vertices, texture;
  unsigned version;  ///< of the texture's cells. It makes a frame with other cells differ (last_frame.h)
  MatrixPainter::Uniforms uniforms;
  ImVec2 top_left, bottom_right;
  float palette[kPaletteSize][4];
  int palette_count;
  float major[2], line[4], strong_line[4], ink[4], gap_px;
};

void copy(const std::array<float, 4>& from, float (&to)[4]) { std::copy(from.begin(), from.end(), to); }

}  // namespace

Result<std::unique_ptr<MatrixPainter>> MatrixPainter::create() {
  const Result<GLuint> program = build_program(shaders::kmatrix_vert, shaders::kmatrix_frag);
  if (!program) return tl::unexpected(program.error());
  return std::unique_ptr<MatrixPainter>(new MatrixPainter(*program));
}

MatrixPainter::MatrixPainter(GLuint program) : program_(program) {
  const auto place = [&](const char* name) { return glGetUniformLocation(program, name); };
  uniforms_ = {.cells = place("cells"),
               .corners = place("corners"),
               .size_px = place("size_px"),
               .palette = place("palette"),
               .major = place("major"),
               .line = place("line"),
               .strong_line = place("strong_line"),
               .ink = place("ink"),
               .gap_px = place("gap_px")};
  glGenVertexArrays(1, &vertices_);
}

MatrixPainter::~MatrixPainter() {
  for (const auto& [id, texture] : textures_) glDeleteTextures(1, &texture.name);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteProgram(program_);
}

void MatrixPainter::paint(ImDrawList& list, ImGuiID id, ImVec2 top_left, ImVec2 bottom_right,
                          const draw::MatrixImage& image) {
  if (image.columns <= 0 || image.rows <= 0) return;
  Texture& texture = textures_[id];
  if (texture.name == 0) glGenTextures(1, &texture.name);
  if (texture.columns != image.columns || texture.rows != image.rows || texture.cells != image.cells) {
    texture.columns = image.columns, texture.rows = image.rows, texture.cells = image.cells;
    ++texture.version;
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG8UI, image.columns, image.rows, 0, GL_RG_INTEGER, GL_UNSIGNED_BYTE,
                 image.cells.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  }

  Command command{};
  command.program = program_, command.vertices = vertices_, command.texture = texture.name;
  command.version = texture.version;
  command.uniforms = uniforms_;
  command.top_left = top_left, command.bottom_right = bottom_right;
  command.palette_count = static_cast<int>(std::min(image.palette.size(), kPaletteSize));
  for (std::size_t i = 0; i < static_cast<std::size_t>(command.palette_count); ++i)
    copy(image.palette[i], command.palette[i]);
  command.major[0] = static_cast<float>(image.major_columns), command.major[1] = static_cast<float>(image.major_rows);
  copy(image.line, command.line), copy(image.strong_line, command.strong_line), copy(image.ink, command.ink);
  command.gap_px = image.gap_px;
  list.AddCallback(&MatrixPainter::draw, &command, sizeof command);
  list.AddCallback(ImGui::GetPlatformIO().DrawCallback_ResetRenderState, nullptr);
}

void MatrixPainter::draw(const ImDrawList*, const ImDrawCmd* drawn) {
  const auto& command = *static_cast<const Command*>(drawn->UserCallbackData);
  const ImDrawData& data = *ImGui::GetDrawData();
  const ImVec2 origin = data.DisplayPos, size = data.DisplaySize, scale = data.FramebufferScale;
  const auto clip_x = [&](float x) { return (x - origin.x) / size.x * 2 - 1; };
  const auto clip_y = [&](float y) { return 1 - (y - origin.y) / size.y * 2; };

  // The backend sets the scissor for what it draws itself, not for callbacks.
  const ImVec4 clip = drawn->ClipRect;
  const auto pixels = [](float value) { return static_cast<GLint>(value); };
  glScissor(pixels((clip.x - origin.x) * scale.x), pixels((size.y - (clip.w - origin.y)) * scale.y),
            std::max(0, pixels((clip.z - clip.x) * scale.x)), std::max(0, pixels((clip.w - clip.y) * scale.y)));

  glUseProgram(command.program);
  glBindVertexArray(command.vertices);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, command.texture);
  glBindSampler(0, 0);  // the backend's filters linearly, with which a texture of integers reads as zeros
  glUniform1i(command.uniforms.cells, 0);
  glUniform4f(command.uniforms.corners, clip_x(command.top_left.x), clip_y(command.top_left.y),
              clip_x(command.bottom_right.x), clip_y(command.bottom_right.y));
  glUniform2f(command.uniforms.size_px, (command.bottom_right.x - command.top_left.x) * scale.x,
              (command.bottom_right.y - command.top_left.y) * scale.y);
  glUniform4fv(command.uniforms.palette, command.palette_count, &command.palette[0][0]);
  glUniform2fv(command.uniforms.major, 1, command.major);
  glUniform4fv(command.uniforms.line, 1, command.line);
  glUniform4fv(command.uniforms.strong_line, 1, command.strong_line);
  glUniform4fv(command.uniforms.ink, 1, command.ink);
  glUniform1f(command.uniforms.gap_px, command.gap_px);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace gemmscope::gl
