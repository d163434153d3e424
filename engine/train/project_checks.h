#pragma once

#include "engine/data/source.h"
#include "engine/graph/json/object_format.h"
#include "engine/graph/settings.h"
#include "engine/graph/spec.h"
#include "engine/plan/build_plan.h"

namespace netsmith::train {

/// What there is of a kind, in alphabetical order of the ids.
const std::vector<const Spec*>& specsOf(ComponentKind kind);
/// Null where there is none.
const Spec* specOf(ComponentKind kind, std::string_view id);

/// A project with everything that is wrong with it before it meets a device: its graph, settings, losses, data and schedule.
CheckedProject checkProject(const Project& project, std::span<const FieldType> fields);
/// The same with the fields of the data that the project names, looked for in `paths` too; that they can't be told, are not here or
/// don't suffice is a problem like others.
CheckedProject checkProject(const Project& project, const data::DataPaths& paths);
/// The same of a source that is known; null: it is not yet, and nothing is said of the data.
CheckedProject checkProject(const Project& project, const std::shared_ptr<const data::Source>& source,
                            const data::DataPaths& paths);

/// The setting of a training's part that has a parameter of this name, or the nearest: "optimizer.weight_decay" of "weight_decay";
/// an empty text where none has. For `applySetting`.
std::string settingOfParameter(const std::string& name);

/// What a project can be judged by: the names that `monitor` may give, the loss first.
std::vector<std::string> monitorNames(const Project& project);

/// What training says where nothing judges, and where one batch takes more samples than there are.
/// What the project's first loss is to meet: the field that is learnt.
std::string learntFieldName(const Project& project);
/// How many of the source's training samples validate; 0 where none of them do. Reads no samples, so that pictures that can't be
/// decoded count. Throws what holding them out would.
std::int64_t heldOutSamples(const Project& project, const data::Source& source);
Message noTestSamples(std::string_view source);
Message batchTooLarge(std::int64_t batch, std::int64_t samples);

/// A field that enters the network as numbers, and what is done to them first.
struct ScaledInput {
    std::string field;
    InputScale scale;

    /// "the input "image" is divided by 255".
    Message words() const;
};
/// In the order of the input layers, each field once.
std::vector<ScaledInput> scaledInputs(const Project& project, std::span<const FieldType> fields);

} // namespace netsmith::train
