#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace netsmith::report {

/// A table of a page. Its texts are escaped here, once.
class HtmlTable {
public:
    /// `kind`: its class in the page's style, which says how columns are aligned.
    explicit HtmlTable(std::string_view kind);

    void addHeader(const std::vector<std::string>& cells);
    /// The first cell is the row's header. `kind`: the row's class; empty: none.
    void addRow(const std::vector<std::string>& cells, std::string_view kind = {});
    bool empty() const { return m_isEmpty; }
    /// In a box of its own that scrolls if the page is narrow.
    std::string html() const;

private:
    std::string m_text;
    bool m_isEmpty = true;
};

/// "<p class=…>…</p>" with the text escaped.
std::string paragraph(std::string_view text, std::string_view kind = {});
/// A part that is closed until the reader opens it. `content` is markup.
std::string foldedPart(std::string_view title, std::string_view content);

} // namespace netsmith::report
