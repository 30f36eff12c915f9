# Finds the CUDA compiler and, with it, sets GEMMSCOPE_CUDA to ON or OFF for the rest of the build.
#
# Looked for in this order: CUDACXX and PATH, /usr/local/cuda, the wheels that scripts/setup unpacks.
# The runtime is linked statically, so that the program also starts where no driver is installed.

set(GEMMSCOPE_CUDA_MINIMUM 12.4)  # the first whose front end takes C++20 in the way the kernels use it
include(Cache)

# Sets `result` to the first nvcc that is new enough, or to an empty string.
function(gemmscope_find_nvcc result)
  set(${result} "" PARENT_SCOPE)
  file(GLOB from_wheels ${GEMMSCOPE_CACHE}/cuda/nvidia/cu*/bin/nvcc)
  find_program(nvcc_on_path nvcc NO_CACHE)
  foreach(nvcc IN ITEMS $ENV{CUDACXX} ${nvcc_on_path} /usr/local/cuda/bin/nvcc ${from_wheels})
    execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed AND text MATCHES "release ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL GEMMSCOPE_CUDA_MINIMUM)
      set(${result} ${nvcc} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

if(GEMMSCOPE_CUDA STREQUAL AUTO OR GEMMSCOPE_CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    gemmscope_find_nvcc(nvcc)
    if(nvcc)
      set(CMAKE_CUDA_COMPILER ${nvcc} CACHE FILEPATH "CUDA compiler")
    elseif(NOT GEMMSCOPE_CUDA STREQUAL AUTO)
      message(FATAL_ERROR "No CUDA compiler of version ${GEMMSCOPE_CUDA_MINIMUM} or newer was found: "
                          "run scripts/setup, which fetches one, or configure with -DGEMMSCOPE_CUDA=OFF.")
    endif()
  endif()
  if(CMAKE_CUDA_COMPILER)
    set(GEMMSCOPE_CUDA ON)
  else()
    set(GEMMSCOPE_CUDA OFF)
  endif()
endif()

if(GEMMSCOPE_CUDA)
  # With a GPU here, its own architecture; otherwise PTX for every GPU from Turing on and machine code for Hopper.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    if(EXISTS /dev/nvidiactl)
      set(CMAKE_CUDA_ARCHITECTURES native)
    else()
      set(CMAKE_CUDA_ARCHITECTURES 75-virtual 90-real)
    endif()
  endif()
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  enable_language(CUDA)
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  find_program(GEMMSCOPE_NVDISASM nvdisasm HINTS ${CMAKE_CUDA_COMPILER}/.. ${GEMMSCOPE_CACHE}/cuda/nvidia/cu13/bin)
  find_program(GEMMSCOPE_CUOBJDUMP cuobjdump HINTS ${CMAKE_CUDA_COMPILER}/.. ${GEMMSCOPE_CACHE}/cuda/nvidia/cu13/bin)
  message(STATUS "GPU recorder: on, ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
else()
  message(STATUS "GPU recorder: off")
endif()
