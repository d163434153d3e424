#include "engine/runs/store/run_numbers.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/utf8.h"
#include "engine/graph/json/json_object.h"

#include <algorithm>

namespace netsmith::runs {
namespace {

constexpr std::int64_t numbersSchema = 1;
constexpr std::int64_t largestNumber = std::int64_t{1} << 53; ///< what every reader of JSON keeps exactly
constexpr std::uint64_t largestNumbersFile = std::uint64_t{1} << 28;

/// The key of a number. A name that is not UTF-8 can't be in JSON unchanged.
std::string numberKey(std::string_view name, std::string_view started)
{
    return std::string(started) + ' ' + (isUtf8(name) ? std::string(name) : visibleText(name));
}

Error damagedNumbers()
{
    return Error(ErrorKind::input, NS_MESSAGE("runs.numbers", "the list of the runs' numbers is damaged"));
}

} // namespace

std::int64_t RunNumbers::of(std::string_view name, std::string_view started) const
{
    const auto found = m_numbers.find(numberKey(name, started));
    return found == m_numbers.end() ? 0 : found->second;
}

std::int64_t RunNumbers::give(std::string_view name, std::string_view started)
{
    const auto [entry, isNew] = m_numbers.try_emplace(numberKey(name, started), m_next);
    m_next += isNew ? 1 : 0;
    return entry->second;
}

std::string RunNumbers::text() const
{
    return Json{{"schema", numbersSchema}, {"next", m_next}, {"numbers", m_numbers}}.dump() + '\n';
}

Expected<RunNumbers> RunNumbers::fromText(std::string_view text)
try {
    const Json json = readJson(text).take();
    JsonObject object(json, "");
    if (integerFrom(object.require("schema"), "/schema") != numbersSchema)
        return damagedNumbers();
    RunNumbers out;
    out.m_next = integerFrom(object.require("next"), "/next");
    const Json& numbers = object.require("numbers");
    if (!numbers.is_object() || out.m_next < 1 || out.m_next > largestNumber)
        return damagedNumbers();
    for (const auto& [key, value] : numbers.items()) {
        const std::int64_t number = integerFrom(value, "/numbers");
        if (number < 1 || number >= out.m_next)
            return damagedNumbers();
        out.m_numbers.emplace(key, number);
    }
    return out;
} catch (const Error&) {
    return damagedNumbers();
}

RunNumbers RunNumbers::read(const std::filesystem::path& file)
{
    const auto text = readTextFile(file, largestNumbersFile);
    auto numbers = text ? fromText(*text) : Expected<RunNumbers>(text.error());
    return numbers ? std::move(*numbers) : RunNumbers();
}

} // namespace netsmith::runs
