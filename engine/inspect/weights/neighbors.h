#pragma once

#include "engine/inspect/weights/layer_weights.h"

namespace netsmith::inspect {

/// A row of an embedding's table near another one.
struct Neighbor {
    std::int64_t id = 0; ///< of the token: the row
    double cosine = 0.0; ///< of the angle between the two vectors, −1 … 1; 0 where one of them is 0
    double distance = 0.0; ///< Euclidean
};

/// What is near a token in an embedding.
struct Neighbors {
    std::int64_t id = 0;
    double norm = 0.0; ///< of its vector
    std::vector<Neighbor> byCosine{}; ///< the most similar first, without vectors that are 0; empty if its own is
    std::vector<Neighbor> byDistance{}; ///< the nearest first
    std::int64_t leftOut = 0; ///< rows with numbers that are not finite
};

/// The `count` nearest rows of a table, by each measure; rows that are equally near in their order. Throws `neighbors.table` of
/// an array that is none, `neighbors.id`, `neighbors.not_finite` of a row that is not finite.
Neighbors neighborsOf(const WeightArray& table, std::int64_t id, std::size_t count);

/// The words of an embedding's rows.
class TokenNames {
public:
    TokenNames() = default;
    /// `rows`: of the table.
    TokenNames(std::optional<data::FieldSpec> tokens, std::int64_t rows)
        : m_tokens(std::move(tokens))
        , m_rows(rows)
    {
    }

    /// Whether rows have words at all.
    bool hasWords() const;
    /// A word as it is shown, "␣" for a space; empty: this row has none.
    std::string wordOf(std::int64_t id) const;
    /// The word, or "#12".
    std::string nameOf(std::int64_t id) const;
    /// The row of a word as a text has it, or of "#12"; where the rows have no words also of "12". Throws `neighbors.word`.
    std::int64_t idOf(std::string_view word) const;
    /// Rows whose words begin with this one, at most `count`: for completion.
    std::vector<std::int64_t> beginningWith(std::string_view word, std::size_t count) const;

private:
    std::optional<data::FieldSpec> m_tokens;
    std::int64_t m_rows = 0;
};

} // namespace netsmith::inspect
