#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"

#include <filesystem>
#include <span>

namespace netsmith::data {

/// What a network was trained on, which decides how files are read as its samples.
struct SampleReading {
    std::vector<FieldSpec> inputs; ///< one or several
    std::vector<FieldSpec> targets; ///< the targets of its outputs
    std::optional<FieldSpec> weights{}; ///< the sample weights of its loss, if evaluation needs them
    DataSettings settings{}; ///< of its training, with the path resolved
    bool toJudge = false; ///< for a series, every window with its next values, not only the last one

    /// Whether a target is also an input of the network, as in an autoencoder.
    bool isInput(const FieldSpec& target) const;
};

/// The labels of samples for one target.
struct Truth {
    /// A class's number, −1 for one that training never saw, or the numbers of each sample consecutively; a NaN if missing. Empty:
    /// unknown, or the target is one of the inputs.
    std::vector<double> numbers{};
    std::vector<std::string> classes{}; ///< the class of each sample as named by its file or folder; empty if it has a number
    std::optional<Field>
        next{}; ///< for windows of a series, the next numbers, which overlap like the windows; instead of `numbers`
};

/// Clears the numbers of invalid rows: those of each sample from its length on.
void forgetRows(Truth& truth, const FieldSpec& target, std::span<const std::int64_t> lengths);

/// Samples from a file or a folder.
struct Samples {
    std::vector<Field> inputs{}; ///< one per input; as read, not fitted. Windows of a series overlap in memory
    std::vector<Truth> truths{}; ///< one for each target
    std::optional<Field> weights{}; ///< if they are wanted and the file has them
    /// For a series read for evaluation, the last known number before those of the target `target`.
    std::optional<Field> known{};
    std::vector<std::string> names{}; ///< of each sample; empty: they have numbers alone
    bool mapped = false; ///< see `DataSplit::mapped`
    std::vector<Message> warnings{};

    std::int64_t count() const { return inputs.empty() ? 0 : inputs.front().count; }
};

/// Reads what training reads, as training does: a picture (PNG, JPEG, WebP, BMP) of any size, an IDX, .npy or .npz file of samples,
/// rows of a CSV file, the last rows of a series, a text; or a folder of pictures or texts, whose subfolders are classes if named
/// like them. Labels are read if the file has them: the array y next to x, the target column. Throws `sample.*`, and what reading
/// does; pictures of a folder that can't be read are left out with a warning.
Samples readSamples(const std::filesystem::path& path, const SampleReading& reading);

/// Rows of a table in memory, for example from stdin; `name` replaces a file's. Throws `data.csv.*`, `sample.no_table` if the
/// network takes no rows.
Samples samplesOfTable(std::span<const std::byte> content, const std::string& name, const SampleReading& reading);

/// What was written to stdin: a picture, rows of a table, or for a network that takes a text, one on each line that is not blank.
/// Throws what `readSamples` does.
Samples samplesOfStdin(std::span<const std::byte> content, const SampleReading& reading);

/// Whether a network with these inputs takes one text.
bool takesOneText(const SampleReading& reading);

/// Plain texts, one sample each. Throws `sample.no_text` if the network does not take a single text.
Samples samplesOfTexts(std::span<const std::string> texts, const SampleReading& reading);

} // namespace netsmith::data
