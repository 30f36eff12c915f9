// SPDX-License-Identifier: MIT
#include "tracing/simt/on_demand.h"

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <system_error>

#include <dlfcn.h>

#include "tracing/format/atomic_file.h"
#include "tracing/format/input_file.h"
#include "tracing/process/programs.h"
#include "tracing/process/run.h"
#include "tracing/process/work_folder.h"
#include "tracing/simt/tile_cache.h"
#include "tracing/simt/tile_source.h"

namespace gemmscope::simt {
namespace {

namespace fs = std::filesystem;

std::string name_of(const kernels::Variant& variant) {
  return std::string(variant.kernel->name) + " " + variant.preset_name();
}

/// The compiler's first error: "... error: no type named 'x'".
std::string error_in(std::string_view said) {
  const std::size_t at = said.find("error: ");
  if (at == said.npos) return "it does not say why";
  said.remove_prefix(at + 7);
  return std::string(said.substr(0, said.find('\n')));
}

/// Null: there is none, or it is damaged, or belongs to another user.
Bind load(const fs::path& library) {
  if (!process::is_own(library) || !is_whole(format::text_in(library))) return nullptr;
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  const void* const bind = handle == nullptr ? nullptr : ::dlsym(handle, kBindSymbol);
  return bind == nullptr ? nullptr : *static_cast<const Bind*>(bind);
}

/// Makes `library`, in one piece: it is compiled somewhere else.
Result<void> compile(const kernels::Variant& variant, const std::function<bool()>& go_on, const std::string& compiler,
                     const fs::path& library) {
  const fs::path folder = library.parent_path();
  std::error_code error;
  fs::create_directories(folder, error);
  fs::permissions(folder, fs::perms::owner_all, error);
  if (!fs::is_directory(folder, error))
    return fail(ErrorKind::kNoSpace, "the folder " + folder.string() +
                                         ", for kernels that are compiled on demand, cannot be made; name another one "
                                         "in the variable GEMMSCOPE_CACHE");
  if (!process::is_own(folder))
    return fail(ErrorKind::kUsage,
                "the folder " + folder.string() +
                    ", for kernels that are compiled on demand, is not yours alone, and what is found "
                    "there is run; forbid others to write there, or name another one in "
                    "GEMMSCOPE_CACHE");
  const process::WorkFolder work(fs::temp_directory_path(error), "gemmscope_tile");
  if (work.path.empty() || !write_sources(variant, work.path))
    return fail(ErrorKind::kNoSpace, "no folder for temporary files can be made or written to");
  const fs::path made = work.path / "tile.so", said = work.path / "said.txt";
  const int code = process::run(compile_command(compiler, work.path, made), said, go_on);
  if (go_on && !go_on()) return fail(ErrorKind::kUsage, "recording was interrupted; nothing was written");
  if (code != 0)
    return fail(ErrorKind::kUsage,
                compiler + " cannot compile " + name_of(variant) + ": " + error_in(format::text_in(said)));
  const std::string bytes = sealed(format::text_in(made));
  if (auto done = format::replace_file(library, std::as_bytes(std::span(bytes))); !done) return done;
  fs::permissions(library, fs::perms::owner_read | fs::perms::owner_write, error);
  return {};
}

/// Errors  kUsage: the folder would be another one wherever the program is started.
Result<void> check_folder(const fs::path& folder) {
  if (folder.is_absolute()) return {};
  return fail(ErrorKind::kUsage, "the folder for kernels that are compiled on demand would be " + folder.string() +
                                     ", a relative path: give HOME, XDG_CACHE_HOME and GEMMSCOPE_CACHE absolute ones");
}

/// A library of this process, and whoever makes it.
struct Shelf {
  std::mutex mutex;
  Bind bind = nullptr;
};

/// That of a path; it stays.
Shelf& shelf_of(const std::string& library) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Shelf>> shelves;
  const std::lock_guard lock(mutex);
  std::unique_ptr<Shelf>& shelf = shelves[library];
  if (!shelf) shelf = std::make_unique<Shelf>();
  return *shelf;
}

}  // namespace

Workshop usual_workshop() {
  return {process::first_of({process::of_environment("CXX"), GEMMSCOPE_CXX, "c++", "g++", "clang++"}),
          process::cache_folder() / "tiles"};
}

bool must_compile(const kernels::Variant& variant, const Workshop& workshop) {
  std::error_code error;
  return !fs::exists(workshop.folder / library_name(variant, workshop.compiler), error);
}

Result<Bind> compiled(const kernels::Variant& variant, const std::function<bool()>& go_on, const Workshop& workshop) {
  if (auto right = check_folder(workshop.folder); !right) return tl::unexpected(right.error());
  const fs::path library = workshop.folder / library_name(variant, workshop.compiler);
  Shelf& shelf = shelf_of(library.string());
  const std::lock_guard lock(shelf.mutex);
  if (shelf.bind != nullptr) return shelf.bind;
  if (process::is_own(workshop.folder)) shelf.bind = load(library);
  if (shelf.bind != nullptr) return note_use(library), shelf.bind;
  if (workshop.compiler.empty())
    return fail(ErrorKind::kNoDevice,
                "there is no C++ compiler to compile " + name_of(variant) +
                    " with: install g++ or clang++, name one in the variable CXX, or choose a preset");
  if (auto made = compile(variant, go_on, workshop.compiler, library); !made) return tl::unexpected(made.error());
  shelf.bind = load(library);
  trim(workshop.folder, workshop.most_bytes, library);
  if (shelf.bind != nullptr) return shelf.bind;
  const char* const why = ::dlerror();
  return fail(ErrorKind::kUsage, "what " + workshop.compiler + " made of " + name_of(variant) +
                                     " cannot be loaded: " + (why == nullptr ? "it has no kernel" : why));
}

}  // namespace gemmscope::simt
