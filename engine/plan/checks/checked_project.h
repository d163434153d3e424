#pragma once

#include "engine/core/data_type.h"
#include "engine/graph/project/project.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/objective_spec.h"
#include "engine/graph/specs/transform_spec.h"
#include "engine/graph/validation.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith {

/// A field of the data set as the plan needs to know it, before any data is available.
struct FieldType {
    std::string name;
    Shape shape; ///< of one sample
    DataType type = DataType::u8;
    int classes = 0;
    std::int64_t stride = 0; ///< elements from the start of one sample to the start of the next; 0: as many as a sample has
    /// For numbers that are learned as (x − mean) / deviation, per entry of the last axis or one for all; empty: unscaled.
    std::vector<double> means{};
    std::vector<double> deviations{};
    bool areBoxes = false; ///< left, top, right and bottom in pixels of the image, which move with it
    std::string lengths{}; ///< the field with the number of valid rows of a sample; empty: all are valid
};

/// The registries a plan is built from; they outlive it.
struct Catalog {
    const LayerRegistry* layers = nullptr;
    const LossRegistry* losses = nullptr;
    const MetricRegistry* metrics = nullptr;
    const OptimizerRegistry* optimizers = nullptr;
    const TransformRegistry* transforms = nullptr;
};

/// A project and the results of its checks: the graph, and what the training settings require of it and of the data. Created once
/// per edit or start; plans, estimates and the window's analysis use it, so that none of them checks again.
class CheckedProject {
public:
    CheckedProject() = default;
    /// The catalog outlives it. No fields: nothing is known about the data yet.
    CheckedProject(Project project, const Catalog& catalog, std::span<const FieldType> fields);

    /// As it was drawn.
    const Project& project() const { return m_project; }
    /// With its blocks expanded.
    const Project& flat() const { return m_flat ? *m_flat : m_project; }
    const Catalog& catalog() const { return *m_catalog; }
    const std::vector<FieldType>& fields() const { return m_fields; }

    /// All at once, those in blocks with the full path of their node.
    const std::vector<Problem>& problems() const& { return m_found.problems; }
    std::vector<Problem> problems() && { return std::move(m_found.problems); }
    /// Of layers in blocks by their full path, and of the blocks.
    const ShapeWalk& shapes() const { return m_found.shapes; }
    /// No errors; warnings may be there.
    bool ok() const { return m_found.ok(); }
    /// Throws the first error.
    void requireOk() const;

    /// Adds a problem found elsewhere, such as one of the samples.
    void add(Problem problem) { m_found.problems.push_back(std::move(problem)); }

private:
    Project m_project;
    std::optional<Project> m_flat;
    const Catalog* m_catalog = nullptr;
    std::vector<FieldType> m_fields;
    Validation m_found;
};

} // namespace netsmith
