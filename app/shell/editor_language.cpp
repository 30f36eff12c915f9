// SPDX-License-Identifier: MIT
#include "app/shell/editor_language.h"

#include "app/screen/colour.h"

namespace gemmscope::shell {
namespace {

TextEditor::Language make_language() {
  TextEditor::Language language = *TextEditor::Language::Cpp();
  language.name = "CUDA C++";
  for (const char* word : {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__",
                           "__restrict__", "__launch_bounds__", "__forceinline__", "__noinline__"})
    language.keywords.insert(word);
  for (const char* type : {"half", "half2", "float2", "float3", "float4", "double2", "int2", "int3", "int4", "uint2",
                           "uint3", "uint4", "dim3", "cudaError_t", "cudaStream_t"})
    language.declarations.insert(type);
  for (const char* name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__syncthreads", "__syncwarp",
                           "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__ballot_sync"})
    language.identifiers.insert(name);
  return language;
}

}  // namespace

const TextEditor::Language& cuda_language() {
  static const TextEditor::Language language = make_language();
  return language;
}

TextEditor::Palette palette_of(const theme::Colours& colours) {
  using Color = TextEditor::Color;
  TextEditor::Palette palette;
  palette.fill(screen::packed(colours.text));
  const auto set = [&](Color what, theme::Colour colour) {
    palette[static_cast<std::size_t>(what)] = screen::packed(colour);
  };
  // Blue, yellow and green are those of A, B and C everywhere: here they are mixed with the colour of text.
  const auto tinted = [&](theme::Colour colour) { return theme::mixed(colours.text, colour, 0.75f); };
  for (const Color what : {Color::keyword, Color::declaration}) set(what, tinted(colours.a));
  for (const Color what : {Color::number, Color::string}) set(what, tinted(colours.c));
  set(Color::knownIdentifier, tinted(colours.b));
  for (const Color what : {Color::comment, Color::preprocessor, Color::lineNumber, Color::whitespace})
    set(what, colours.secondary);
  set(Color::background, colours.panel);
  set(Color::selection, colours.row);
  set(Color::matchingBracketBackground, colours.row);
  set(Color::matchingBracketError, colours.error);
  return palette;
}

}  // namespace gemmscope::shell
