#include "engine/store/array_form.h"

#include <algorithm>
#include <array>

namespace netsmith {
namespace {

using CodeName = std::pair<std::string_view, ArrayForm::Codes>;
constexpr std::array<CodeName, 6> codeNames{{
    {"numbers", ArrayForm::Codes::numbers},
    {"float16", ArrayForm::Codes::half},
    {"bfloat16", ArrayForm::Codes::brain},
    {"int8", ArrayForm::Codes::grid},
    {"int4", ArrayForm::Codes::smallGrid},
    {"palette", ArrayForm::Codes::palette},
}};
constexpr std::string_view maskedPrefix = "masked ";

const char* typeOf(ArrayForm::Codes codes)
{
    switch (codes) {
    case ArrayForm::Codes::numbers: return "F32";
    case ArrayForm::Codes::half: return "F16";
    case ArrayForm::Codes::brain: return "BF16";
    case ArrayForm::Codes::grid: return "I8";
    case ArrayForm::Codes::smallGrid:
    case ArrayForm::Codes::palette: break;
    }
    return "U8";
}

} // namespace

std::int64_t ArrayForm::codeBytes() const
{
    switch (codes) {
    case Codes::numbers: return stored * 4;
    case Codes::half:
    case Codes::brain: return stored * 2;
    case Codes::grid:
    case Codes::smallGrid:
    case Codes::palette: break;
    }
    return halvesBytes() ? (stored + 1) / 2 : stored;
}

std::string ArrayForm::name() const
{
    const auto* found = std::ranges::find(codeNames, codes, &CodeName::second);
    return std::string(masked ? maskedPrefix : "") + std::string(found->first);
}

std::optional<ArrayForm> ArrayForm::named(std::string_view name)
{
    ArrayForm form{.masked = name.starts_with(maskedPrefix)};
    const auto* found = std::ranges::find(codeNames, form.masked ? name.substr(maskedPrefix.size()) : name, &CodeName::first);
    if (found == codeNames.end())
        return std::nullopt;
    form.codes = found->second;
    return form;
}

std::string ArrayForm::tableName(const std::string& array, Codes codes)
{
    return array + (codes == Codes::palette ? ".palette" : ".scale");
}

std::vector<SafetensorsEntry> ArrayForm::partsOf(const std::string& array, const Shape& shape) const
{
    std::vector<std::int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
    if (halvesBytes())
        sizes = {codeBytes()};
    else if (masked)
        sizes = {stored};
    std::vector<SafetensorsEntry> parts{{.name = array, .type = typeOf(codes), .sizes = std::move(sizes)}};
    if (masked)
        parts.push_back({.name = maskName(array), .type = "U8", .sizes = {maskBytes(shape.elements())}});
    if (hasTable())
        parts.push_back(
            {.name = tableName(array, codes), .type = tableWidth() == 2 ? "BF16" : "F32", .sizes = {std::ssize(table)}});
    return parts;
}

std::int64_t ArrayForm::scalesOf(Codes codes, const Shape& shape)
{
    const std::int64_t channels = shape[-1], rows = shape.elements() / channels;
    return channels * (codes == Codes::smallGrid ? (rows + smallGridRows - 1) / smallGridRows : 1);
}

} // namespace netsmith
