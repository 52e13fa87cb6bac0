# `cmake --build . --target autoconfig_wheel`: the plugin as a Python wheel, in wheel/ of the build folder.
find_program(AUTOCONFIG_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH) # Debian's, for which python3-halide is made
set(wheel_sources ${PROJECT_BINARY_DIR}/wheel_sources)
add_custom_target(autoconfig_wheel
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${wheel_sources} ${PROJECT_BINARY_DIR}/wheel
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/integrations/python ${wheel_sources}
  COMMAND ${CMAKE_COMMAND} -E env
    AUTOCONFIG_PLUGIN=$<TARGET_FILE:autoschedule_autoconfig> AUTOCONFIG_VERSION=${PROJECT_VERSION}
    AUTOCONFIG_HALIDE=${Halide_VERSION_MAJOR} PYTHONDONTWRITEBYTECODE=1
    ${AUTOCONFIG_PYTHON} -m pip wheel --quiet --no-deps --no-index --no-build-isolation
    --wheel-dir ${PROJECT_BINARY_DIR}/wheel ${wheel_sources}
  DEPENDS autoschedule_autoconfig
  VERBATIM)
