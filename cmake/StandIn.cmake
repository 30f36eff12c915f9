# A shared library in build/runtime that stands in for one of NVIDIA's.
#
#   gemmscope_stand_in(<target> <name> <version> EXPORTS <patterns> [BEFORE_LIBC] [HEADERS <names>] SOURCES <files>)
#
# name, version: of NVIDIA's library, lib<name>.so.<version>. EXPORTS: the symbols that programs may see. BEFORE_LIBC: it has
# functions that programs find before those of the C library on x86-64 (host_io.cpp). If a function of NVIDIA's headers is not in
# the sources, a call to it ends the program with a sentence; a header that is missing here names no functions.
function(gemmscope_stand_in target name version)
  cmake_parse_arguments(PARSE_ARGV 3 arg BEFORE_LIBC "" "EXPORTS;HEADERS;SOURCES")
  set(functions "")
  foreach(header IN LISTS arg_HEADERS)
    find_file(path ${header} PATHS ${GEMMSCOPE_CUDA_HEADERS} NO_DEFAULT_PATH NO_CACHE)
    if(path)
      file(READ ${path} text)
      string(REGEX MATCHALL "(CUDARTAPI|CUBLASWINAPI|CURANDAPI|CUFFTAPI|CUSOLVERAPI|CUSPARSEAPI)[ \n]+cu[A-Za-z0-9_]+ *\\(" found "${text}")
      list(APPEND functions ${found})
    endif()
    unset(path)
  endforeach()
  list(TRANSFORM functions REPLACE ".*[ \n](cu[A-Za-z0-9_]+) *\\(" "UNSUPPORTED(\\1)")
  list(REMOVE_DUPLICATES functions)
  list(JOIN functions "\n" stubs)
  list(JOIN arg_EXPORTS "; " exports)
  set(before_libc "")
  if(arg_BEFORE_LIBC AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    foreach(version_of_libc 2.2.5 2.4 2.5 2.7 2.10 2.17 2.25 2.32 2.33)
      string(APPEND before_libc "GLIBC_${version_of_libc} {};\n")
    endforeach()
  endif()
  set(stand_in lib${name}.so.${version})
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target})
  configure_file(${PROJECT_SOURCE_DIR}/tracing/runtime/unsupported.cpp.in ${generated}/unsupported.cpp @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/tracing/runtime/exports.map.in ${generated}/exports.map @ONLY)

  add_library(${target} SHARED ${arg_SOURCES} ${generated}/unsupported.cpp)
  set_source_files_properties(${generated}/unsupported.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(${target} PRIVATE gs_options)
  target_link_options(${target} PRIVATE -Wl,--version-script=${generated}/exports.map -static-libstdc++ -static-libgcc)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SOVERSION ${version} LINK_DEPENDS ${generated}/exports.map
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/runtime BUILD_RPATH "$ORIGIN")
  if(version EQUAL 13)  # programs of CUDA 12 ask for its name, and mostly for the same functions
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
      COMMAND ${CMAKE_COMMAND} -E create_symlink ${stand_in} $<TARGET_FILE_DIR:${target}>/lib${name}.so.12)
  endif()
endfunction()

# A library of which nothing is supported yet: NVIDIA's own one would fail at every call, and a program that does not look at
# its answers would go on with wrong numbers. Without the header there are no programs of it here.
#
#   gemmscope_refused(<name> <header with its version> HEADERS <names>)
function(gemmscope_refused name header)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS")
  string(TOUPPER ${name} upper)
  find_file(versioned ${header} PATHS ${GEMMSCOPE_CUDA_HEADERS} NO_DEFAULT_PATH NO_CACHE)
  if(versioned)
    file(STRINGS ${versioned} line REGEX "define ${upper}_VER_MAJOR +[0-9]+")
    string(REGEX MATCH "[0-9]+" version "${line}")
    gemmscope_stand_in(gs_${name} ${name} ${version} EXPORTS "${name}*" HEADERS ${arg_HEADERS})
    target_link_libraries(gs_${name} PRIVATE gs_cudart)
  endif()
endfunction()
