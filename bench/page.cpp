// Fills the page's template: style, script and results take the place of their markers.
#include "bench/page.h"

#include "bench/page_parts.h"

namespace autoconfig::bench {

namespace {

std::string replaced(std::string text, const std::string& marker, const std::string& by) {
    const std::size_t at = text.find(marker);
    return text.replace(at, marker.size(), by);
}

/// JSON that cannot end the script element it stands in.
std::string embeddable(const nlohmann::json& json) {
    std::string text = json.dump();
    for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3))
        text.replace(at, 2, "<\\/");
    return text;
}

std::string filled(const char* html, const char* script, const nlohmann::json& results) {
    const std::string styled = replaced(html, "/*STYLE*/", page_css);
    const std::string scripted = replaced(styled, "/*SCRIPT*/", std::string(page_charts_js) + script);
    return replaced(scripted, "/*RESULTS*/", embeddable(results));
}

} // namespace

std::string page(const nlohmann::json& results) { return filled(page_html, page_js, results); }

std::string pipelines_page(const nlohmann::json& results) {
    return filled(page_pipelines_html, page_pipelines_js, results);
}

} // namespace autoconfig::bench
