# Sets GEMMSCOPE_IMGUI_BUNDLE to the unpacked source package imgui-bundle, downloading it once into GEMMSCOPE_CACHE.
# Only sources that we compile ourselves are taken from it; its own build is not used.
# scripts/setup runs this as `cmake -P`, so that a later build needs no network.
include(${CMAKE_CURRENT_LIST_DIR}/Cache.cmake)

set(bundle_version 1.92.900)
set(bundle_sha256 1476409b76c7f600d0da472aed87e96382444df50695280b3ed9acd5065cb6c2)
set(GEMMSCOPE_IMGUI_BUNDLE ${GEMMSCOPE_CACHE}/imgui_bundle-${bundle_version} CACHE PATH
    "Unpacked source package imgui-bundle ${bundle_version}")

if(NOT EXISTS ${GEMMSCOPE_IMGUI_BUNDLE}/external/imgui/imgui/imgui.h)
  set(archive ${GEMMSCOPE_CACHE}/imgui_bundle-${bundle_version}.tar.gz)
  if(NOT EXISTS ${archive})
    message(STATUS "Downloading imgui-bundle ${bundle_version} (48 MB)")
    # --no-binary names this one package: with :all: pip would also compile its own build tools, for nine minutes.
    execute_process(
      COMMAND python3 -m pip download --quiet --no-deps --no-binary imgui-bundle
              --dest ${GEMMSCOPE_CACHE} imgui-bundle==${bundle_version}
      ERROR_VARIABLE pip_error RESULT_VARIABLE failed)
    if(failed)
      message("${pip_error}")
      message(FATAL_ERROR "imgui-bundle ${bundle_version} could not be downloaded from PyPI (pip's words are above): check the "
                          "network, or unpack it by hand and configure with -DGEMMSCOPE_IMGUI_BUNDLE=<its folder>.")
    endif()
  endif()
  file(SHA256 ${archive} found_sha256)
  if(NOT found_sha256 STREQUAL bundle_sha256)
    message(FATAL_ERROR "${archive} is damaged or not the expected one (sha256 ${found_sha256}): delete it and configure again.")
  endif()
  # Unpacked beside and then renamed, so that an interrupted build leaves no half folder.
  string(RANDOM suffix)
  set(unpacking ${GEMMSCOPE_CACHE}/unpacking-${suffix})
  set(package imgui_bundle-${bundle_version})
  set(wanted ${package}/external/imgui/imgui ${package}/external/implot/implot ${package}/external/imgui_md
             ${package}/external/ImGuiColorTextEdit ${package}/external/imgui_test_engine)
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${unpacking} PATTERNS ${wanted})
  file(RENAME ${unpacking}/${package} ${GEMMSCOPE_IMGUI_BUNDLE})
  file(REMOVE_RECURSE ${unpacking})
endif()
