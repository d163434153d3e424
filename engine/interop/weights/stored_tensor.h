#pragma once

#include "engine/interop/weights/weight_file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::interop {

/// How a number is stored in files of other programs.
enum class Element { f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, boolean };

std::size_t bytesOf(Element element);
/// As NumPy and PyTorch call it: "float32", "bool".
std::string_view nameOf(Element element);

/// A tensor as a file describes it; nothing of it is checked yet.
struct StoredTensor {
    std::string name{};
    std::string type{}; ///< as its program calls it
    Element element = Element::f32;
    std::vector<std::int64_t> sizes{};
    std::vector<std::int64_t> strides{}; ///< in elements, as many as sizes; empty: row-major
    std::span<const std::byte> bytes{}; ///< from its first element on; may go on after its last one
    bool bigEndian = false;
};

/// Takes the tensors of a file one by one into a `WeightFile`: as views where they are stored as in memory, else as copies whose
/// sum is bounded by the size of the file, however large a few bytes claim to be.
class TensorIntake {
public:
    /// `place`: the file's name in errors; `content`: keeps the bytes of all tensors; `size`: the bytes that the file holds,
    /// unpacked.
    TensorIntake(std::string place, std::shared_ptr<const void> content, std::uint64_t size);

    /// Tensors that a `Shape` can't hold are left out with a note. A second one of the same name takes the place of the first,
    /// with a note. Throws `weights.*`.
    void add(StoredTensor stored);
    void note(Message message) { m_file.notes.push_back(std::move(message)); }
    /// That this tensor is not among the weights, and why.
    void leaveOut(const std::string& name, Message reason);

    std::size_t count() const { return m_file.tensors.size(); }
    /// The file; throws `weights.empty` if nothing was taken.
    WeightFile take(std::string format, Framework framework);

private:
    struct Kept; ///< what owns the bytes

    std::span<const std::byte> copyOf(const StoredTensor& stored, const Shape& shape, std::int64_t strides[], DataType type);

    std::string m_place;
    std::shared_ptr<Kept> m_kept;
    std::uint64_t m_copiesAtMost;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    WeightFile m_file;
};

} // namespace netsmith::interop
