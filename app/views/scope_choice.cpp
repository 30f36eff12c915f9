// SPDX-License-Identifier: MIT
#include "app/views/scope_choice.h"

#include "app/draw/choice.h"
#include "app/session/refresh.h"
#include "app/views/site_words.h"
#include "app/words/scope_words.h"

namespace gemmscope::views {
namespace {

const std::string kScopes[] = {"k-tile", "block", "whole kernel"};  // in the order of session::Scope

}  // namespace

float scope_choice_width(const draw::Canvas& canvas) { return draw::choice_width(canvas, kScopes); }

void draw_scope_choice(draw::Canvas& canvas, draw::Rect& row, const session::Session& session,
                       session::Actions& actions) {
  std::string hint = "What is counted: " + scope_and_basis_in_words(session) + ".";
  if (const std::string caveat = words::caveat_in_words(session.basis); !caveat.empty()) hint += "\n" + caveat;
  if (const auto scope = draw::choice(canvas, row, kScopes, static_cast<int>(session.scope), hint))
    actions.add(session::set_scope, static_cast<session::Scope>(*scope));
}

}  // namespace gemmscope::views
