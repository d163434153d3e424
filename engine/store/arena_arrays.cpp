#include "engine/store/arena_arrays.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <unordered_map>

namespace netsmith {

/// One arena and the names of its segments in a file.
struct StoredArena {
    Arena arena;
    const SegmentTable* table;
    std::string suffix;
    int slot = -1; ///< of an optimizer: which
};

namespace {

const std::string averageSuffix = "/average";

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

/// Numbers that are not of the state's type, some at a time: within a file they may lie at any address.
template <class T>
void writeOthers(State& state, Arena arena, std::int64_t first, std::span<const std::byte> bytes)
{
    constexpr std::size_t atOnce = std::size_t{1} << 16;
    std::vector<T> numbers;
    for (std::int64_t at = first; !bytes.empty(); at += std::ssize(numbers)) {
        numbers.resize(std::min(bytes.size() / sizeof(T), atOnce));
        const auto part = bytes.first(numbers.size() * sizeof(T));
        std::memcpy(numbers.data(), part.data(), part.size());
        state.writePart(arena, at, std::span<const T>(numbers)).take();
        bytes = bytes.subspan(part.size());
    }
}

void writeArray(State& state, Arena arena, std::int64_t first, const TensorView& array)
{
    if (array.type == state.numbers())
        state.writeBytes(arena, first, array.bytes).take();
    else if (array.type == DataType::f64)
        writeOthers<double>(state, arena, first, array.bytes);
    else
        writeOthers<float>(state, arena, first, array.bytes);
}

/// All arrays by their names. Throws if the plan needs another one, or does not know one.
ArraysByName arraysOf(const LogicalPlan& plan, const std::vector<StoredArena>& arenas, const SafetensorsFile& arrays,
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
    return byName;
}

void restore(State& state, const LogicalPlan& plan, const std::vector<StoredArena>& arenas, const SafetensorsFile& arrays,
             std::string_view file)
{
    const ArraysByName byName = arraysOf(plan, arenas, arrays, file);
    for (const StoredArena& stored : arenas) {
        if (plan.state.find(stored.arena) < 0)
            continue;
        for (const Segment* segment : segmentsIn(stored, plan))
            if (const TensorView* array = matching(byName, segment->id + stored.suffix, *segment, file))
                writeArray(state, stored.arena, segment->offset, *array);
            else
                state.fill(stored.arena, segment->offset, segment->elements(), 0.0).take();
    }
    arrays.checkWhole();
}

} // namespace

ArraysToWrite::ArraysToWrite(SafetensorsFile arrays)
    : m_file(std::move(arrays))
{
}

ArraysToWrite::ArraysToWrite(State& state, const LogicalPlan& plan, const std::vector<StoredArena>& arenas)
    : m_state(&state)
{
    for (const StoredArena& stored : arenas)
        for (const Segment* segment : segmentsIn(stored, plan))
            if (segment->kept != Kept::never) {
                m_places.push_back({stored.arena, segment->offset});
                m_file.tensors.push_back({segment->id + stored.suffix, state.numbers(), segment->shape, {}});
            }
}

ArraysToWrite ArraysToWrite::weightsIn(State& state, const LogicalPlan& plan)
{
    return {state, plan, weightArenas(plan)};
}

ArraysToWrite ArraysToWrite::slotsIn(State& state, const LogicalPlan& plan)
{
    return {state, plan, slotArenas(plan)};
}

void ArraysToWrite::read(const std::function<void(std::span<const std::byte>)>& take) const
{
    if (!m_state) {
        for (const TensorView& array : m_file.tensors)
            take(array.bytes);
        return;
    }
    constexpr std::int64_t atOnce = std::int64_t{1} << 19; // elements
    const std::size_t size = sizeOf(m_state->numbers());
    std::vector<std::byte> buffer;
    for (std::size_t i = 0; i < m_places.size(); ++i)
        for (std::int64_t first = 0, all = m_file.tensors[i].shape.elements(); first < all; first += atOnce) {
            buffer.resize(static_cast<std::size_t>(std::min(all - first, atOnce)) * size);
            m_state->readBytes(m_places[i].arena, m_places[i].offset + first, buffer).take();
            take(buffer);
        }
}

void ArraysToWrite::readPart(std::size_t array, std::int64_t first, std::span<std::byte> out) const
{
    const TensorView& view = m_file.tensors[array];
    if (m_state)
        m_state->readBytes(m_places[array].arena, m_places[array].offset + first, out).take();
    else
        std::memcpy(out.data(), view.bytes.data() + static_cast<std::size_t>(first) * sizeOf(view.type), out.size());
}

void ArraysToWrite::capture()
{
    if (!m_state)
        return;
    const auto all = static_cast<std::size_t>(m_file.bytes());
    const auto content = std::make_shared_for_overwrite<std::byte[]>(all);
    std::span<std::byte> rest(content.get(), all);
    std::vector<std::span<const std::byte>> copies; // for all or none: a device that is lost leaves the arrays in their state
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const auto bytes = rest.first(static_cast<std::size_t>(m_file.tensors[i].size()));
        m_state->readBytes(m_places[i].arena, m_places[i].offset, bytes).take();
        copies.push_back(bytes);
        rest = rest.subspan(bytes.size());
    }
    for (std::size_t i = 0; i < copies.size(); ++i)
        m_file.tensors[i].bytes = copies[i];
    m_file.content = content;
    m_state = nullptr;
}

SafetensorsFile captureWeights(State& state, const LogicalPlan& plan)
{
    ArraysToWrite arrays = ArraysToWrite::weightsIn(state, plan);
    arrays.capture();
    return arrays.file();
}

SafetensorsFile captureSlots(State& state, const LogicalPlan& plan)
{
    ArraysToWrite arrays = ArraysToWrite::slotsIn(state, plan);
    arrays.capture();
    return arrays.file();
}

void restoreWeights(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file)
{
    restore(state, plan, weightArenas(plan), arrays, file);
}

void checkWeights(const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file)
{
    arraysOf(plan, weightArenas(plan), arrays, file);
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

} // namespace netsmith
