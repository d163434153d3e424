#pragma once

#include "engine/store/array_form.h"

#include <functional>

namespace netsmith {

/// Arrays on their way into a safetensors file. Those of f32 with two axes or more and at least 256 numbers, which are kernels and
/// embeddings, take the smallest form that gives back each of their bits; it is found by looking at the numbers alone. Dense arrays
/// are as `writeSafetensors` writes them.
class StoredArrays {
public:
    /// Reads elements of an array, from its element `first` on.
    using Read = std::function<void(std::size_t array, std::int64_t first, std::span<std::byte> out)>;

    using Take = std::function<void(std::span<const std::byte>)>;

    /// Chooses the forms. Arrays without `bytes` are read by `read`, now and when they are written; in between they must not
    /// change.
    explicit StoredArrays(std::span<const TensorView> arrays, Read read = {});

    /// The file's beginning: see `safetensorsHeader`.
    std::vector<std::byte> header(std::map<std::string, std::string> metadata) const;
    /// Calls `take(piece)` for the bytes after it, one after the other.
    void write(const Take& take) const;

    /// Whether all are as `writeSafetensors` would write them, which every version of Netsmith reads.
    bool arePlain() const;

private:
    void writePlain(std::size_t index, const Take& take) const;
    std::vector<std::uint32_t> numbersOf(std::size_t array) const;
    void readPart(std::size_t array, std::int64_t first, std::span<std::byte> out) const;
    ArrayForm formOf(std::size_t array) const;
    bool mayBeSmaller(std::size_t array) const;

    std::vector<TensorView> m_arrays;
    Read m_read;
    std::vector<ArrayForm> m_forms;
};

/// A whole file of arrays in such forms.
std::vector<std::byte> writeCompactSafetensors(std::span<const TensorView> tensors, std::map<std::string, std::string> metadata);

} // namespace netsmith
