#include "engine/train/project_checks.h"

#include "engine/catalog/catalog.h"
#include "engine/core/files/safe_file.h"
#include "engine/data/split.h"
#include "engine/graph/checks/component.h"
#include "engine/graph/json/json_text.h"
#include "engine/graph/nearest_name.h"
#include "engine/graph/project/project_format.h"
#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "engine/plan/metric_columns.h"
#include "engine/predict/field_types.h"
#include "engine/schedules/registry.h"
#include "engine/transforms/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace netsmith::train {
namespace {

/// A data source as a spec: its parameters are the ones that a project may set.
std::vector<const Spec*> sourceSpecs()
{
    static const auto made = [] {
        std::vector<Spec> specs;
        for (const data::Source* source : data::sources()) {
            Spec& spec = specs.emplace_back();
            spec.id = source->info().id;
            spec.title = source->info().title;
            spec.doc = source->info().doc;
            spec.parameters = source->info().parameters;
        }
        std::ranges::sort(specs, {}, &Spec::id);
        return specs;
    }();
    std::vector<const Spec*> specs;
    for (const Spec& spec : made)
        specs.push_back(&spec);
    return specs;
}

/// A parameter of an object under one of a section's keys: the "weight_decay" of the "optimizer".
struct HeldParameter {
    std::string key;
    std::string name;
};

/// The one of this name, from any optimizer or schedule, or else the nearest.
std::optional<HeldParameter> heldParameter(const ObjectDeclaration& object, const std::string& name)
{
    std::vector<HeldParameter> held;
    std::vector<std::string> names;
    for (const KeyFormat& key : object.keys()) {
        if (key.holds != KeyFormat::Holds::object || !key.object->component())
            continue;
        for (const Spec* spec : specsOf(*key.object->component()))
            for (const ParameterSpec& parameter : spec->parameters) {
                held.push_back({key.name, parameter.name});
                names.push_back(parameter.name);
            }
    }
    auto found = std::ranges::find(held, name, &HeldParameter::name);
    if (found == held.end())
        found = std::ranges::find(held, nearestName(name, names), &HeldParameter::name);
    return found == held.end() ? std::nullopt : std::optional(*found);
}

/// An unknown key: what was meant, and the fix.
Problem problemOf(const UnknownKey& unknown)
{
    const std::optional<ComponentKind>& kind = unknown.object->component();
    const Spec* named = kind ? specOf(*kind, unknown.component) : nullptr;
    std::vector<std::string> keys, parameters;
    std::string list;
    for (const KeyFormat& key : unknown.object->keys()) {
        keys.push_back(key.name);
        list += (list.empty() ? "" : ", ") + key.name;
    }
    if (named)
        for (const ParameterSpec& parameter : named->parameters)
            parameters.push_back(parameter.name);
    const std::string key = nearestName(unknown.key, keys);
    const std::string parameter = nearestName(unknown.key, parameters);
    const std::optional<HeldParameter> held = heldParameter(*unknown.object, unknown.key);
    Message advice(NS_MESSAGE("unknown.known", "there are {0}, and keys of your own begin with \"x-\""), list);
    QuickFix fix{QuickFix::Kind::removeKey, {}, {}, {}, {}, unknown.pointer};
    if (!parameter.empty() && (key.empty() || parameter == unknown.key)) {
        advice = Message(NS_MESSAGE("unknown.parameter", "the parameter \"{0}\" belongs in \"parameters\""), parameter);
        fix = {QuickFix::Kind::moveKey, {}, parameter, {}, {}, unknown.pointer};
    } else if (held && (key.empty() || held->name == unknown.key)) {
        advice = Message(NS_MESSAGE("unknown.held_parameter", "the parameter \"{0}\" belongs in the \"parameters\" of \"{1}\""),
                         held->name, held->key);
        fix = {QuickFix::Kind::moveKey, {}, held->name, {}, {}, unknown.pointer, held->key};
    } else if (!key.empty()) {
        advice = Message(NS_MESSAGE("unknown.meant", "did you mean \"{0}\"?"), key);
        fix = {QuickFix::Kind::renameKey, {}, key, {}, {}, unknown.pointer};
    }
    return {Severity::error,
            unknown.node,
            {},
            Message(NS_MESSAGE("unknown.key", "{0}: this key is unknown; {1}"), unknown.pointer, std::move(advice)),
            std::move(fix)};
}

/// Whether the value of a key can be moved into its sibling "parameters": it is one of theirs, and not set there.
bool canMove(const Json& file, const QuickFix& fix)
try {
    const Json::json_pointer place(fix.place);
    const Json& beside = file.at(place.parent_pointer());
    const Json& object = fix.holder.empty() ? beside : beside.at(fix.holder);
    if (object.contains("parameters") && object.at("parameters").contains(fix.parameter))
        return false;
    return !parametersFromJson({{fix.parameter, file.at(place)}}).empty();
} catch (const Error&) {
    return false;
}

std::vector<Problem> keyProblems(const Project& project)
{
    std::vector<Problem> problems;
    std::optional<Json> file;
    for (const UnknownKey& unknown : unknownKeys(project)) {
        Problem& problem = problems.emplace_back(problemOf(unknown));
        if (problem.fix->kind != QuickFix::Kind::moveKey)
            continue;
        if (!file)
            file = readJson(toJson(project)).take();
        if (!canMove(*file, *problem.fix))
            problem.fix.reset();
    }
    return problems;
}

/// Errors of training about the samples before it reads them: missing, too few, or none for validation.
std::vector<Problem> sampleProblems(const Project& project, const std::shared_ptr<const data::Source>& wanted,
                                    const data::DataPaths& paths)
{
    std::vector<Problem> problems;
    const auto report = [&](Message message, std::optional<QuickFix> fix = std::nullopt) {
        problems.push_back({Severity::error, {}, {}, std::move(message), std::move(fix)});
    };
    const DataSettings& settings = project.data;
    std::shared_ptr<const data::Source> source = wanted;
    try {
        source = data::resolve(wanted, paths).source;
    } catch (const Error& error) {
        report(error.message());
    }
    const data::SourceInfo& info = source->info();
    if (settings.validation == "test" && info.testCount == 0)
        report(noTestSamples(info.id), QuickFix{QuickFix::Kind::changeSetting, {}, {}, {}, {}, "data.validation=split"});
    std::int64_t held = 0;
    try {
        held = heldOutSamples(project, *source);
    } catch (const Error& error) {
        report(error.message());
    }
    if (info.trainCount > held && project.training.batch > info.trainCount - held)
        report(batchTooLarge(project.training.batch, info.trainCount - held),
               QuickFix{QuickFix::Kind::changeSetting, {}, {}, {}, {}, "training.batch=" + std::to_string(info.trainCount - held)});
    return problems;
}

} // namespace

