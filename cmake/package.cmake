# Debian packages of what install.cmake puts down, one a component, made by `cpack` in the build folder: for
# the Debian, and its Halide, that the build is on.
set(halide halide${Halide_VERSION_MAJOR})
set(plugin_package lib${halide}-autoconfig)
set(command_package autoconfig-${halide})
set(devel_package lib${halide}-autoconfig-dev)
# Who packs, as Debian's own tools are told.
set(maintainer "AutoConfig contributors <autoconfig@localhost>")
if(DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL plugin command devel)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_VENDOR AutoConfig)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_COMPONENT_PLUGIN_DESCRIPTION "Autoscheduler for Halide that does not search
A plugin of Halide ${Halide_VERSION_MAJOR}. It schedules matrix products, convolutions,
reductions and the pipelines around them by a model in cycles, in
milliseconds, and explains each decision.")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "Kernels scheduled for Halide by an analysis
The command autoconfig explains how a matrix product or a convolution is
scheduled for a machine, builds static libraries of them, measures them beside
other libraries, and describes new machines.")
set(CPACK_COMPONENT_DEVEL_DESCRIPTION "CMake package of an autoscheduler for Halide
It offers the plugin to add_halide_library as AutoConfig::AutoConfig, and as
AutoConfig::runtime threads that wait awake between the parallel loops of
kernels.")
set(CPACK_DEBIAN_PLUGIN_PACKAGE_NAME ${plugin_package})
set(CPACK_DEBIAN_PLUGIN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME ${command_package})
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS ${plugin_package})
set(CPACK_DEBIAN_COMMAND_PACKAGE_CONFLICTS autoconfig)
set(CPACK_DEBIAN_COMMAND_PACKAGE_PROVIDES autoconfig)
set(CPACK_DEBIAN_DEVEL_PACKAGE_NAME ${devel_package})
set(CPACK_DEBIAN_DEVEL_PACKAGE_SECTION libdevel)
execute_process(COMMAND dpkg-query --search ${Halide_DIR}/HalideConfig.cmake
  OUTPUT_VARIABLE halide_package ERROR_QUIET)
string(REGEX REPLACE ":.*" "" halide_package "${halide_package}")
set(CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS "${plugin_package} (= ${PROJECT_VERSION})")
if(halide_package)
  string(APPEND CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS ", ${halide_package}")
endif()

# Of each: who may use it, and what changed.
set(documents ${PROJECT_BINARY_DIR}/documents)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n" "\n " license "${license}")
file(CONFIGURE OUTPUT ${documents}/copyright @ONLY CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: AutoConfig

Files: *
Copyright: 2026 AutoConfig contributors
License: Expat

License: Expat
 @license@
")
foreach(component IN ITEMS plugin command devel)
  set(package ${${component}_package})
  set(about ${documents}/${package})
  file(CONFIGURE OUTPUT ${about}/changelog @ONLY CONTENT
"@package@ (@PROJECT_VERSION@) unstable; urgency=medium

  * What changed stands in CHANGELOG.md.

 -- @maintainer@  Tue, 24 Nov 2026 00:00:00 +0000
")
  execute_process(COMMAND ${AUTOCONFIG_GZIP} -9nkf ${about}/changelog)
  install(FILES ${documents}/copyright ${about}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
