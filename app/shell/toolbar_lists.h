// SPDX-License-Identifier: MIT
/// @file toolbar_lists.h
/// What the toolbar's longer drop-down lists hold.
#pragma once

#include <string>

#include "app/session/actions.h"
#include "app/session/own_product.h"
#include "app/session/session.h"

namespace gemmscope::shell {

/// Opening a file, and writing a new program.
void files_list(session::Actions& actions);

/// The launches that were recorded of an own program; nothing without one.
void own_launches_list(const session::Session& session, session::Actions& actions);

/// The steps of the ladder, and those that are broken on purpose, which are programs; what is wrong with one shows
/// under the pointer. Nothing where their folders are not there.
void ladder_list(const session::Session& session, session::Actions& actions);

/// The size, alpha and beta of a step of the ladder, which its program is given. `px`: pixels per point.
void product_list(const session::OwnProduct& product, session::Actions& actions, float px);
/// "256 × 256 × 256, beta 1", without factors that are usual.
std::string product_in_words(const session::OwnProduct& product);

/// The kernel's recordings that come with the program: a GPU's can be seen without one.
void shipped_recordings_list(session::Actions& actions, const std::string& kernel);

}  // namespace gemmscope::shell
