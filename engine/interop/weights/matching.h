#pragma once

#include "engine/interop/weights/conversion.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith::interop {

/// What a person decided about a row of the table.
struct RowChange {
    std::string tensor{}; ///< the file's; empty: the weight, or the whole layer, keeps its drawn numbers
    std::string weight{}; ///< "res_1/conv2d_1/kernel", or a layer's id; two tensors of one weight, its two biases, are two changes

    /// "features.0.weight=conv2d_1/kernel", "=dense_2". Throws `matching.change`.
    static RowChange parsed(std::string_view text);
    std::string text() const { return tensor + "=" + weight; }
    bool operator==(const RowChange&) const = default;
};

struct MatchOptions {
    std::vector<RowChange> changes{};
    Framework framework = Framework::unknown; ///< whose layout it is if the file does not say
};

/// A row of the table: a weight of the project, and where its numbers come from.
struct WeightRow {
    enum class Found {
        no, ///< no tensor fits
        name,
        order, ///< both programs list the same layers, one after the other
        shape, ///< nothing else has this shape
        choice, ///< a person's
        drawn, ///< a person's choice too: it keeps its drawn numbers
        ambiguous, ///< several tensors fit
        otherShape, ///< its tensor has another shape
    };

    LayerWeight weight{};
    Found found = Found::no;
    std::vector<std::string> tensors{}; ///< the one, or the two biases that are joined; if it is not found, those that it might be
    Shape shape{}; ///< of the first of them
    std::string stored{}; ///< its type there, if it is cast to f32
    Conversion conversion{};

    bool isFound() const
    {
        return found == Found::name || found == Found::order || found == Found::shape || found == Found::choice;
    }
};
/// "by name", as in the table; the id, as in JSON, is "name".
std::string_view idOf(WeightRow::Found found);
Message wordsOf(WeightRow::Found found);

struct UnusedTensor {
    std::string name{};
    Shape shape{};
    bool isWeight = true; ///< false: a counter, or a random generator's state
};

/// Which tensor of a file fills which weight of a project, before anything is loaded.
struct Matching {
    Framework framework = Framework::unknown; ///< whose layouts are converted
    std::vector<WeightRow> rows{}; ///< of every weight, in the project's order
    std::vector<UnusedTensor> unused{}; ///< the file's
    /// The layers at the network's end whose tensors have another shape: they keep their drawn numbers, the rest is taken.
    std::vector<std::string> heads{};

    std::size_t foundCount() const;
    /// What a person should know though training may start: the heads, casts, what is left over.
    std::vector<Message> notes() const;
    /// Why training can't start from this: nothing fits, several tensors fit, a layer stays empty. `file` names the file.
    std::optional<Message> problem(std::string_view file) const;
};

/// Matches a file's tensors with a project's weights, which are in the network's order, those of a layer in that of Keras. By name
/// first; then by order, if both sides list the same layers; then by shape, if it is unique. Where several tensors fit and nothing
/// tells them apart, none is taken. Throws `matching.*` if a change names what does not exist or does not fit. A pure function.
Matching matchWeights(const WeightFile& file, std::span<const LayerWeight> weights, const MatchOptions& options = {});

/// The tensors that could become a weight by a person's choice, each alone or two biases that are joined; of both usual layouts if
/// the framework is unknown. Reads names and shapes alone.
std::vector<std::vector<std::string>> tensorsFor(const WeightFile& file, const LayerWeight& weight, Framework framework);

/// A found row's numbers as f32. Throws `matching.not_finite` if one is a NaN or an infinity.
std::vector<float> numbersOf(const WeightFile& file, const WeightRow& row);

} // namespace netsmith::interop
