// SPDX-License-Identifier: MIT
/// @file editor_language.h
/// CUDA C++ in the text editor: its words, and the colours of the theme for them.
#pragma once

#include "TextEditor.h"
#include "app/theme/colours.h"

namespace gemmscope::shell {

/// C++ with CUDA's own words.
const TextEditor::Language& cuda_language();

TextEditor::Palette palette_of(const theme::Colours& colours);

}  // namespace gemmscope::shell
