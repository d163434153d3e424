#pragma once

#include "engine/graph/checks/component.h"
#include "engine/graph/graph_index.h"
#include "engine/plan/checks/checked_project.h"

#include <algorithm>
#include <optional>

namespace netsmith {

/// Collects the problems of the settings around a graph that was already checked.
class ProjectCheck {
public:
    ProjectCheck(const Project& project, const Catalog& catalog, std::span<const FieldType> fields, Validation& out)
        : m_project(project)
        , m_catalog(catalog)
        , m_fields(fields)
        , m_graph(project.graph)
        , m_out(out)
    {
    }

    void run();

private:
    template <class... Arguments>
    void report(const std::string& node, MessageTemplate sentence, Arguments&&... arguments)
    {
        m_out.problems.push_back(
            {Severity::error, node, {}, Message(sentence, std::forward<Arguments>(arguments)...), std::nullopt});
    }
    /// Its spec, if all its parameters are individually valid; `place` is its position in the file.
    template <class S>
    const S* checkComponent(ComponentKind kind, const Component& component, const Registry<S>& registry, const std::string& place)
    {
        std::vector<Problem> problems = componentProblems(kind, component, specsIn(registry), place);
        const bool sound = problems.empty();
        std::ranges::move(problems, std::back_inserter(m_out.problems));
        return sound ? registry.find(component.id) : nullptr;
    }

    // project_check.cpp
    void checkWeightsOf(const ParameterGroup& group);
    const FieldType* field(std::string_view name) const;
    Message fieldNames() const;
    std::optional<std::map<std::string, Shape>> weightsOf(const Node& node, const LayerSpec& spec) const;
    void checkSharedWeights();
    void checkStates();
    void checkKeptZeros();

    // data_check.cpp
    void checkFields();
    void checkTransforms();
    std::optional<Shape> shapeBehindTransforms(const FieldType& field, std::optional<Message>* reason = nullptr) const;
    void checkInputs();
    const FieldType* fieldBefore(const Node& node) const;
    void checkClassesTaken();

    // objective_check.cpp
    void checkObjective(const Objective& objective, const std::string& place);
    bool isTold(const Objective& objective, FieldType& target);
    void checkMonitor();
    bool isGiven(const FieldType& target) const;
    void checkSampleWeight(const Objective& objective);
    void reportMisfit(const Node& node, const std::optional<Message>& misfit, const FieldType& target);
    void checkOutputs();

    const Project& m_project;
    const Catalog& m_catalog;
    std::span<const FieldType> m_fields;
    const GraphIndex m_graph;
    Validation& m_out;
    bool m_transformsHold = true;
};

} // namespace netsmith
