#include "engine/store/run_record.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"
#include "engine/store/field_json.h"
#include "engine/store/message_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace netsmith {
namespace {

constexpr std::array<std::pair<RunState, std::string_view>, 5> stateNames{{
    {RunState::running, "running"},
    {RunState::done, "done"},
    {RunState::stopped, "stopped"},
    {RunState::failed, "failed"},
    {RunState::diverged, "diverged"},
}};

bool flagFrom(const Json& json, std::string_view pointer)
{
    if (!json.is_boolean())
        throwType(json, pointer, NS_MESSAGE("json.boolean", "true or false"));
    return json.get<bool>();
}

RunResumption resumptionFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    RunResumption resumption{.step = integerFrom(object.require("step"), object.at("step")),
                             .epochsBefore = object.integer("epochs_before", 0)};
    if (const Json* other = object.take("other_fingerprint"))
        resumption.otherFingerprint = flagFrom(*other, object.at("other_fingerprint"));
    return resumption;
}

RunRecord recordFrom(const Json& json)
{
    JsonObject object(json, "");
    if (const auto schema = integerFrom(object.require("schema"), "/schema"); schema > RunRecord::schemaVersion)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("run.schema", "it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update"),
            schema, RunRecord::schemaVersion);
    RunRecord record;
    record.state = runStateNamed(object.requiredText("state"));
    record.error = object.text("error");
    record.title = object.text("title");
    record.projectFile = object.text("project_file");
    record.started = object.text("started");
    record.updated = object.text("updated");

    JsonObject settings(object.require("settings"), "/settings");
    record.device = settings.requiredText("device");
    record.precision = settings.requiredText("precision");
    record.fuse = flagFrom(settings.require("fusion"), "/settings/fusion");
    if (const Json* const deterministic = settings.take("deterministic"))
        record.deterministic = flagFrom(*deterministic, "/settings/deterministic");
    record.epochs = integerFrom(settings.require("epochs"), "/settings/epochs");
    record.batch = integerFrom(settings.require("batch"), "/settings/batch");
    record.seed = integerFrom(settings.require("seed"), "/settings/seed");

    JsonObject data(object.require("data"), "/data");
    if (const Json* words = data.take("words"))
        record.data = messageFrom(*words, data.at("words"));
    record.dataSource = data.requiredText("source");
    record.dataPath = data.text("path");
    record.dataFingerprint = data.text("fingerprint");
    record.dataHash = data.text("hash");
    for (const Json& field : data.array("fields"))
        record.fields.push_back(fieldFrom(field, pointerTo(data.at("fields"), record.fields.size()), record.tokenFields));
    record.trainSamples = data.integer("train_samples", 0);
    record.validationSamples = data.integer("validation_samples", 0);
    record.deviceName = object.text("device_name");
    record.parameters = object.integer("parameters", 0);
    const Json& fingerprint = object.require("fingerprint");
    if (!fingerprint.is_object())
        throwType(fingerprint, "/fingerprint", NS_MESSAGE("json.object", "an object"));
    for (const auto& [name, value] : fingerprint.items())
        record.fingerprint[name] = textFrom(value, pointerTo("/fingerprint", name));
    record.graphHash = object.text("graph_hash");
    record.settingsHash = object.text("settings_hash");
    record.binary = object.text("binary");
    record.memoryBytes = object.integer("memory_bytes", 0);
    for (const Json& entry : object.array("resumptions"))
        record.resumptions.push_back(resumptionFrom(entry, pointerTo("/resumptions", record.resumptions.size())));

    if (const Json* from = object.take("weights_from")) {
        JsonObject origin(*from, "/weights_from");
        record.weightsFrom = WeightsOrigin{origin.requiredText("run"), integerFrom(origin.require("step"), origin.at("step"))};
    }
    record.folds = object.integer("folds", 0);

    JsonObject summary(object.require("summary"), "/summary");
    record.epochsDone = summary.integer("epochs_done", 0);
    record.steps = summary.integer("steps", 0);
    record.seconds = summary.number("seconds", 0.0);
    record.samplesPerSecond = summary.number("samples_per_s", 0.0);
    record.rate = {summary.number("flops_per_s", 0.0), summary.number("peak_flops_per_s", 0.0)};
    if (const Json* joules = summary.take("joules"))
        record.joules = numberFrom(*joules, "/summary/joules");
    for (const Json& joules : summary.array("epoch_joules"))
        record.epochJoules.push_back(
            joules.is_null() ? std::nullopt
                             : std::optional(numberFrom(joules, pointerTo("/summary/epoch_joules", record.epochJoules.size()))));
    record.judgedBy = summary.text("judged_by");
    if (const Json* best = summary.take("best_epoch"))
        record.bestEpoch = integerFrom(*best, "/summary/best_epoch");
    if (const Json* early = summary.take("ended_early"))
        record.endedEarly = flagFrom(*early, "/summary/ended_early");
    if (const Json* step = summary.take("restored_step"))
        record.restoredStep = integerFrom(*step, "/summary/restored_step");
    for (const auto& [key, named] : {std::pair("values", &record.values), {"deviations", &record.deviations}})
        if (const Json* values = summary.take(key); values && values->is_object())
            for (const auto& [name, value] : values->items())
                named->emplace_back(name, value.is_null() ? NAN : numberFrom(value, pointerTo(summary.at(key), name)));
    return record;
}

} // namespace

