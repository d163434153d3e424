#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project.h"

#include <filesystem>
#include <span>

namespace netsmith::data {

/// What a network was trained on, by which files are read as its samples.
struct SampleReading {
    std::vector<FieldSpec> inputs; ///< one or several
    std::vector<FieldSpec> targets; ///< what its outputs tell
    std::optional<FieldSpec> weights{}; ///< what samples weigh in its loss, where whoever judges needs to know
    DataSettings settings{}; ///< of its training, the path resolved
    bool toJudge = false; ///< of a series every window with what comes next, not the last one alone

    /// Whether a target is what the network is given, as an autoencoder's is.
    bool isInput(const FieldSpec& target) const;
};

/// What samples are known to be, by one target.
struct Truth {
    /// A class's number, −1 for one that training never saw, or the numbers of a sample one after the other; a NaN where it is
    /// missing. Empty: nothing is known, or the target is one of the inputs.
    std::vector<double> numbers{};
    std::vector<std::string> classes{}; ///< the class of each sample as its file or folder is called; empty where it has a number
    std::optional<Field>
        next{}; ///< of windows of a series the numbers that come next, which overlap as the windows do; not `numbers`
};

/// Forgets the numbers of the rows that do not count: of each sample those from its length on.
void forgetRows(Truth& truth, const FieldSpec& target, std::span<const std::int64_t> lengths);

/// Samples from a file or a folder.
struct Samples {
    std::vector<Field> inputs{}; ///< one for each input; as they were read, not fitted. Windows of a series overlap in memory
    std::vector<Truth> truths{}; ///< one for each target
    std::optional<Field> weights{}; ///< where they are wanted and the file has them
    /// Of a series that is read to be judged by, the number known last before those of the target `target`.
    std::optional<Field> known{};
    std::vector<std::string> names{}; ///< of each sample; empty: they have numbers alone
    bool mapped = false; ///< see `DataSplit::mapped`
    std::vector<Message> warnings{};

    std::int64_t count() const { return inputs.empty() ? 0 : inputs.front().count; }
};

/// Reads what training reads, as training does: a picture (PNG, JPEG, WebP, BMP) of any size, an IDX, .npy or .npz file of samples,
/// rows of a CSV file, the last rows of a series, a text; or a folder of pictures or texts, whose subfolders are classes where
/// their names are. What the samples are is told where the file has it: the array y beside x, the column that was learned. Throws
/// `sample.*`, and what reading does; pictures of a folder that can't be read are left out with a warning.
Samples readSamples(const std::filesystem::path& path, const SampleReading& reading);

/// Rows of a table in memory, such as what came in on stdin; `name` stands for a file's. Throws `data.csv.*`, `sample.no_table`
/// where the network takes no rows.
Samples samplesOfTable(std::span<const std::byte> content, const std::string& name, const SampleReading& reading);

/// Whether a network of these inputs takes one text.
bool takesOneText(const SampleReading& reading);

/// Texts by themselves, one sample each. Throws `sample.no_text` where the network takes no single text.
Samples samplesOfTexts(std::span<const std::string> texts, const SampleReading& reading);

} // namespace netsmith::data
