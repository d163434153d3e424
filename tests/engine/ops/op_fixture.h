#pragma once

#include "engine/backend/backend.h"
#include "engine/ops/emitter.h"

#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

/// One tensor that an op reads, and its numbers.
struct OpInput {
    Shape shape;
    std::vector<double> values;
    DataType type = DataType::f32;
    bool wanted = false; ///< whether the gradient with respect to it is tested
    bool low = false; ///< whether it has 16 bits in a run of bf16 or fp16
    bool data = false; ///< bound, with `shape[0]` samples, instead of written
    bool absent = false; ///< a missing optional input
    std::int64_t stride = 0; ///< of data: elements from one sample to the next, where they overlap or have gaps
};

/// An op with everything it needs to run: one row of the tables shared by the tests of ops and backends.
struct OpCase {
    static constexpr int fresh = -1;

    std::string name;
    const OpSpec* spec = nullptr;
    std::shared_ptr<const Attributes> attributes = noAttributes();
    std::vector<OpInput> inputs;
    /// For ops that write existing tensors: for each output the index of an input, of a target after the inputs, or `fresh`.
    std::vector<int> into{};
    std::vector<OpInput> targets{};
    bool differences = true; ///< whether it is small enough for finite differences
};

/// Whether a backend can be used for a case, or why not.
struct Availability {
    Backend* backend = nullptr;
    std::string reason;
};
Availability availabilityOf(const std::string& backend, Precision precision = Precision::fp32);

/// A case as a plan of one program: the op, then the ops of the gradients that are tested.
class OpRun {
public:
    /// Throws the errors of the op's checks or the backend.
    OpRun(Backend& backend, const OpCase& opCase, Precision precision = Precision::fp32);

    /// Runs the op, then the ops of its gradient.
    void run();
    /// Runs only the op.
    void runForward();

    const std::vector<TensorId>& inputs() const { return m_inputs; }
    const std::vector<TensorId>& outputs() const { return m_outputs; }
    /// The gradients with respect to the inputs, `noTensor` where there is none.
    const std::vector<TensorId>& gradients() const { return m_gradients; }
    /// The gradient of the first output.
    const std::vector<double>& arriving() const { return m_arriving; }
    /// Every tensor that an op of the program wrote.
    std::vector<TensorId> written() const;
    const LogicalPlan& plan() const { return m_plan; }

    std::vector<double> read(TensorId id) const;
    void write(TensorId id, const std::vector<double>& values);

private:
    TensorId addTensor(const OpInput& input, Precision precision);
    void addGradient(const OpCase& opCase);
    void writeInputs(const OpCase& opCase);

    LogicalPlan m_plan;
    std::vector<TensorId> m_inputs;
    std::vector<TensorId> m_targets;
    std::vector<TensorId> m_outputs;
    std::vector<TensorId> m_gradients;
    TensorId m_arrivingId = noTensor;
    std::vector<double> m_arriving;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
    std::vector<std::vector<std::byte>> m_data;
};

/// Runs a case on a backend and on the reference; describes the first number that differs by more than rounding, or is empty.
std::string differenceFromReference(Backend& backend, const OpCase& opCase, Precision precision);

/// `count` numbers in (−scale, scale) in random order, equally spaced and at least half a space from 0, so that a small step
/// crosses no kink of relu and changes no maximum. Exact in float.
std::vector<double> spread(std::int64_t count, std::uint64_t seed, double scale = 1.0);
/// `count` random numbers in [low, high), exact in float.
std::vector<double> uniform(std::int64_t count, std::uint64_t seed, double low, double high);

} // namespace netsmith::test
