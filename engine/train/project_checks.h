#pragma once

#include "engine/data/source.h"
#include "engine/graph/json/object_format.h"
#include "engine/graph/project/settings.h"
#include "engine/graph/specs/spec.h"
#include "engine/plan/build_plan.h"

namespace netsmith::train {

/// All specs of a kind, in alphabetical order of the ids.
const std::vector<const Spec*>& specsOf(ComponentKind kind);
/// Null where there is none.
const Spec* specOf(ComponentKind kind, std::string_view id);

/// Checks a project without a device: its graph, settings, losses, data and schedule.
CheckedProject checkProject(const Project& project, std::span<const FieldType> fields);
/// The same with the fields of the project's data, searched for in `paths` too; unknown, missing or insufficient data is a problem
/// like others.
CheckedProject checkProject(const Project& project, const data::DataPaths& paths);
/// The same for a known source; null: unknown yet, and the data is not checked.
CheckedProject checkProject(const Project& project, const std::shared_ptr<const data::Source>& source,
                            const data::DataPaths& paths);

/// The setting of a part of the training with a parameter of this name, or the nearest: "optimizer.weight_decay" for
/// "weight_decay"; empty if there is none. For `applySetting`.
std::string settingOfParameter(const std::string& name);

/// The possible values of `monitor`, the loss first.
std::vector<std::string> monitorNames(const Project& project);

/// The errors of training if there is no validation data, and if a batch is larger than the training data.
/// The target field of the project's first loss.
std::string learntFieldName(const Project& project);
/// How many of the source's training samples are held out for validation; 0 if none. Reads no samples, so undecodable pictures
/// count. Throws what holding them out would.
std::int64_t heldOutSamples(const Project& project, const data::Source& source);
Message noTestSamples(std::string_view source);
Message batchTooLarge(std::int64_t batch, std::int64_t samples);

/// A numeric input field, and its scaling.
struct ScaledInput {
    std::string field;
    InputScale scale;

    /// "the input "image" is divided by 255".
    Message words() const;
};
/// In the order of the input layers, each field once.
std::vector<ScaledInput> scaledInputs(const Project& project, std::span<const FieldType> fields);

} // namespace netsmith::train
