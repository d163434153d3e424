#include "engine/cli/words/words.h"

#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace netsmith::cli {
namespace {

/// Three digits and a unit; from 1000 on the next unit begins, since a fourth digit would need an exponent.
std::string scaled(double value, double step, std::span<const char* const> units)
{
    std::size_t unit = 0;
    for (; std::abs(value) >= 999.5 && unit + 1 < units.size(); ++unit)
        value /= step;
    return unit == 0 ? fmt::format("{:.0f}{}", value, units[0]) : fmt::format("{:.3g}{}", value, units[unit]);
}

} // namespace

std::string grouped(std::int64_t number)
{
    std::string text = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t place = text.size(); place > first + 3; place -= 3)
        text.insert(place - 3, ",");
    return text;
}

std::vector<std::size_t> rowsOnAScreen(std::size_t count)
{
    constexpr std::size_t most = 25;
    const std::size_t every = std::max<std::size_t>((count + most - 1) / most, 1);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < count; ++i)
        if (i % every == 0 || i + 1 == count)
            rows.push_back(i);
    return rows;
}

std::string bytesText(double bytes)
{
    static constexpr std::array units{" B", " KiB", " MiB", " GiB", " TiB", " PiB"};
    return scaled(bytes, 1024.0, units);
}

std::string countText(double count)
{
    static constexpr std::array units{"", " k", " M", " G", " T", " P"};
    return scaled(count, 1000.0, units);
}

std::string durationText(double seconds)
{
    if (!(seconds >= 0.0) || seconds > 1e9)
        return "–";
    if (seconds < 9.95)
        return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 60)
        return fmt::format("{} s", whole);
    if (whole < 3600)
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::size_t textWidth(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string shortened(std::string_view text, std::size_t width)
{
    std::size_t end = 0; // of the columns before the last, which may have to hold "…"
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0) == 0x80)
            continue;
        if (columns + 1 == width)
            end = i;
        if (++columns > width)
            return std::string(text.substr(0, end)) + "…";
    }
    return std::string(text);
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent)
{
    const std::string margin(indent, ' ');
    std::string out;
    std::string line;
    const auto flush = [&] {
        if (!line.empty())
            out += margin + line + '\n';
        line.clear();
    };
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (word.empty())
            continue;
        if (!line.empty() && indent + textWidth(line) + 1 + textWidth(word) > width)
            flush();
        line += (line.empty() ? "" : " ") + std::string(word);
    }
    flush();
    return out;
}

std::string quoted(const std::string& text)
{
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos)
        return text;
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

void Table::add(std::vector<std::string> row)
{
    for (std::string& cell : row)
        cell = visibleText(cell);
    m_rows.push_back(std::move(row));
}

std::string Table::text() const
{
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], textWidth(row[i]));
    std::string out;
    for (const auto& row : m_rows) {
        std::string line(m_indent, ' ');
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - textWidth(row[i]), ' ');
            line += (i ? "  " : "") + (m_columns[i] == Align::right ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace netsmith::cli
