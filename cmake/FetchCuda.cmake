# Run by scripts/setup as `cmake -P`: where no CUDA toolkit is found, fetches the compiler as PyPI wheels into GEMMSCOPE_CACHE;
# where the toolkit has no disassemblers (the tests read machine code), fetches those. Nothing outside that folder is touched.
include(${CMAKE_CURRENT_LIST_DIR}/Nvcc.cmake)

# Unpacks the wheels of a requirements file, each checked by its hash, beside `dir`, then renames: no half folders.
function(fetch_wheels requirements dir what)
  message("setup: downloading ${what}")
  string(RANDOM suffix)
  set(unpacking ${dir}-${suffix})
  execute_process(
    COMMAND python3 -m pip install --quiet --root-user-action ignore --disable-pip-version-check
            --no-deps --only-binary :all: --target ${unpacking} -r ${requirements}
    ERROR_VARIABLE pip_error RESULT_VARIABLE failed)
  if(failed)
    file(REMOVE_RECURSE ${unpacking})
    message("${pip_error}")
    message(FATAL_ERROR "${what} could not be downloaded from PyPI (pip's words are above): check the network and run this again.")
  endif()
  if(EXISTS ${unpacking}/nvidia/cu13/lib)
    file(CREATE_LINK lib ${unpacking}/nvidia/cu13/lib64 SYMBOLIC)  # nvcc.profile of the wheels names lib64
  endif()
  file(REMOVE_RECURSE ${dir})
  file(RENAME ${unpacking} ${dir})
endfunction()

gemmscope_find_nvcc(nvcc)
if(NOT nvcc)
  fetch_wheels(${CMAKE_CURRENT_LIST_DIR}/cuda-compiler.txt ${cuda_compiler_dir} "the CUDA compiler 13.0 (105 MB)")
  gemmscope_find_nvcc(nvcc)
  if(NOT nvcc)
    message(FATAL_ERROR "The CUDA compiler in ${cuda_compiler_dir} does not start: delete this folder and run this again.")
  endif()
endif()
gemmscope_find_cuda_tool(nvdisasm nvdisasm ${nvcc})
gemmscope_find_cuda_tool(cuobjdump cuobjdump ${nvcc})
if(NOT nvdisasm OR NOT cuobjdump)
  fetch_wheels(${CMAKE_CURRENT_LIST_DIR}/cuda-tools.txt ${cuda_tools_dir} "the CUDA disassemblers (5 MB)")
endif()
