#pragma once

#include "engine/inspect/explanations/layer_program.h"
#include "engine/inspect/explanations/program_reader.h"
#include "tests/engine/layers/layer_run.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace netsmith::test {

/// A layer with random parameters, inputs, weights and statistics that fit; nothing if none were found. The same for a seed.
std::optional<LayerInput> randomLayer(const LayerSpec& layer, std::uint64_t seed, bool training);

/// Such a layer for one sample, to be explained; `input` outlives it.
class ExplainedLayer {
public:
    ExplainedLayer(const LayerInput& input, std::int64_t sample);

    std::vector<inspect::ExplainedStep> explain(std::int64_t element) { return m_reader->explain(m_program.output(), element); }
    double value(std::int64_t element) { return m_reader->value(m_program.output(), element); }
    const Program& program() const { return m_program.program(); }
    std::int64_t elements() const { return m_program.tensors()[static_cast<std::size_t>(m_program.output())].shape.elements(); }

private:
    const LayerInput& m_input;
    inspect::LayerProgram m_program;
    std::unique_ptr<inspect::ProgramReader> m_reader;
};

} // namespace netsmith::test
