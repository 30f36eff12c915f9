// SPDX-License-Identifier: MIT
#include "tracing/simt/on_demand.h"

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <system_error>

#include <dlfcn.h>
#include <pwd.h>
#include <unistd.h>

#include "tracing/format/atomic_file.h"
#include "tracing/process/programs.h"
#include "tracing/process/run.h"
#include "tracing/process/work_folder.h"
#include "tracing/simt/tile_cache.h"
#include "tracing/simt/tile_source.h"

namespace gemmscope::simt {
namespace {

namespace fs = std::filesystem;

fs::path home() {
  if (const std::string home = process::of_environment("HOME"); !home.empty()) return home;
  const passwd* user = ::getpwuid(::getuid());
  return user == nullptr ? "/" : user->pw_dir;
}

fs::path cache_folder() {
  if (const std::string own = process::of_environment("GEMMSCOPE_CACHE"); !own.empty()) return own;
  const std::string cache = process::of_environment("XDG_CACHE_HOME");
  return (cache.empty() ? home() / ".cache" : fs::path(cache)) / "gemmscope";
}

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

/// Null: there is none, or it is damaged.
Bind load(const fs::path& library) {
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
  if (!fs::is_directory(folder, error))
    return fail(ErrorKind::kNoSpace, "the folder " + folder.string() +
                                         ", for kernels that are compiled on demand, cannot be made; name another one "
                                         "in the variable GEMMSCOPE_CACHE");
  const process::WorkFolder work(fs::temp_directory_path(error), "gemmscope_tile");
  if (work.path.empty() || !write_sources(variant, work.path))
    return fail(ErrorKind::kNoSpace, "no folder for temporary files can be made or written to");
  const fs::path made = work.path / "tile.so", said = work.path / "said.txt";
  const int code = process::run(compile_command(compiler, work.path, made), said, go_on);
  if (go_on && !go_on()) return fail(ErrorKind::kUsage, "recording was interrupted; nothing was written");
  if (code != 0)
    return fail(ErrorKind::kUsage,
                compiler + " cannot compile " + name_of(variant) + ": " + error_in(process::text_of(said)));
  const std::string bytes = process::text_of(made);
  return format::replace_file(library, std::as_bytes(std::span(bytes)));
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
          cache_folder() / "tiles"};
}

bool must_compile(const kernels::Variant& variant, const Workshop& workshop) {
  std::error_code error;
  return !fs::exists(workshop.folder / library_name(variant, workshop.compiler), error);
}

Result<Bind> compiled(const kernels::Variant& variant, const std::function<bool()>& go_on, const Workshop& workshop) {
  const fs::path library = workshop.folder / library_name(variant, workshop.compiler);
  Shelf& shelf = shelf_of(library.string());
  const std::lock_guard lock(shelf.mutex);
  if (shelf.bind != nullptr) return shelf.bind;
  shelf.bind = load(library);
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
