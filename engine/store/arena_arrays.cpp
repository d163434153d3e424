#include "engine/store/arena_arrays.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_map>

namespace netsmith {
namespace {

const std::string averageSuffix = "/average";

/// One arena and the names of its segments in a file.
struct StoredArena {
    Arena arena;
    const SegmentTable* table;
    std::string suffix;
    int slot = -1; ///< of an optimizer: which
};

/// The arena's content: for a slot, the parameters whose optimizer has that slot.
std::vector<const Segment*> segmentsIn(const StoredArena& stored, const LogicalPlan& plan)
{
    std::vector<const Segment*> segments;
    for (const Segment& segment : stored.table->segments)
        if (stored.slot < 0 || stored.slot < plan.slotsOf(segment))
            segments.push_back(&segment);
    return segments;
}

std::vector<StoredArena> weightArenas(const LogicalPlan& plan)
{
    std::vector<StoredArena> arenas{{Arena::weights, &plan.parameters, ""}, {Arena::statistics, &plan.statistics, ""}};
    if (plan.averages)
        arenas.push_back({Arena::average, &plan.parameters, averageSuffix});
    return arenas;
}

std::vector<StoredArena> slotArenas(const LogicalPlan& plan)
{
    std::vector<StoredArena> arenas;
    for (int i = 0; i < plan.slots(); ++i)
        arenas.push_back({slotArena(i), &plan.parameters, "/slot" + std::to_string(i), i});
    return arenas;
}

template <class T>
std::vector<std::byte> bytesOf(std::span<const double> values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::byte* out = bytes.data();
    for (const double value : values) {
        const T stored = static_cast<T>(value);
        std::memcpy(out, &stored, sizeof stored);
        out += sizeof stored;
    }
    return bytes;
}

bool fitsFloat(std::span<const double> values)
{
    // A NaN differs from itself but is representable in f32.
    return std::ranges::all_of(values, [](double value) { return value != value || static_cast<float>(value) == value; });
}

std::vector<NamedArray> capture(State& state, const LogicalPlan& plan, const std::vector<StoredArena>& arenas)
{
    std::vector<NamedArray> arrays;
    for (const StoredArena& stored : arenas) {
        if (stored.table->elements == 0)
            continue;
        std::vector<double> values(static_cast<std::size_t>(stored.table->elements));
        state.readArena(stored.arena, values).take();
        for (const Segment* segment : segmentsIn(stored, plan)) {
            if (segment->kept == Kept::never)
                continue;
            const auto part = std::span<const double>(values).subspan(static_cast<std::size_t>(segment->offset),
                                                                      static_cast<std::size_t>(segment->elements()));
            const bool isFloat = fitsFloat(part);
            arrays.push_back({segment->id + stored.suffix, isFloat ? DataType::f32 : DataType::f64, segment->shape,
                              isFloat ? bytesOf<float>(part) : bytesOf<double>(part)});
        }
    }
    return arrays;
}

using ArraysByName = std::unordered_map<std::string_view, const TensorView*>;

/// The array of a segment, or null if none is needed.
const TensorView* matching(const ArraysByName& arrays, const std::string& name, const Segment& segment, std::string_view file)
{
    const auto place = arrays.find(name);
    const TensorView* found = place == arrays.end() ? nullptr : place->second;
    if (segment.kept == Kept::never || (segment.kept == Kept::ofBatch && (!found || found->shape != segment.shape)))
        return nullptr;
    if (!found)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("checkpoint.array_missing",
                               "{0} has no array \"{1}\"; it belongs to another network, or was made with another optimizer"),
                    file, name);
    if (found->shape != segment.shape)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("checkpoint.array_shape",
                               "{0}: the array \"{1}\" is {2}, this network needs {3}; it belongs to another network"),
                    file, name, found->shape.text(), segment.shape.text());
    if (found->type != DataType::f32 && found->type != DataType::f64)
        throw Error(ErrorKind::input, NS_MESSAGE("checkpoint.array_type", "{0}: the array \"{1}\" is {2}, expected f32 or f64"),
                    file, name, nameOf(found->type));
    return found;
}

template <class T>
void copyOut(std::span<const std::byte> bytes, double* out)
{
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T)) {
        T value{};
        std::memcpy(&value, bytes.data() + i, sizeof value);
        *out++ = static_cast<double>(value);
    }
}

void restore(State& state, const LogicalPlan& plan, const std::vector<StoredArena>& arenas, const SafetensorsFile& arrays,
             std::string_view file)
{
    ArraysByName byName;
    std::set<std::string_view> unknown;
    for (const TensorView& array : arrays.tensors) {
        byName.emplace(array.name, &array);
        unknown.insert(array.name);
    }
    for (const StoredArena& stored : arenas)
        for (const Segment* segment : segmentsIn(stored, plan)) {
            matching(byName, segment->id + stored.suffix, *segment, file);
            unknown.erase(segment->id + stored.suffix);
        }
    if (!unknown.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("checkpoint.array_unknown",
                               "{0} has an array \"{1}\" that this network does not have; it belongs to another network"),
                    file, *unknown.begin());
    for (const StoredArena& stored : arenas) {
        if (plan.state.find(stored.arena) < 0)
            continue;
        std::vector<double> values(static_cast<std::size_t>(stored.table->elements), 0.0);
        for (const Segment* segment : segmentsIn(stored, plan)) {
            const TensorView* array = matching(byName, segment->id + stored.suffix, *segment, file);
            if (!array)
                continue;
            if (array->type == DataType::f32)
                copyOut<float>(array->bytes, values.data() + segment->offset);
            else
                copyOut<double>(array->bytes, values.data() + segment->offset);
        }
        state.writeArena(stored.arena, std::span<const double>(values)).take();
    }
}

} // namespace

std::vector<NamedArray> captureWeights(State& state, const LogicalPlan& plan)
{
    return capture(state, plan, weightArenas(plan));
}

std::vector<NamedArray> captureSlots(State& state, const LogicalPlan& plan)
{
    return capture(state, plan, slotArenas(plan));
}

void restoreWeights(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file)
{
    restore(state, plan, weightArenas(plan), arrays, file);
}

void restoreSlots(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file)
{
    restore(state, plan, slotArenas(plan), arrays, file);
}

void matchAverages(SafetensorsFile& weights, const LogicalPlan& plan)
{
    std::vector<TensorView>& tensors = weights.tensors;
    const auto isAverage = [](const TensorView& tensor) { return tensor.name.ends_with(averageSuffix); };
    const bool kept = std::ranges::any_of(tensors, isAverage);
    if (plan.averages && !kept)
        for (const Segment& segment : plan.parameters.segments)
            if (const TensorView* weight = weights.find(segment.id)) {
                TensorView average = *weight;
                average.name += averageSuffix;
                tensors.push_back(std::move(average));
            }
    if (plan.averages || !kept)
        return;
    const std::vector<TensorView> all = tensors;
    std::erase_if(tensors, [&](const TensorView& tensor) {
        return std::ranges::find(all, tensor.name + averageSuffix, &TensorView::name) != all.end();
    });
    for (TensorView& tensor : tensors)
        if (isAverage(tensor))
            tensor.name.resize(tensor.name.size() - averageSuffix.size());
}

std::vector<std::byte> toSafetensors(const std::vector<NamedArray>& arrays, const std::map<std::string, std::string>& metadata)
{
    std::vector<TensorView> views;
    for (const NamedArray& array : arrays)
        views.push_back({array.name, array.type, array.shape, array.bytes});
    return writeSafetensors(views, metadata);
}

} // namespace netsmith
