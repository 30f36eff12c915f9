// SPDX-License-Identifier: MIT
/// @file shown_file.h
/// Which file Source shows: of a recording that in which the current request stands, or one that was chosen, until
/// another request is looked at; of what was not recorded the one that was chosen, or the first that something is said
/// of.
#pragma once

#include <span>
#include <string>

#include "app/session/look.h"

namespace gemmscope::session {

/// A place in the program's text, as format::Site::line and Site::called say it.
struct InSource {
  std::uint32_t line = 0;  ///< 0: not known
  std::span<const format::Place> called{};

  /// As Site::line_in.
  std::uint32_t line_in(std::uint16_t file) const;
};
/// Where the request is made; without one, where the launch ended. Without either, nowhere.
InSource in_source(const Look& look);
/// Where the launch ended.
InSource in_source(const format::LaunchFault& fault);

/// Whether the recording has that file (format::Place), and its text.
bool has_text(const Look& look, std::uint16_t file);
/// The file of in_source(): of functions inlined into each other, that of the innermost whose file has text.
std::uint16_t file_of_request(const Look& look);
/// The file that the user has chosen to be shown.
std::optional<std::uint16_t> chosen_file(const Look& look);
/// As format::Place::file; always one that has text, if any has.
std::uint16_t shown_file(const Look& look);
/// The shown file of Look::rejected, which must be there: an index into its files.
std::size_t shown_rejected(const Look& look);

/// The path of what is shown, as the recording or the compiler has it; empty: nothing is shown.
std::string shown_path(const Look& look);
/// Has the recording's file of that path shown; that of the request, where it has none.
void show_recorded(Look& look, const std::string& path);
/// Has the file of that path shown, by whatever there is of it.
void show_path(Look& look, const std::string& path);

}  // namespace gemmscope::session
