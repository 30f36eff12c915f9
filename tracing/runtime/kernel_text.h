// SPDX-License-Identifier: MIT
/// @file kernel_text.h
/// What a kernel's source says of it: the names and types of its parameters, members of structs, constants. PTX has
/// none of these; types are in mangled names, too.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tracing/cxx/find_kernel.h"
#include "tracing/cxx/types.h"
#include "tracing/runtime/modules.h"

namespace gemmscope::runtime {

class KernelText {
 public:
  /// Reads the file in which the kernel is, files of which functions were inlined in it, and what these include by
  /// "name", as far as they are on disk. The kernel must be decoded.
  explicit KernelText(const Kernel& kernel);
  /// `files`: the kernel's first. `kernel`: its mangled name. `line`: of its body; 0: not known.
  KernelText(std::vector<cxx::File> files, const std::string& kernel, std::span<const ptx::Variable> parameters,
             std::uint32_t line);

  /// "A"; "parameter 3" if the source has no name for it.
  [[nodiscard]] std::string name(std::size_t parameter) const;
  [[nodiscard]] bool has_name(std::size_t parameter) const;
  /// As C++ writes it; empty: it is not known.
  [[nodiscard]] const std::string& type(std::size_t parameter) const { return types_[parameter]; }
  /// Empty: the parameter is no struct, or its members are not known.
  [[nodiscard]] const std::vector<cxx::Member>& members(std::size_t parameter) const { return members_[parameter]; }
  /// Where the members of that struct are, or of the struct that the type points to.
  [[nodiscard]] cxx::StructLayout layout_of(std::string_view type) const;
  /// The variable of that name, `__constant__ Scene scene`; nothing: it is not declared.
  [[nodiscard]] std::optional<cxx::Declared> variable(std::string_view name) const {
    return declarations_->variable(name);
  }
  /// Bytes of a number of that type, or of one number in it, with the source's names of types; nothing: another type. A
  /// struct counts if all its members are numbers of one size.
  [[nodiscard]] std::optional<std::uint32_t> bytes_of_number(std::string_view type) const;
  [[nodiscard]] const cxx::Declarations& declarations() const { return *declarations_; }
  [[nodiscard]] const cxx::DeclaredKernel* kernel() const { return declared_; }
  [[nodiscard]] const cxx::Constants& constants() const { return *constants_; }

 private:
  KernelText(const Kernel& kernel, const struct Lines& lines);

  std::unique_ptr<const cxx::Declarations> declarations_;
  const cxx::DeclaredKernel* declared_ = nullptr;
  std::unique_ptr<const cxx::Constants> constants_;
  std::vector<std::string> names_, types_;
  std::vector<std::vector<cxx::Member>> members_;
};

/// It is read once. The kernel must be decoded.
[[nodiscard]] const KernelText& text_of(const Kernel& kernel);

}  // namespace gemmscope::runtime
