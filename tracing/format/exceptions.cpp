// SPDX-License-Identifier: MIT
#include "tracing/format/exceptions.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

namespace gemmscope {
namespace {

Error no_memory() { return {ErrorKind::kNoSpace, "not enough memory; close other programs or record fewer blocks"}; }

Error mistake(const std::string& what) {
  return {ErrorKind::kUsage, "internal error (" + what + "); please report it"};
}

Error classified() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {
    return no_memory();
  } catch (const std::system_error& error) {
    return {ErrorKind::kNoSpace,
            std::string("the system has too few resources (") + error.what() + "); close other programs"};
  } catch (const std::exception& error) {
    return mistake(error.what());
  } catch (...) {
    return mistake("an unknown exception");
  }
}

}  // namespace

Error error_of_exception() noexcept {
  try {
    return classified();
  } catch (...) {  // no memory for the sentence
    return {ErrorKind::kNoSpace, "out of memory", 0};
  }
}

}  // namespace gemmscope
