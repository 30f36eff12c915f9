// SPDX-License-Identifier: MIT
/// @file place.h
#pragma once

#include <string>

#include "app/session/session.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// A session that shows `recording` where the link `select` says. A link that names another kernel, size or parameters
/// than the recording's is recorded anew, so that a link from a window always gives that window's picture.
/// Errors: those of the link, and of recording.
Result<session::Session> session_at(format::Recording recording, const std::string& select);

}  // namespace gemmscope::cli
