// SPDX-License-Identifier: MIT
/// @file drive.h
/// Everything that the program does with something that comes from outside, in one call. Returns if it survives;
/// what it does not survive are crashes, sanitizers' reports, and std::abort where a promise is broken.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "app/session/session.h"

namespace gemmscope::fuzz {

/// How much of a recording is looked at. A fuzzer learns more from three inputs, each looked at in one place that its
/// bytes choose, than from one input looked at in all three.
enum class Places { kAll, kOne };

/// The bytes of a .gst file: reader, report and check in all forms, every view and the window drawn at three places (or
/// one of them), and the links to them. Returns whether it was a sound recording.
bool drive_recording(std::span<const std::byte> file, Places places);

/// A text as a bench report, and as a link to a small recording: followed, drawn, written and read again.
void drive_text(std::string_view text);

/// A text as PTX: read, and every index of the model followed.
void drive_ptx(std::string_view text);

/// Reads a text as PTX, decodes its kernels, and if possible runs them for a few thousand steps, with arrays of 16 KiB
/// for their pointers. Returns whether one ran.
bool drive_program(std::string_view text);

/// Draws every view in less room than it needs, in one size that `seed` chooses, and writes it as SVG. Without EGL.
/// tests/views/small_test.cpp draws them in many sizes.
void draw_small(const session::Session& session, unsigned seed);

/// Draws every view, and the whole window, of what `session` shows. Without EGL it aborts.
void draw_everything(session::Session session);

/// Aborts with `what` on standard error.
[[noreturn]] void broken_promise(std::string_view what);

}  // namespace gemmscope::fuzz
