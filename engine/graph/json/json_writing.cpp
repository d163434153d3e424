#include "engine/graph/json/json_text.h"

namespace netsmith {
namespace {

constexpr std::size_t lineWidth = 100;

std::string scalar(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Appends the value on one line; false, leaving `out` half written, once it grows beyond `width`.
bool writeFlat(const Json& value, std::string& out, std::size_t width)
{
    if (!value.is_structured()) {
        out += scalar(value);
        return out.size() <= width;
    }
    const bool isObject = value.is_object();
    out += isObject ? '{' : '[';
    bool isFirst = true;
    for (const auto& item : value.items()) {
        if (!isFirst)
            out += ", ";
        isFirst = false;
        if (isObject)
            out += scalar(item.key()) + ": ";
        if (!writeFlat(item.value(), out, width))
            return false;
    }
    out += isObject ? '}' : ']';
    return out.size() <= width;
}

void write(const Json& value, std::string& out, std::size_t indent, std::size_t used)
{
    std::string flat;
    if (!value.is_structured() || (indent > 0 && writeFlat(value, flat, lineWidth - std::min(lineWidth, used)))) {
        out += value.is_structured() ? flat : scalar(value);
        return;
    }
    const bool isObject = value.is_object();
    out += isObject ? '{' : '[';
    const std::string margin(indent + 2, ' ');
    bool isFirst = true;
    for (const auto& item : value.items()) {
        out += isFirst ? "\n" : ",\n";
        isFirst = false;
        const std::string head = margin + (isObject ? scalar(item.key()) + ": " : "");
        out += head;
        write(item.value(), out, indent + 2, head.size());
    }
    out += isFirst ? "" : "\n" + std::string(indent, ' ');
    out += isObject ? '}' : ']';
}

} // namespace

std::string writeJson(const Json& value)
{
    std::string out;
    write(value, out, 0, 0);
    return out + "\n";
}

} // namespace netsmith
