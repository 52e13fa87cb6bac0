# embed_rewrites(FILE HEADER_OF_DECLARATIONS DIRECTORY NAME...): writes into FILE of the binary directory, for each
# DIRECTORY/NAME.h, `const std::string autoconfig::source_of_NAME`, its text without what a function cannot hold.
function(embed_rewrites file declarations directory)
  set(text "#include \"${declarations}\"\n")
  foreach(rewrite IN LISTS ARGN)
    set(rewrite_file ${directory}/${rewrite}.h)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rewrite_file})
    file(READ ${rewrite_file} rewrite_text)
    string(REGEX REPLACE "(^|\n)(#|//)[^\n]*" "" rewrite_text "${rewrite_text}")
    string(STRIP "${rewrite_text}" rewrite_text)
    string(APPEND text "const std::string autoconfig::source_of_${rewrite} = R\"cpp(${rewrite_text}\n)cpp\";\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "@text@" @ONLY)
endfunction()
