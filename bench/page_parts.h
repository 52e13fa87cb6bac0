// The files of bench/page as strings, defined by a source that embed.cmake writes.
#pragma once

namespace autoconfig::bench {

extern const char* const page_html;
extern const char* const page_css;
extern const char* const page_charts_js; // charts.js: data to SVG text
extern const char* const page_js;        // page.js: fills the page
extern const char* const page_pipelines_html;
extern const char* const page_pipelines_js;

} // namespace autoconfig::bench
