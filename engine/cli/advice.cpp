#include "engine/cli/advice.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

std::string adviceOn(const Message& message)
{
    const std::string& id = message.id();
    if (id == "data.no_cache")
        return "name a folder with --data-dir";
    if (id == "data.make_folder")
        return "name another one with --data-dir";
    if (id == "data.missing" || id == "data.missing_anywhere" || id == "data.missing_file")
        if (const auto* source = std::get_if<std::string>(&message.arguments().back()))
            return fmt::format("`netsmith-cli data fetch {}` downloads it", *source);
    for (const MessageArgument& argument : message.arguments())
        if (const auto* nested = std::get_if<NestedMessage>(&argument))
            if (std::string advice = adviceOn(**nested); !advice.empty())
                return advice;
    return {};
}

} // namespace

std::string withAdvice(const Message& message)
{
    const std::string advice = adviceOn(message);
    return advice.empty() ? message.text() : message.text() + "; " + advice;
}

} // namespace netsmith::cli