std::string_view nameOf(RunState state)
{
    return stateNames[static_cast<std::size_t>(state)].second;
}

RunState runStateNamed(std::string_view name)
{
    for (const auto& [state, known] : stateNames)
        if (known == name)
            return state;
    throw Error(ErrorKind::input, NS_MESSAGE("run.state", "/state: \"{0}\" is not a state that this Netsmith knows"), name);
}

std::string toJson(const RunRecord& record)
{
    Json json{{"schema", RunRecord::schemaVersion}, {"state", nameOf(record.state)}};
    if (!record.error.empty())
        json["error"] = record.error;
    json["title"] = record.title;
    if (!record.projectFile.empty())
        json["project_file"] = record.projectFile;
    json["started"] = record.started;
    json["updated"] = record.updated;
    json["settings"] = {{"device", record.device}, {"precision", record.precision}, {"fusion", record.fuse},
                        {"epochs", record.epochs}, {"batch", record.batch},         {"seed", record.seed}};
    if (!record.deterministic)
        json["settings"]["deterministic"] = false;
    json["data"] = {{"source", record.dataSource},
                    {"words", messageJson(record.data)},
                    {"train_samples", record.trainSamples},
                    {"validation_samples", record.validationSamples}};
    if (!record.dataPath.empty())
        json["data"]["path"] = record.dataPath;
    if (!record.dataFingerprint.empty())
        json["data"]["fingerprint"] = record.dataFingerprint;
    if (!record.dataHash.empty())
        json["data"]["hash"] = record.dataHash;
    if (!record.fields.empty()) {
        json["data"]["fields"] = Json::array();
        for (const data::FieldSpec& field : record.fields)
            json["data"]["fields"].push_back(fieldJson(
                field, field.vocabulary || std::ranges::find(record.tokenFields, field.name) != record.tokenFields.end()));
    }
    json["device_name"] = record.deviceName;
    json["parameters"] = record.parameters;
    json["fingerprint"] = Json::object();
    for (const auto& [name, value] : record.fingerprint)
        json["fingerprint"][name] = value;
    for (const auto& [key, value] :
         {std::pair("graph_hash", &record.graphHash), {"settings_hash", &record.settingsHash}, {"binary", &record.binary}})
        if (!value->empty())
            json[key] = *value;
    if (record.memoryBytes > 0)
        json["memory_bytes"] = record.memoryBytes;
    for (const RunResumption& resumption : record.resumptions) {
        Json entry{{"step", resumption.step}, {"epochs_before", resumption.epochsBefore}};
        if (resumption.otherFingerprint)
            entry["other_fingerprint"] = true;
        json["resumptions"].push_back(std::move(entry));
    }
    if (record.weightsFrom)
        json["weights_from"] = {{"run", record.weightsFrom->run}, {"step", record.weightsFrom->step}};
    if (record.folds > 0)
        json["folds"] = record.folds;
    Json summary{{"epochs_done", record.epochsDone}, {"steps", record.steps}, {"seconds", record.seconds}};
    if (record.samplesPerSecond > 0.0)
        summary["samples_per_s"] = record.samplesPerSecond;
    if (record.rate.flops > 0.0)
        summary["flops_per_s"] = record.rate.flops;
    if (record.rate.peak > 0.0)
        summary["peak_flops_per_s"] = record.rate.peak;
    if (record.joules)
        summary["joules"] = *record.joules;
    for (const std::optional<double>& joules : record.epochJoules)
        summary["epoch_joules"].push_back(joules ? Json(*joules) : Json(nullptr));
    if (!record.judgedBy.empty())
        summary["judged_by"] = record.judgedBy;
    if (record.bestEpoch)
        summary["best_epoch"] = *record.bestEpoch;
    if (record.endedEarly)
        summary["ended_early"] = true;
    if (record.restoredStep)
        summary["restored_step"] = *record.restoredStep;
    summary["values"] = Json::object();
    for (const auto& [key, named] : {std::pair("values", &record.values), {"deviations", &record.deviations}})
        for (const auto& [name, value] : *named)
            summary[key][name] = std::isfinite(value) ? Json(value) : Json(nullptr);
    json["summary"] = std::move(summary);
    return writeJson(json);
}

Expected<RunRecord> recordFromJson(std::string_view text, std::string_view name)
try {
    return recordFrom(readJson(text).take());
} catch (const Error& error) {
    return Error(ErrorKind::input, NS_MESSAGE("run.record", "{0}: {1}"), name, error.message());
}

Expected<RunRecord> readRunRecord(const std::filesystem::path& run)
{
    const std::filesystem::path path = run / "run.json";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Error(ErrorKind::input,
                     Message(NS_MESSAGE("run.none", "{0} is not a run: it has no run.json; name the folder that training wrote"),
                             run.string())
                         .with({.cause = MessageFacts::Cause::notARun}));
    const auto text = readTextFile(path);
    return text ? recordFromJson(*text, path.string()) : Expected<RunRecord>(text.error());
}

std::filesystem::path vocabularyPathOf(const std::filesystem::path& run)
{
    return run / vocabularyFile;
}

void readVocabulary(const std::filesystem::path& run, RunRecord& record)
{
    if (record.tokenFields.empty())
        return;
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    const std::filesystem::path path = vocabularyPathOf(run);
    addVocabulary(record.fields, record.tokenFields, readTextFile(path, most).take(), path.string());
}

std::string timestamp()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

} // namespace netsmith
