// Fills the frame of a page: title, style, sections, script and results take the place of their markers.
#include "bench/page.h"

#include "bench/page_parts.h"

namespace autoconfig::bench {

namespace {

std::string replaced(std::string text, const std::string& marker, const std::string& by) {
    for (std::size_t at = text.find(marker); at != std::string::npos; at = text.find(marker, at + by.size()))
        text.replace(at, marker.size(), by);
    return text;
}

/// JSON that cannot end the script element it stands in.
std::string embeddable(const nlohmann::json& json) {
    std::string text = json.dump();
    for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3))
        text.replace(at, 2, "<\\/");
    return text;
}

std::string filled(const char* title, const char* sections, const char* script,
                   const nlohmann::json& results) {
    std::string page = replaced(page_frame_html, "<!--TITLE-->", title);
    page = replaced(page, "/*STYLE*/", page_css);
    page = replaced(page, "<!--SECTIONS-->", sections);
    page = replaced(page, "/*SCRIPT*/", std::string(page_charts_js) + script);
    return replaced(page, "/*RESULTS*/", embeddable(results));
}

} // namespace

std::string page(const nlohmann::json& results) {
    return filled("AutoConfig bench", page_operators_html, page_operators_js, results);
}

std::string pipelines_page(const nlohmann::json& results) {
    return filled("AutoConfig bench: pipelines", page_pipelines_html, page_pipelines_js, results);
}

} // namespace autoconfig::bench
