# `cmake --build . --target one_definition`: links all of our code at once, which fails where a name means two
# things, in whatever plugin or program. Where CXXFLAGS was "-flto -ffat-lto-objects", so that objects hold what
# is compared, and LDFLAGS -fno-lto, so that nothing else looks at it.
if(NOT CMAKE_CXX_FLAGS MATCHES "-flto")
  return()
endif()
set(compared autoconfig_core autoconfig_halide autoconfig_lowering autoconfig_runtime autoconfig_commands)
if(AUTOCONFIG_BENCH)
  list(APPEND compared autoconfig_bench)
endif()
set(libraries ${compared})
list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>")
add_custom_target(one_definition
  COMMAND ${CMAKE_CXX_COMPILER} -shared -flto=auto -O0 -Wodr -Werror=odr -o ${PROJECT_BINARY_DIR}/one_definition.so
          -Wl,--whole-archive ${libraries} -Wl,--no-whole-archive "$<FILTER:$<TARGET_OBJECTS:autoconfig_generator_objects>,EXCLUDE,gch$>"
  DEPENDS ${compared} autoconfig_generator_objects
  COMMAND_EXPAND_LISTS
  VERBATIM)
