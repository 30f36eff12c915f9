// SPDX-License-Identifier: MIT
#include "tracing/runtime/recorders.h"

#include <algorithm>
#include <span>

#include "tracing/lockstep/heap.h"
#include "tracing/ptx/calls.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/record/on_threads.h"
#include "tracing/runtime/arguments.h"
#include "tracing/runtime/launch_fault.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {
namespace {

std::uint32_t number_of_file(const ptx::Module& module, const std::string& path) {
  const auto found = std::ranges::find(module.files, path, &ptx::File::name);
  return found == module.files.end() ? ptx::kNoIndex : found->number;
}

/// The module's variables that the kernel, or a function that it may call, names.
std::vector<NamedVariable> variables_of(const Kernel& kernel) {
  const ptx::Module& module = **kernel.module->ptx;
  std::set<std::uint32_t> named, indexed;
  for (const std::uint32_t f :
       ptx::reached_from(module, static_cast<std::uint32_t>(kernel.function - module.functions.data()))) {
    for (const ptx::Operand& operand : module.functions[f].operands)
      if (operand.of == ptx::Of::kModuleVariable) named.insert(operand.index);
    for (const ptx::Statement& statement : module.functions[f].code)
      for (const ptx::Operand& operand :
           std::span(module.functions[f].operands).subspan(statement.first_operand, statement.operand_count))
        if (operand.of == ptx::Of::kModuleVariable && statement.base != "ld") indexed.insert(operand.index);
  }
  std::vector<NamedVariable> variables;
  for (const std::uint32_t v : named)
    if (v < kernel.module->variables.size())
      variables.push_back({kernel.module->variables[v], ptx::last_name(std::string(module.variables[v].name)),
                           module.variables[v].bytes, module.variables[v].space == ptx::Space::kConst,
                           !indexed.contains(v)});
  return variables;
}

/// The constants that are numbers, and the members of structs that are.
std::vector<std::pair<std::string, std::string>> numbers_of(const KernelText& text,
                                                            const std::vector<NamedVariable>& variables,
                                                            const ReadWords& read) {
  constexpr std::size_t kMostNumbers = 64, kLargest = 4096;
  std::vector<std::pair<std::string, std::string>> numbers;
  for (const NamedVariable& variable : variables) {
    const auto declared = text.variable(variable.name);
    if (!variable.is_constant || !declared || !declared->extents.empty() || variable.address == 0 ||
        variable.address % 8 != 0 || variable.bytes > kLargest)
      continue;
    const cxx::StructLayout layout = text.layout_of(declared->type);
    std::vector<cxx::Member> members = layout.members;
    if (layout.bytes != variable.bytes) {
      if (text.bytes_of_number(declared->type) != variable.bytes) continue;
      members = {{"", declared->type, 0, static_cast<std::uint32_t>(variable.bytes)}};
    }
    const std::span<const std::uint64_t> words = read(variable.address, (variable.bytes + 7) / 8);
    for (const cxx::Member& member : members) {
      if (member.name.find('[') != std::string::npos) continue;  // no size
      if (member.bytes > 8 || member.offset / 8 >= words.size() || numbers.size() == kMostNumbers) continue;
      std::string value = number_text(member.type, words[member.offset / 8] >> 8 * (member.offset % 8));
      const std::string name = variable.name + (member.name.empty() ? "" : "." + member.name);
      if (!value.empty()) numbers.emplace_back(name, std::move(value));
    }
  }
  return numbers;
}

}  // namespace

Recorders::Recorders(const Kernel& kernel, const lockstep::Launch& launch, const format::Selection& selection,
                     const lockstep::Allocations& allocations, bool memory_is_here, const Lines& lines,
                     const ReadWords& read, unsigned threads)
    : kernel_(kernel),
      program_(**kernel.program),
      launch_(launch),
      selection_(selection),
      allocations_(allocations),
      lines_(lines),
      read_(read),
      origins_(lockstep::origins_of(program_)),
      shared_(shared_arrays_of(**kernel.module->ptx, program_, launch, allocations, memory_is_here,
                               text_of_file(lines.path), number_of_file(**kernel.module->ptx, lines.path))),
      variables_(variables_of(kernel)),
      numbers_(numbers_of(text_of(kernel), variables_, read)),
      meant_([&kernel, &launch, &allocations](const lockstep::Fault& fault) {
        return meant_array(fault, FaultTeller(kernel, launch, allocations).scene());
      }),
      threads_(record::host_threads(threads, launch.blocks())),
      plan_(plan()) {
  if (!origins_.carried.carries.empty()) carrying_ = lockstep::with_carries(program_, origins_.carried);
  begin(plan_);
}

void Recorders::renew() {
  parts_.reset();
  begin(plan_);
}

