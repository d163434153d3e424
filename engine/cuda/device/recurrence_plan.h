#pragma once

#include "engine/core/data_type.h"
#include "engine/cuda/device/stream.h"
#include "engine/cuda/recurrences/recurrence_weights.h"
#include "engine/ops/recurrence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::cuda {

/// A recurrent layer as the library takes it: full sequences x [T,N,C] from the first step to the last, to y [T,N,H].
struct RecurrenceSetting {
    Cell cell = Cell::lstm; ///< or gru
    std::int64_t samples = 1;
    std::int64_t steps = 1;
    std::int64_t inputs = 1;
    std::int64_t units = 1;
    DataType type = DataType::f32; ///< of everything; sums are f32
    bool tensorFloat = false; ///< f32 may be truncated to 10 mantissa bits (TF32) before multiplication
    bool anyOrder = false; ///< the order of summation may vary
    bool bias = true; ///< one per gate, two for GRU
    bool training = false; ///< what the gradient needs is saved
    bool inputGradient = false; ///< dx is wanted,
    bool weightGradients = false; ///< and the weights' gradients are
    bool state = false; ///< h0 is given

    /// A key that identifies it.
    std::string text() const;
};

/// Addresses on the device; a null h0 is 0, and so is the cell of LSTM. Each pass reads and writes its own.
struct RecurrenceTensors {
    const void* x = nullptr;
    const void* h0 = nullptr;
    void* y = nullptr; ///< written by the forward pass
    const void* dy = nullptr;
    void* dx = nullptr; ///< written by the backward pass of the data
    void* weights = nullptr; ///< their gradients are written by the backward pass of the weights
    void* workspace = nullptr;
    void* reserve = nullptr; ///< passed from pass to pass; each may change it
};

/// One of the library's algorithms for a recurrent layer, ready to be enqueued.
class RecurrencePlan {
public:
    struct Content;
    explicit RecurrencePlan(std::unique_ptr<Content> content);
    ~RecurrencePlan();
    RecurrencePlan(RecurrencePlan&&) noexcept;
    RecurrencePlan& operator=(RecurrencePlan&&) noexcept;

    /// "cudnn:rnn:persist_static"; with the setting, what `recurrencePlanFrom` restores it from.
    const std::string& name() const;
    const RecurrenceWeights& weights() const;
    std::int64_t workspace() const; ///< bytes, of the widest pass
    std::int64_t reserve() const; ///< bytes; 0 unless it is for training

    // States are aligned to 64 bytes, all else to 256. They throw `cuda.cudnn`.
    void forward(Stream& stream, const RecurrenceTensors& at) const;
    /// Needs y, dy and h0 → dx.
    void backwardData(Stream& stream, const RecurrenceTensors& at) const;
    /// Needs x, y and h0 after that → the weights' gradients.
    void backwardWeights(Stream& stream, const RecurrenceTensors& at) const;

private:
    std::unique_ptr<Content> m_content;
};

/// The library's algorithms on this GPU, the one that supports every setting first. None where the library is not installed.
std::vector<RecurrencePlan> recurrencePlans(const RecurrenceSetting& setting);

/// The algorithm of this name; nothing where the library no longer accepts it.
std::optional<RecurrencePlan> recurrencePlanFrom(const RecurrenceSetting& setting, const std::string& name);

} // namespace netsmith::cuda
