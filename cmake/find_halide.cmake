# Finds a Halide that AutoConfig builds with, or says in one line what to do.
find_package(Halide QUIET COMPONENTS Halide) # the default asks for PNG and JPEG too
if(NOT Halide_FOUND)
  message(FATAL_ERROR "no Halide found: install libhalide14-0-dev, or pass -DHalide_DIR=FOLDER, where HalideConfig.cmake lies")
endif()
if(NOT Halide_VERSION MATCHES "^(14|16|17|18|19|20|21)\\.")
  message(FATAL_ERROR "Halide ${Halide_VERSION} in ${Halide_DIR}: AutoConfig needs 14, or 16 to 21; choose one by -DHalide_DIR=FOLDER")
endif()
