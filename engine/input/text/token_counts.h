#pragma once

#include "engine/fields/text/vocabulary.h"

#include <memory>
#include <optional>

namespace netsmith::data {

/// Why bytes are not text, or nothing: `data.text.zero` and `data.text.utf8` with the position of the byte, counted from `before`.
/// `name` says where they came from.
std::optional<Error> noText(std::string_view bytes, const std::string& name, std::size_t before = 0);

/// Counts the tokens of texts: characters by their code points, words by their text.
class TokenCounts {
public:
    /// Takes 9 MB for characters, for words the memory of the distinct ones.
    explicit TokenCounts(TextUnit unit);

    /// Counts the tokens of a valid text; returns their number.
    std::int64_t count(std::string_view text, TokenRule rule);
    void add(const TokenCounts& other);
    /// Throws `data.text.different` if there are more distinct words than supported; further ones are not counted.
    void checkRoom(const std::string& name) const;

    std::int64_t different() const;
    /// The most frequent tokens, in the order of their counts, then of their code points; at most this many numbers, padding and
    /// unknown included.
    std::shared_ptr<const Vocabulary> vocabulary(TokenRule rule, std::int64_t limit) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    std::vector<std::int64_t> m_characters;
    std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> m_words;
    bool m_full = false;
};

} // namespace netsmith::data
