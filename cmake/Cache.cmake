# GEMMSCOPE_CACHE: the private folder where downloads are kept between builds. scripts/setup uses the same.
include_guard()

if(DEFINED ENV{GEMMSCOPE_CACHE})
  set(GEMMSCOPE_CACHE $ENV{GEMMSCOPE_CACHE})
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(GEMMSCOPE_CACHE $ENV{XDG_CACHE_HOME}/gemmscope)
else()
  set(GEMMSCOPE_CACHE $ENV{HOME}/.cache/gemmscope)
endif()
