// SPDX-License-Identifier: MIT
/// @file choice.h
/// Words to click: several of which one is on, and a quiet one that does something.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/draw/canvas.h"

namespace gemmscope::draw {

/// A word in a frame, filled where it is `on`, with what it does as a `hint`. Returns whether it was clicked.
bool framed_word(Canvas& canvas, Rect place, const std::string& id, const std::string& word, bool on,
                 Align align = Align::kCentre, std::string_view hint = {});
/// How wide its frame is best.
float framed_width(const Canvas& canvas, const std::string& word);

/// Words in frames side by side, the one that is `on` filled. Cuts its room off the left of `row`. Returns the one that
/// was clicked; tests click it by its text. A hint for each, or one for all.
std::optional<int> choice(Canvas& canvas, Rect& row, std::span<const std::string> names, int on,
                          std::span<const std::string> hints);
std::optional<int> choice(Canvas& canvas, Rect& row, std::span<const std::string> names, int on,
                          std::string_view hint = {});

/// The room that choice() cuts off.
float choice_width(const Canvas& canvas, std::span<const std::string> names);

/// A button for something drawn onto it, with what it does as a hint. Returns whether it was clicked.
bool button(Canvas& canvas, Rect place, const char* id, const char* explanation);
/// A triangle that points forward (+1) or back (-1), with `middle` in it.
void arrow_head(Canvas& canvas, Point middle, float direction, Colour colour);

/// A quiet word at the left or right end of `rect`, with what it does as a hint. Returns whether it was clicked; tests
/// click it by `id`.
bool link(Canvas& canvas, Rect rect, const char* id, const std::string& text, Align align,
          std::string_view explanation = {});

}  // namespace gemmscope::draw
