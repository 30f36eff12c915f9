# Where the CUDA compiler and its disassemblers are; included by the build and by the script that fetches them.
#
# Looked for in this order: CUDACXX, PATH, /usr/local/cuda, then the folders that FetchCuda.cmake fills.
include(${CMAKE_CURRENT_LIST_DIR}/Cache.cmake)

set(GEMMSCOPE_CUDA_MINIMUM 12.4)
set(cuda_compiler_dir ${GEMMSCOPE_CACHE}/cuda-compiler-13.0.88)
set(cuda_tools_dir ${GEMMSCOPE_CACHE}/cuda-tools-13.5.37)

# Sets `result` to the first nvcc that is new enough, or to an empty string.
function(gemmscope_find_nvcc result)
  set(${result} "" PARENT_SCOPE)
  find_program(nvcc_on_path nvcc NO_CACHE)
  foreach(nvcc IN ITEMS $ENV{CUDACXX} ${nvcc_on_path} /usr/local/cuda/bin/nvcc ${cuda_compiler_dir}/nvidia/cu13/bin/nvcc)
    execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed AND text MATCHES "release ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL GEMMSCOPE_CUDA_MINIMUM)
      set(${result} ${nvcc} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Sets `result` to the disassembler `tool` that belongs to `nvcc`, or to an empty string.
function(gemmscope_find_cuda_tool result tool nvcc)
  get_filename_component(bin ${nvcc} DIRECTORY)
  find_program(found ${tool} HINTS ${bin} ${cuda_tools_dir}/nvidia/cu13/bin NO_CACHE)
  if(found)
    set(${result} ${found} PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()
