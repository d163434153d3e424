#pragma once

#include "engine/fields/text/vocabulary.h"
#include "engine/fields/watch.h"

#include <memory>

namespace netsmith::data {

/// What is to be found out of a text.
struct TextOptions {
    TokenRule rule;
    std::int64_t vocabulary = 10000; ///< at most so many numbers, padding and the unknown included
    double validation = 0.0; ///< how much of the text's end tests
    bool wholeVocabulary = false; ///< the vocabulary is that of the end too, so that it does not depend on `validation`
};

/// A piece of a text that is read by itself: its tokens are those that the whole has there.
struct TextPart {
    std::size_t begin = 0; ///< bytes
    std::size_t end = 0;
    std::int64_t tokens = 0;
};

/// A text that was read once: how long it is, and what its tokens are numbered as. The vocabulary has the most frequent tokens of
/// the training part, or of the whole, in the order of their counts, then of their code points.
struct TextScan {
    std::vector<TextPart> train;
    std::vector<TextPart> test; ///< what lies behind; empty where nothing tests
    std::int64_t trainTokens = 0;
    std::int64_t testTokens = 0;
    std::int64_t different = 0; ///< tokens of what the vocabulary is of, those left out of it included
    std::shared_ptr<const Vocabulary> vocabulary;
};

/// Reads a text whole, by as many threads as there are. A byte order mark at its start is not read. Takes 80 MiB for characters,
/// for words what the different ones take. `name` tells in errors where it came from. Throws `data.text.empty`, `data.text.zero`
/// and `data.text.utf8` with the byte's place, `data.text.different`, `data.cancelled`.
TextScan scanText(std::string_view text, const std::string& name, const TextOptions& options, const Watch& watch = {});

/// The numbers of all tokens of the parts, into room for as many as they have. Throws `data.cancelled`.
void encodeText(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, std::uint8_t* ids,
                const Watch& watch = {});
void encodeText(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, std::int32_t* ids,
                const Watch& watch = {});

} // namespace netsmith::data
