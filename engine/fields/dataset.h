#pragma once

#include "engine/core/data_type.h"
#include "engine/core/message.h"
#include "engine/core/shape.h"
#include "engine/fields/column.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

class Vocabulary;

/// Shared, aligned to 64 bytes: splits, trainers and backends may hold the same samples without copies.
using Bytes = std::shared_ptr<std::byte[]>;

/// `size` bytes, not initialised: pages use memory only once written. Throws `data.memory`.
Bytes allocateBytes(std::int64_t size);

/// What a network learns instead of a number: (x − subtract) / divide.
struct LearnedScale {
    double subtract = 0.0;
    double divide = 1.0;
    bool operator==(const LearnedScale&) const = default;
};

/// How transforms treat the numbers of a field.
enum class FieldKind : std::uint8_t {
    values, ///< an image where a sample has three axes, else nothing that moves with one
    boxes, ///< rows of left, top, right and bottom in pixels of the set's image, and any further values of each box
};

inline constexpr int scaledColumnsAtMost = 16; ///< of one field

/// What a field holds, known before any data is read: what a project's inputs and losses are bound to.
struct FieldSpec {
    std::string name{}; ///< "image", "label"
    DataType type = DataType::u8;
    Shape shape{}; ///< of one sample: H×W×C for an image, scalar for a class
    int classes = 0; ///< values are 0 … classes−1; 0: not a class
    std::vector<std::string> classNames{}; ///< empty, or one per class
    FieldKind kind = FieldKind::values;
    /// The field of the same set that tells how many rows of each sample count, a number from 0 to the first size of `shape`; the
    /// rest is padding, which neither losses nor metrics see. Empty: all rows count.
    std::string lengths{};
    std::optional<std::int64_t> padding{}; ///< the value that fills samples shorter than `shape`; masks leave it out
    /// Of a table's field, or of a series, whose samples are rows of them: the numbers of a row one behind the other; else empty.
    std::vector<Column> columns{};
    /// Elements from the start of one sample to the start of the next, for overlapping windows of a text, which share memory; 0: as
    /// many as a sample has.
    std::int64_t stride = 0;
    std::shared_ptr<const Vocabulary> vocabulary{}; ///< the tokens of a text that the classes are; else null
    /// Of a vocabulary of all tokens there are, out of which the training samples are yet to choose (see `fitTokens`): so many
    /// numbers at most, padding and the unknown included; 0: it stays as it is.
    std::int64_t tokensAtMost = 0;
    /// Of numbers to be learned with mean 0 and standard deviation 1, by what the training samples tell: how many columns they
    /// have, 1 where all are treated alike; 0: they are learned as they are. The field's own numbers stay those of the file, and so
    /// do predictions and metrics.
    int scaledColumns = 0;
    std::vector<LearnedScale> scales{}; ///< what was fitted to the training samples for those columns; empty until then

    /// Bytes of one sample.
    std::int64_t sampleBytes() const;
    /// Bytes from the start of one sample to the start of the next.
    std::int64_t strideBytes() const;
    /// The length of a sample in strides, rounded up: 1 if samples don't overlap.
    std::int64_t stridesCovered() const;
    /// Bytes of `count` samples, with overlaps counted once. Throws `data.field_size`.
    std::int64_t bytesOf(std::int64_t count) const;
    bool operator==(const FieldSpec& other) const;
};

/// The samples of one field, consecutive in the machine's byte order, or at the stride of its spec. Several fields may share
/// memory.
struct Field {
    FieldSpec spec;
    std::int64_t count = 0;
    std::shared_ptr<const std::byte[]> bytes;

    /// From the first byte of the first sample to the last byte of the last one.
    std::span<const std::byte> all() const { return {bytes.get(), static_cast<std::size_t>(spec.bytesOf(count))}; }
    /// One sample's bytes; `index` in [0, count).
    std::span<const std::byte> sample(std::int64_t index) const;
};

/// Fields of the same samples: sample i of one belongs to sample i of every other.
struct DataSplit {
    std::vector<Field> fields;
    std::vector<std::string> names{}; ///< of each sample, such as its file's; empty: they only have numbers
    bool mapped = false; ///< its samples are read from a file on demand: the memory they take can be reclaimed
    /// Of a series, the number known last before those that the field "target" holds, as far apart as its samples.
    std::optional<Field> known{};

    /// The number of samples; 0 without fields.
    std::int64_t count() const { return fields.empty() ? 0 : fields.front().count; }
    /// Throws `data.field`, naming the fields that are there.
    const Field& field(std::string_view name) const;
    /// Of the memory that the fields occupy; shared memory counts once.
    std::int64_t bytes() const;
    /// The same if each field is a separate copy, as on a device.
    std::int64_t copiedBytes() const;
    /// Of a sample in all its fields, without overlap.
    std::int64_t slotBytes() const;
};

/// A loaded data set, immutable once made.
struct DataSet {
    std::string id; ///< the source's
    std::string title;
    Message origin; ///< "MNIST from /path", "built-in synthetic digits"
    DataSplit train;
    DataSplit test{}; ///< without fields if the source has none
    std::string fingerprint{}; ///< of files that may change between two runs; empty if they are pinned or generated
    std::vector<Message> warnings{}; ///< what the user should know about the data, such as files left out
};

/// An empty field of `count` samples and the bytes to fill it through.
struct NewField {
    Field field;
    std::byte* bytes;
};
NewField makeField(FieldSpec spec, std::int64_t count);

/// Throws `data.label` on the first sample of a class field whose value isn't below `classes`, naming `where` it was read.
void checkClasses(const Field& field, std::string_view where);

/// Throws `data.weight` on the first sample of a field of sample weights that isn't finite and 0 or more, naming `where` it was
/// read.
void checkWeights(const Field& field, std::string_view where);

/// The suffix of the name of the array or field with the lengths of another.
inline constexpr std::string_view lengthEnding = "_length";

/// Throws `data.length` on the first sample whose length is no number of rows of the field that has it, naming `where` it was read.
void checkLengths(const Field& lengths, const FieldSpec& field, std::string_view where);

} // namespace netsmith::data
