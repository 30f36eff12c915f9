// SPDX-License-Identifier: MIT
/// @file matrix_painter.h
/// Draws matrices of cells with one fragment shader: a texel per cell, one rectangle per matrix, whatever its size.
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "imgui.h"
#include "tracing/format/result.h"

namespace gemmscope::gl {

/// Row-major cells and how they are to look. Colours are RGBA, 0..1.
struct MatrixImage {
  int columns = 0, rows = 0;
  std::vector<std::array<std::uint8_t, 2>> cells;  ///< palette index, marks
  std::vector<std::array<float, 4>> palette;       ///< at most 64
  int major_columns = 0, major_rows = 0;           ///< strong lines every so many cells; 0 = none
  std::array<float, 4> line{}, strong_line{}, ink{};
  float gap_px = 1;
};

class MatrixPainter {
 public:
  static Result<std::unique_ptr<MatrixPainter>> create();
  ~MatrixPainter();
  MatrixPainter(const MatrixPainter&) = delete;
  MatrixPainter& operator=(const MatrixPainter&) = delete;

  /// Adds `image` to `list` between two corners in pixels. `id` names its texture, which is sent again only when the
  /// cells differ from the last ones of that name.
  void paint(ImDrawList& list, const std::string& id, ImVec2 top_left, ImVec2 bottom_right, const MatrixImage& image);

  /// Where the shader's parameters are.
  struct Uniforms {
    GLint cells, corners, size_px, palette, major, line, strong_line, ink, gap_px;
  };

 private:
  explicit MatrixPainter(GLuint program);
  static void draw(const ImDrawList* list, const ImDrawCmd* command);

  struct Texture {
    GLuint name = 0;
    int columns = 0, rows = 0;
    std::vector<std::array<std::uint8_t, 2>> cells;
  };
  GLuint program_, vertices_ = 0;
  Uniforms uniforms_{};
  std::map<std::string, Texture> textures_;
};

}  // namespace gemmscope::gl
