// SPDX-License-Identifier: MIT
/// @file matrix_painter.h
/// Draws matrices of cells with one fragment shader: a texel per cell, one rectangle per matrix, whatever its size.
/// OpenGL's names are plain numbers here, so that code that draws with it needs none of OpenGL's headers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "app/draw/matrix_image.h"
#include "imgui.h"
#include "tracing/format/result.h"

namespace gemmscope::gl {

class MatrixPainter {
 public:
  static Result<std::unique_ptr<MatrixPainter>> create();
  ~MatrixPainter();
  MatrixPainter(const MatrixPainter&) = delete;
  MatrixPainter& operator=(const MatrixPainter&) = delete;

  /// Adds `image` to `list` between two corners in pixels. `id` names its texture, unique in the whole window; it is
  /// sent again only when the cells differ from the last ones of that name.
  void paint(ImDrawList& list, ImGuiID id, ImVec2 top_left, ImVec2 bottom_right, const draw::MatrixImage& image);

  /// Where the shader's parameters are.
  struct Uniforms {
    int cells, corners, size_px, palette, major, line, strong_line, ink, gap_px;
  };

 private:
  explicit MatrixPainter(unsigned program);
  static void draw(const ImDrawList* list, const ImDrawCmd* command);

  struct Texture {
    unsigned name = 0;
    int columns = 0, rows = 0;
    unsigned version = 0;  ///< how often its cells were sent
    std::vector<std::array<std::uint8_t, 2>> cells;
  };
  unsigned program_, vertices_ = 0;
  Uniforms uniforms_{};
  std::map<ImGuiID, Texture> textures_;
};

}  // namespace gemmscope::gl
