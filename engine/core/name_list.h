#pragma once

#include "engine/core/message.h"

#include <string>

namespace netsmith {

/// Names, already joined, as an argument of a sentence: if there are none it says so, in the reader's language.
inline Message nameList(std::string names)
{
    return names.empty() ? Message(NS_MESSAGE("names.none", "none")) : Message(NS_MESSAGE("names.some", "{0}"), std::move(names));
}

} // namespace netsmith
