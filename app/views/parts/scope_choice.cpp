// SPDX-License-Identifier: MIT
#include "app/views/parts/scope_choice.h"

#include <algorithm>

#include "app/draw/choice.h"
#include "app/session/refresh.h"
#include "app/views/parts/site_words.h"
#include "app/words/scope_words.h"

namespace gemmscope::views {
namespace {

const std::string kScopes[] = {"k-tile", "block", "whole kernel"};  // in the order of session::Scope

constexpr std::string_view kComputed = "computed from ";

std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  return text;
}

}  // namespace

std::vector<std::string> basis_texts(const analysis::Basis& basis) {
  const std::string from = words::basis_in_words(basis), left_out = words::left_out_in_words(basis);
  const std::string differing = words::differing_in_words(basis);
  const std::string brief = from.starts_with(kComputed) ? from.substr(kComputed.size()) : from;
  return {joined({left_out, from, differing}), joined({left_out, brief, differing}), joined({left_out, brief}),
          left_out.empty() ? brief : left_out};
}

std::string basis_in_row(const draw::Canvas& canvas, const analysis::Basis& basis) {
  const std::vector<std::string> texts = basis_texts(basis);
  const auto found = std::ranges::find_if(
      texts, [&](const std::string& text) { return canvas.text_width(text, canvas.small()) <= canvas.area().width; });
  return found == texts.end() ? texts.back() : *found;
}

float scope_choice_width(const draw::Canvas& canvas) { return draw::choice_width(canvas, kScopes); }

void draw_scope_choice(draw::Canvas& canvas, draw::Rect& row, const session::Look& look, session::Actions& actions) {
  std::string hint = "What is counted: " + scope_and_basis_in_words(look) + ".";
  if (const std::string caveat = words::caveat_in_words(look.basis); !caveat.empty()) hint += "\n" + caveat;
  const int left_out = look.recording()->tiles_known() ? 0 : 1;  // a program has no k-tiles
  const int on = std::max(0, static_cast<int>(look.scope) - left_out);
  if (const auto scope = draw::choice(canvas, row, std::span(kScopes).subspan(left_out), on, hint))
    actions.add(session::set_scope, static_cast<session::Scope>(*scope + left_out));
}

}  // namespace gemmscope::views
