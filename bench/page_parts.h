// The files of bench/page as strings, defined by a source that embed.cmake writes.
#pragma once

namespace autoconfig::bench {

extern const char* const page_frame_html; // what both pages share
extern const char* const page_css;
extern const char* const page_charts_js;      // data to SVG text
extern const char* const page_operators_html; // sections of the page, for the frame
extern const char* const page_operators_js;   // fills the page
extern const char* const page_pipelines_html;
extern const char* const page_pipelines_js;

} // namespace autoconfig::bench