bool Recorders::split() {
  std::vector<std::uint64_t> borders = addresses_among(program_, launch_);
  std::erase_if(borders, [&](std::uint64_t at) { return launch_.heap != nullptr && launch_.heap->holds(at); });
  parts_ = allocations_.cut_at(borders);
  if (parts_->all().size() == allocations_.all().size()) return parts_.reset(), false;
  parts_->note_complete();
  return begin(plan()), true;
}

bool Recorders::have_trouble() const {
  return joined() != 0 ||
         std::ranges::any_of(all_, [](const Recorder& recorder) { return !recorder.trouble().empty(); });
}

std::uint32_t Recorders::joined() const {
  std::uint32_t joined = 0;
  for (const Recorder& recorder : all_) joined |= recorder.joined();
  return joined;
}

std::optional<FaultedBlock> Recorders::faulted() const {
  std::optional<FaultedBlock> lowest;
  for (const Recorder& recorder : all_)
    if (const auto& its = recorder.faulted(); its && (!lowest || its->block < lowest->block)) lowest = its;
  return lowest;
}

std::set<std::uint32_t> Recorders::unfilled() const {
  if (selection_.blocks() != launch_.blocks() || selection_.warps.size() != launch_.warps()) return {};
  const auto only_loads = [](record::Does does) {
    return does == record::Does::kLoad || does == record::Does::kStrongLoad || does == record::Does::kCopyLoad;
  };
  std::uint32_t changed = 0, loaded = 0;  // by number
  for (const Recorder& recorder : all_)
    for (const record::LogKey key : recorder.capture().parts().keys)
      if (record::key_is_global(key))
        (only_loads(record::key_does(key)) ? loaded : changed) |= 1u << record::key_tensor(key);
  const std::uint32_t joined = this->joined();
  if ((joined & changed) != 0) changed |= joined;
  if ((joined & loaded) != 0) loaded |= joined;
  std::set<std::uint32_t> ids;
  for (std::size_t n = 0; n < arrays_->touched().size(); ++n)
    for (const lockstep::Allocation& each : arrays_->touched()[n])
      if ((loaded >> n & ~changed >> n & 1u) != 0 && each.is_blank()) ids.insert(each.id);
  return ids;
}

bool Recorders::have_common_stores() const { return std::ranges::any_of(all_, &Recorder::has_common_stores); }

PlannedArrays Recorders::plan() const {
  Named named;
  const auto add = [&](std::vector<std::uint32_t>& ids, std::uint64_t address) {
    if (const lockstep::Allocation* const found = allocations().find(address); found != nullptr)
      ids.push_back(found->id);
  };
  for (const std::uint64_t address : addresses_among(program_, launch_)) add(named.parameters, address);
  for (const NamedVariable& variable : variables_) add(named.others, variable.address);
  for (const lockstep::Allocation& each : allocations().all())
    if (launch_.heap != nullptr && launch_.heap->holds(each.address)) named.others.push_back(each.id);
  const KernelText& text = text_of(kernel_);
  const auto note_struct = [&](std::uint64_t address, std::string_view type) {
    const lockstep::Allocation* const found = allocations().find(address);
    const cxx::StructLayout layout = found == nullptr ? cxx::StructLayout{} : text.layout_of(type);
    if (layout.bytes == 0 || layout.bytes != found->bytes || found->address != address) return;
    named.structs[found->id] = static_cast<std::size_t>(
        std::ranges::count_if(layout.members, [](const cxx::Member& member) { return cxx::is_address(member.type); }));
  };
  for (const NamedVariable& variable : variables_) {
    const lockstep::Allocation* const found = allocations().find(variable.address);
    if (found != nullptr && variable.is_like_struct) named.structs[found->id] = format::kMaxGlobalTensors;
    if (const auto declared = text.variable(variable.name)) note_struct(variable.address, declared->type);
  }
  const Arguments arguments{*kernel_.function, program_, launch_, &text};
  for (std::size_t i = 0; i < program_.parameters.size(); ++i)
    if (cxx::is_address(text.type(i))) note_struct(arguments.bits(i), text.type(i));
  std::vector<std::uint32_t> all = named.parameters;
  all.insert(all.end(), named.others.begin(), named.others.end());
  return {allocations(), named, pointers_from(allocations(), all, read_), Arrays::room_beside(shared_.arrays.size())};
}

void Recorders::begin(const PlannedArrays& plan) {
  all_.clear();
  arrays_.emplace(allocations(), allocations_, shared_.arrays, plan);
  for (unsigned i = 0; i < threads_; ++i)
    all_.emplace_back(*arrays_, lines_, origins_, shared_.named, launch_, selection_).ask(meant_);
}

}  // namespace gemmscope::runtime
