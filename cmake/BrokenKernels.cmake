# The deliberately broken kernels as programs, in the folder broken of the build: kernels/broken/NAME.patch is a change of
# the step that its first line names. gemm.h stands beside them, so that nvcc compiles them as they are.
if(CMAKE_SCRIPT_MODE_FILE)  # applies one, during the build
  execute_process(COMMAND ${PATCH} --batch --silent --fuzz=0 --reject-file=- --output=${TO} ${FROM} ${CHANGE}
                  RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    file(REMOVE ${TO})
    message(FATAL_ERROR "${CHANGE} does not fit ${FROM} any more: make the mistake again in a copy of the step, and write what `diff -U2` says of the two as the patch.\n${said}")
  endif()
  return()
endif()

find_program(GEMMSCOPE_PATCH patch REQUIRED)
file(GLOB patches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/broken/*.patch)
set(folder ${CMAKE_CURRENT_BINARY_DIR}/broken)
set(made ${folder}/gemm.h)
add_custom_command(OUTPUT ${folder}/gemm.h VERBATIM DEPENDS ${PROJECT_SOURCE_DIR}/kernels/gemm.h
  COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/kernels/gemm.h ${folder}/gemm.h)
foreach(patch IN LISTS patches)
  file(STRINGS ${patch} line LIMIT_COUNT 1)
  if(NOT line MATCHES "^--- (kernels/[0-9]+_[a-z0-9_]+\\.cu)$")
    message(FATAL_ERROR "${patch}: the first line must name a step, as in `--- kernels/10_warp_tile.cu`")
  endif()
  set(step ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1})
  get_filename_component(name ${patch} NAME_WE)
  add_custom_command(OUTPUT ${folder}/${name}.cu VERBATIM DEPENDS ${step} ${patch} ${CMAKE_CURRENT_LIST_FILE}
    COMMAND ${CMAKE_COMMAND} -DPATCH=${GEMMSCOPE_PATCH} -DFROM=${step} -DCHANGE=${patch} -DTO=${folder}/${name}.cu -P ${CMAKE_CURRENT_LIST_FILE})
  list(APPEND made ${folder}/${name}.cu)
endforeach()
add_custom_target(broken_kernels ALL DEPENDS ${made})