const std::vector<const Spec*>& specsOf(ComponentKind kind)
{
    static const std::map<ComponentKind, std::vector<const Spec*>> all{
        {ComponentKind::layer, specsIn(layers())},        {ComponentKind::loss, specsIn(losses())},
        {ComponentKind::metric, specsIn(metrics())},      {ComponentKind::optimizer, specsIn(optimizers())},
        {ComponentKind::schedule, specsIn(schedules())},  {ComponentKind::source, sourceSpecs()},
        {ComponentKind::transform, specsIn(transforms())}};
    return all.at(kind);
}

const Spec* specOf(ComponentKind kind, std::string_view id)
{
    const std::vector<const Spec*>& specs = specsOf(kind);
    const auto found = std::ranges::find(specs, id, &Spec::id);
    return found == specs.end() ? nullptr : *found;
}

CheckedProject checkProject(const Project& project, std::span<const FieldType> fields)
{
    CheckedProject checked(project, catalog(), fields);
    for (Problem& problem : keyProblems(project))
        checked.add(std::move(problem));
    const auto checkSchedule = [&](const Component& schedule, const std::string& pointer) {
        for (Problem& problem : componentProblems(ComponentKind::schedule, schedule, specsOf(ComponentKind::schedule), pointer))
            checked.add(std::move(problem));
    };
    checkSchedule(project.training.schedule, "/training/schedule");
    for (std::size_t i = 0; i < project.training.groups.size(); ++i)
        if (const Component& own = project.training.groups[i].schedule; !own.id.empty())
            checkSchedule(own, fmt::format("/training/groups/{}/schedule", i));
    return checked;
}

