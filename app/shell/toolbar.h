// SPDX-License-Identifier: MIT
/// @file toolbar.h
/// The row at the top: what is recorded, and how it is counted and shown.
#pragma once

#include "app/screen/fonts.h"
#include "app/session/actions.h"
#include "app/session/request_edits.h"
#include "app/session/session.h"

namespace gemmscope::shell {

/// Always one row: what has no room stands in a menu at its end.
class Toolbar {
 public:
  void draw(const session::Session& session, session::Actions& actions, const screen::Fonts& fonts);

 private:
  // The wanted variant's parameters, worked out when the request changes and not in every frame.
  record::RecordRequest of_;
  session::Parameters parameters_;
};

}  // namespace gemmscope::shell
