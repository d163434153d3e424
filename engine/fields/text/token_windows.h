#pragma once

#include "engine/fields/dataset.h"
#include "engine/fields/text/vocabulary.h"

namespace netsmith::data {

/// How a row of tokens becomes samples: windows of `window` tokens, each starting `step` after the one before, and what comes next.
struct WindowOptions {
    std::int64_t window = 1;
    std::int64_t step = 1;
    bool everyNext = false; ///< the token after each of a window's tokens is the target, else only the one after the last
};

/// The windows whose next token exists.
std::int64_t windowCount(std::int64_t tokens, const WindowOptions& options);

/// The smallest type that numbers of a vocabulary of this size fit into.
DataType idType(int size);

/// The fields "text" [window] and "next", one number or [window], numbers of a vocabulary's tokens of which the size is known.
std::vector<FieldSpec> windowFields(const WindowOptions& options, int size);
/// The same with the vocabulary.
std::vector<FieldSpec> windowFields(const WindowOptions& options, std::shared_ptr<const Vocabulary> vocabulary);

/// Such fields over tokens in one piece of memory, which is not copied: window i begins at token i · step.
DataSplit windowsOf(const std::vector<FieldSpec>& fields, std::shared_ptr<const std::byte[]> ids, std::int64_t count,
                    std::int64_t window);

} // namespace netsmith::data
