#pragma once

#include "engine/backend/backend.h"
#include "engine/catalog/catalog.h"
#include "engine/graph/project/project.h"
#include "engine/plan/build_plan.h"

#include <string>
#include <vector>

namespace netsmith::test {

/// Whether the device's backend was built: the thread sanitizer's preset has only the reference.
bool hasDevice(const std::string& device);

/// A sample project from `projects/`.
Project sample(const std::string& name);

/// The fields of its data set, without loading it.
std::vector<FieldType> fieldsOf(const Project& project);

/// A few training steps of a project on made-up samples, without a trainer.
class SmallTraining {
public:
    SmallTraining(const Project& project, const std::string& device, const PlanOptions& options,
                  const CompileOptions& compile = {});
    SmallTraining(const Project& project, Backend& backend, const PlanOptions& options, const CompileOptions& compile = {});

    /// Runs training steps in one launch; returns the metric rows as one array. Throws the backend's errors.
    std::vector<float> train(int steps, float rate = 0.001f);
    std::vector<float> evaluate(int steps);
    std::vector<double> arena(Arena arena);

    const LogicalPlan& plan() const { return m_plan; }
    State& state() { return *m_state; }
    Executable& executable() { return *m_executable; }

private:
    std::vector<float> run(std::vector<int> programs, int steps, float rate);

    LogicalPlan m_plan;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
    std::vector<std::vector<std::byte>> m_fields;
    std::vector<std::int32_t> m_order;
};

} // namespace netsmith::test
