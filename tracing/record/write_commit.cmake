# Writes OUTPUT, a header that names the commit of SOURCE, with "-dirty" where files differ from it; none outside a clone.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[#define GEMMSCOPE_COMMIT "@commit@"
]] @ONLY)
