#include "engine/cli/words/advice.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

std::string adviceOn(const MessageFacts& facts)
{
    if (facts.cause == MessageFacts::Cause::noCacheFolder)
        return "name a folder with --data-dir";
    if (facts.cause == MessageFacts::Cause::cacheFolder)
        return "name another one with --data-dir";
    return facts.dataSource.empty() ? std::string() : fmt::format("`netsmith-cli data fetch {}` downloads it", facts.dataSource);
}

} // namespace

std::string withAdvice(const Message& message)
{
    const std::string advice = adviceOn(message.facts());
    return advice.empty() ? message.text() : message.text() + "; " + advice;
}

} // namespace netsmith::cli
