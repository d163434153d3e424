#pragma once

#include "engine/fields/text/vocabulary.h"
#include "engine/fields/watch.h"

#include <memory>

namespace netsmith::data {

/// What to determine about a text.
struct TextOptions {
    TokenRule rule;
    std::int64_t vocabulary = 10000; ///< at most this many numbers, padding and unknown included
    double validation = 0.0; ///< the fraction of the text, at the end, that is the test set
    bool wholeVocabulary = false; ///< the vocabulary includes the end too, so that it does not depend on `validation`
};

/// A piece of a text that is read separately: its tokens are those of the whole text there.
struct TextPart {
    std::size_t begin = 0; ///< bytes
    std::size_t end = 0;
    std::int64_t tokens = 0;
};

/// A text that was read once: its length, and the numbers of its tokens. The vocabulary has the most frequent tokens of
/// the training part, or of the whole, in the order of their counts, then of their code points.
struct TextScan {
    std::vector<TextPart> train;
    std::vector<TextPart> test; ///< the rest; empty without a test set
    std::int64_t trainTokens = 0;
    std::int64_t testTokens = 0;
    std::int64_t different = 0; ///< tokens of what the vocabulary is of, those left out of it included
    std::shared_ptr<const Vocabulary> vocabulary;
};

/// Reads a text whole, by as many threads as there are. A byte order mark at its start is not read. Takes 80 MiB for characters,
/// for words what the different ones take. `name` says in errors where it came from. Throws `data.text.empty`, `data.text.zero`
/// and `data.text.utf8` with the byte's place, `data.text.different`, `data.cancelled`.
TextScan scanText(std::string_view text, const std::string& name, const TextOptions& options, const Watch& watch = {});

/// The numbers of all tokens of the parts, into room for as many as they have. Throws `data.cancelled`.
void encodeText(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, std::uint8_t* ids,
                const Watch& watch = {});
void encodeText(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, std::int32_t* ids,
                const Watch& watch = {});

} // namespace netsmith::data
