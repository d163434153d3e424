#include "engine/store/checkpoint.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/json/json_object.h"

#include <cmath>
#include <cstdlib>

namespace netsmith {
namespace {

/// JSON has no infinities; an overflowed sum is stored as text.
Json jsonOf(double value)
{
    return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

double sumFrom(const Json& value, const std::string& pointer)
{
    if (!value.is_string())
        return numberFrom(value, pointer);
    const auto text = value.get<std::string>();
    if (text != "nan" && text != "inf" && text != "-inf")
        throwType(value, pointer, NS_MESSAGE("json.number", "a number"));
    return std::strtod(text.c_str(), nullptr);
}

/// Throws unless it is 0 or more.
std::int64_t countFrom(const Json& value, const std::string& pointer)
{
    const std::int64_t count = integerFrom(value, pointer);
    if (count < 0)
        throw Error(ErrorKind::input, NS_MESSAGE("checkpoint.count", "{0}: {1} is below 0; the file is damaged"), pointer, count);
    return count;
}

std::optional<BestEpoch> epochAt(JsonObject& object, const char* key)
{
    const Json* found = object.take(key);
    if (!found)
        return std::nullopt;
    JsonObject epoch(*found, object.at(key));
    return BestEpoch{numberFrom(epoch.require("value"), epoch.at("value")), countFrom(epoch.require("epoch"), epoch.at("epoch")),
                     countFrom(epoch.require("step"), epoch.at("step"))};
}

Json jsonOf(const BestEpoch& epoch)
{
    return {{"value", epoch.value}, {"epoch", epoch.epoch}, {"step", epoch.step}};
}

ScheduleMemory memoryFrom(const Json& value, const std::string& pointer)
{
    JsonObject object(value, pointer);
    ScheduleMemory memory;
    const std::string place = object.at("factor");
    memory.factor = numberFrom(object.require("factor"), place);
    if (!(memory.factor > 0.0 && memory.factor <= 1.0))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("checkpoint.factor", "{0}: {1} is not a valid learning rate factor; the file is damaged"), place,
                    memory.factor);
    if (const Json* best = object.take("best"))
        memory.best = numberFrom(*best, object.at("best"));
    memory.waited = countFrom(object.require("waited"), object.at("waited"));
    memory.cooldown = countFrom(object.require("cooldown"), object.at("cooldown"));
    return memory;
}

Json jsonOf(const ScheduleMemory& memory)
{
    Json json{{"factor", memory.factor}, {"waited", memory.waited}, {"cooldown", memory.cooldown}};
    if (memory.best)
        json["best"] = *memory.best;
    return json;
}

TrainingPosition positionFrom(const Json& value, const std::string& pointer)
{
    JsonObject object(value, pointer);
    TrainingPosition position;
    position.epoch = countFrom(object.require("epoch"), object.at("epoch"));
    position.counters[control::step] = countFrom(object.require("step"), object.at("step"));
    position.counters[control::position] = countFrom(object.require("position"), object.at("position"));
    position.counters[control::samples] = countFrom(object.require("samples"), object.at("samples"));
    if (const Json* scale = object.take("loss_scale")) {
        JsonObject scaling(*scale, object.at("loss_scale"));
        position.counters[control::scaleShift] = integerFrom(scaling.require("shift"), scaling.at("shift"));
        position.counters[control::goodSteps] = countFrom(scaling.require("good_steps"), scaling.at("good_steps"));
        position.counters[control::skipped] = countFrom(scaling.require("skipped"), scaling.at("skipped"));
    }
    const auto& sums = object.array("sums");
    for (std::size_t i = 0; i < sums.size(); ++i)
        position.sums.push_back(sumFrom(sums[i], pointerTo(object.at("sums"), i)));
    position.best = epochAt(object, "best");
    position.improved = epochAt(object, "improved");
    if (const Json* steps = object.take("group_steps")) {
        const std::string place = object.at("group_steps");
        for (const Json& count : arrayFrom(*steps, place))
            position.groupSteps.push_back(countFrom(count, pointerTo(place, position.groupSteps.size())));
    }
    if (const Json* schedules = object.take("schedules")) {
        const std::string place = object.at("schedules");
        for (const Json& memory : arrayFrom(*schedules, place))
            position.schedules.push_back(memoryFrom(memory, pointerTo(place, position.schedules.size())));
    }
    return position;
}

CheckpointState stateFrom(const Json& value)
{
    JsonObject object(value, "");
    const std::int64_t schema = integerFrom(object.require("schema"), "/schema");
    if (schema != CheckpointState::schemaVersion)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("checkpoint.schema",
                               "it is of version {0}, this Netsmith reads {1}: resume it with the Netsmith that wrote it"),
                    schema, CheckpointState::schemaVersion);
    CheckpointState state;
    state.position = positionFrom(object.require("position"), "/position");
    state.seed = integerFrom(object.require("seed"), "/seed");
    state.batch = countFrom(object.require("batch"), "/batch");
    state.precision = nameOf(precisionFrom(object.requiredText("precision")));
    const Json& fingerprint = object.require("fingerprint");
    if (!fingerprint.is_object())
        throwType(fingerprint, "/fingerprint", NS_MESSAGE("json.object", "an object"));
    for (const auto& [name, text] : fingerprint.items())
        state.fingerprint[name] = textFrom(text, pointerTo("/fingerprint", name));
    return state;
}

} // namespace

std::string stateToJson(const CheckpointState& state)
{
    const TrainingPosition& position = state.position;
    Json json{{"schema", CheckpointState::schemaVersion},
              {"position",
               {{"epoch", position.epoch},
                {"step", position.counters[control::step]},
                {"position", position.counters[control::position]},
                {"samples", position.counters[control::samples]},
                {"sums", Json::array()}}},
              {"seed", state.seed},
              {"batch", state.batch},
              {"precision", state.precision},
              {"fingerprint", Json::object()}};
    for (const double sum : position.sums)
        json["position"]["sums"].push_back(jsonOf(sum));
    if (isScaled(precisionFrom(state.precision)))
        json["position"]["loss_scale"] = {{"shift", position.counters[control::scaleShift]},
                                          {"good_steps", position.counters[control::goodSteps]},
                                          {"skipped", position.counters[control::skipped]}};
    if (position.best)
        json["position"]["best"] = jsonOf(*position.best);
    if (position.improved)
        json["position"]["improved"] = jsonOf(*position.improved);
    if (!position.groupSteps.empty())
        json["position"]["group_steps"] = position.groupSteps;
    if (std::ranges::any_of(position.schedules, [](const ScheduleMemory& memory) { return memory != ScheduleMemory{}; }))
        for (const ScheduleMemory& memory : position.schedules)
            json["position"]["schedules"].push_back(jsonOf(memory));
    for (const auto& [name, value] : state.fingerprint)
        json["fingerprint"][name] = value;
    return writeJson(json);
}

Expected<CheckpointState> stateFromJson(std::string_view text, std::string_view name)
try {
    return stateFrom(readJson(text).take());
} catch (const Error& error) {
    return Error(ErrorKind::input, NS_MESSAGE("checkpoint.state", "{0}: {1}"), name, error.message());
}

} // namespace netsmith