CheckedProject checkProject(const Project& project, const std::shared_ptr<const data::Source>& source, const data::DataPaths& paths)
{
    if (!source)
        return checkProject(project, std::span<const FieldType>());
    CheckedProject checked = checkProject(project, fieldTypes(source->fields()));
    for (const Message& warning : source->info().warnings)
        checked.add({Severity::warning, {}, {}, warning, {}});
    for (Problem& problem : sampleProblems(project, source, paths))
        checked.add(std::move(problem));
    return checked;
}

CheckedProject checkProject(const Project& project, const data::DataPaths& paths)
try {
    return checkProject(project, data::sourceFor(project.data, paths), paths);
} catch (const Error& error) {
    CheckedProject checked = checkProject(project, std::span<const FieldType>());
    checked.add({Severity::error, {}, {}, error.message(), {}});
    return checked;
}

std::string settingOfParameter(const std::string& name)
{
    const ObjectDeclaration& project = projectFormat();
    const std::optional<HeldParameter> held = heldParameter(*project.key("training")->object, name);
    return held ? held->key + '.' + held->name : std::string();
}

std::vector<std::string> monitorNames(const Project& project)
{
    return measuredNames(project, metrics());
}

std::string learntFieldName(const Project& project)
{
    const auto found = std::ranges::find_if(project.training.objectives, &Objective::learnsField);
    return found == project.training.objectives.end() ? Objective().target : found->target;
}

std::int64_t heldOutSamples(const Project& project, const data::Source& source)
{
    const DataSettings& settings = project.data;
    const std::int64_t count = source.info().trainCount;
    if (settings.validation == "file")
        return std::ssize(
            data::namedPartition(readTextFile(settings.validationFile).take(), settings.validationFile, source.sampleNames(), count)
                .validation);
    const bool divisible = settings.validationSplit > 0.0 && settings.validationSplit < 1.0 && count > 1;
    if (settings.validation == "split")
        return divisible ? data::heldOutCount(count, settings.validationSplit) : 0;
    if (settings.validation != "stratified")
        return 0;
    const auto field = std::ranges::find(source.fields(), learntFieldName(project), &data::FieldSpec::name);
    if (field == source.fields().end()) // which is reported elsewhere
        return 0;
    data::checkStratified(*field);
    return divisible ? data::heldOutCount(count, settings.validationSplit, field->classes) : 0;
}

Message noTestSamples(std::string_view source)
{
    return Message(NS_MESSAGE("data.no_test",
                              "the data set \"{0}\" has no test samples to validate with; set data.validation to split or none"),
                   source);
}

Message batchTooLarge(std::int64_t batch, std::int64_t samples)
{
    return Message(NS_MESSAGE("train.batch",
                              "a batch of {0} is more than the {1:training sample|training samples} available; choose at most {1}"),
                   batch, samples)
        .with({.setting = "batch"});
}

Message ScaledInput::words() const
{
    if (scale.subtract == 0.0 && scale.divide == 1.0)
        return Message(NS_MESSAGE("train.input.plain", "the input \"{0}\" stays as it is"), field);
    if (scale.subtract == 0.0)
        return Message(NS_MESSAGE("train.input.divided", "the input \"{0}\" is divided by {1}"), field, scale.divide);
    return Message(NS_MESSAGE("train.input.scaled", "the input \"{0}\" has {1} subtracted and is then divided by {2}"), field,
                   scale.subtract, scale.divide);
}

std::vector<ScaledInput> scaledInputs(const Project& project, std::span<const FieldType> fields)
{
    std::vector<ScaledInput> out;
    for (const Node& node : project.graph.nodes) {
        const LayerSpec* spec = catalog().layers->find(node.layer);
        if (!spec || !readsField(*spec))
            continue;
        const auto field = std::ranges::find(fields, inputField(node, *spec), &FieldType::name);
        if (field == fields.end() || field->classes > 0 || std::ranges::find(out, field->name, &ScaledInput::field) != out.end())
            continue;
        out.push_back({field->name, inputScale(project.data, field->type, field->shape, field->classes)});
    }
    return out;
}

} // namespace netsmith::train
