// SPDX-License-Identifier: MIT
#include "app/screen/fonts.h"

#include <fontconfig/fontconfig.h>

namespace gemmscope::screen {
namespace {

/// With `for_missing`, characters that the font lacks come from that family: JetBrains Mono has no thin space.
ImFont* load(const std::string& family, const std::string& style, const std::string& for_missing = {}) {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = 2;
  const std::string path = find_font(family, style);
  ImFont* font = path.empty() ? nullptr : atlas->AddFontFromFileTTF(path.c_str(), theme::kWordsSize, &config);
  if (font == nullptr) font = atlas->AddFontDefault();
  const std::string second = for_missing.empty() ? std::string{} : find_font(for_missing, "Regular");
  config.MergeMode = true;
  if (!second.empty()) atlas->AddFontFromFileTTF(second.c_str(), theme::kWordsSize, &config);
  return font;
}

}  // namespace

ImFont* Fonts::of(theme::Face face) const {
  switch (face) {
    case theme::Face::kWords: return words;
    case theme::Face::kBold: return bold;
    case theme::Face::kMono: return mono;
    case theme::Face::kMonoBold: return mono_bold;
  }
  return words;
}

std::string find_font(const std::string& family, const std::string& style) {
  std::string path;
  FcConfig* config = FcInitLoadConfigAndFonts();
  if (config == nullptr) return path;
  FcPattern* wanted = FcNameParse(reinterpret_cast<const FcChar8*>((family + ":style=" + style).c_str()));
  FcConfigSubstitute(config, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult result = FcResultNoMatch;
  if (FcPattern* found = FcFontMatch(config, wanted, &result)) {
    FcChar8* file = nullptr;
    if (FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch) path = reinterpret_cast<const char*>(file);
    FcPatternDestroy(found);
  }
  FcPatternDestroy(wanted);
  FcConfigDestroy(config);
  const bool loadable = path.ends_with(".ttf") || path.ends_with(".otf") || path.ends_with(".ttc");
  return loadable ? path : std::string{};
}

Fonts load_fonts() {
  Fonts fonts;
  fonts.words = load("Inter", "Regular");
  fonts.bold = load("Inter", "Semi Bold");
  fonts.mono = load("JetBrains Mono", "Regular", "Inter");
  fonts.mono_bold = load("JetBrains Mono", "Bold", "Inter");
  return fonts;
}

}  // namespace gemmscope::screen
