// SPDX-License-Identifier: MIT
#include "app/views/parts/scope_choice.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "app/draw/choice.h"
#include "app/session/refresh.h"
#include "app/views/parts/site_words.h"
#include "app/words/scope_words.h"

namespace gemmscope::views {
namespace {

/// In the order of session::Scope; the last is "whole kernel" or "recorded part".
std::array<std::string, 3> scopes(const session::Look& look) {
  return {"k-tile", "block", words::scope_in_words(*look.recording(), {})};
}

}  // namespace

float scope_choice_width(const draw::Canvas& canvas, const session::Look& look) {
  return draw::choice_width(canvas, scopes(look));
}

void draw_scope_choice(draw::Canvas& canvas, draw::Rect& row, const session::Look& look, session::Actions& actions) {
  const std::string hint = "What is counted: " + words::scope_in_words(*look.recording(), look.summary_scope) + ".";
  const std::array<std::string, 3> names = scopes(look);
  const int left_out = look.recording()->tiles_known() ? 0 : 1;  // a program has no k-tiles
  const int on = std::max(0, static_cast<int>(look.scope) - left_out);
  if (const auto scope = draw::choice(canvas, row, std::span(names).subspan(left_out), on, hint))
    actions.add(session::set_scope, static_cast<session::Scope>(*scope + left_out));
}

}  // namespace gemmscope::views
