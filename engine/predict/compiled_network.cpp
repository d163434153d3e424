#include "engine/predict/compiled_network.h"

#include "engine/backend/communicator.h"
#include "engine/core/files/mapped_file.h"
#include "engine/graph/specs/initializer.h"

#include <algorithm>

namespace netsmith {

namespace {

double flopsOf(const Executable& executable, int program)
{
    double flops = 0.0;
    for (const KernelInfo& kernel : executable.kernels(program))
        flops += kernel.flops;
    return flops;
}

} // namespace

LogicalPlan planFor(const NetworkRequest& request, std::int64_t batch)
{
    const Communicator* const ranks = request.compile.communicator;
    const RankShare share = shareOf(batch, ranks);
    const PlanOptions options{.batch = std::max<std::int64_t>(share.count, 1),
                              .precision = request.precision,
                              .fuse = request.compile.fuse,
                              .seed = static_cast<std::uint64_t>(request.project.project().training.seed),
                              .ranks = ranks ? ranks->size() : 1,
                              .batchOfAll = batch,
                              .silent = share.count == 0,
                              .programs = request.programs,
                              .observe = request.observe,
                              .features = request.features};
    return buildPlan(request.project, options);
}

std::vector<std::int64_t> batchesFor(std::int64_t batch, std::int64_t trainSamples, std::int64_t validationSamples)
{
    std::vector<std::int64_t> batches{batch};
    for (const std::int64_t samples : {trainSamples, validationSamples})
        if (const std::int64_t last = samples % batch; last != 0)
            batches.push_back(last);
    return batches;
}

CompiledNetwork::CompiledNetwork(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                                 const PreparingWatch& watch)
    : m_batch(batches.front())
{
    compile(backend, request, batches, watch);
}

CompiledNetwork::CompiledNetwork(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                                 const CompiledNetwork& other)
    : m_batch(batches.front())
    , m_state(other.m_state)
{
    compile(backend, request, batches, {});
}

void CompiledNetwork::compile(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                              const PreparingWatch& watch)
{
    m_ranks = request.compile.communicator;
    const auto total = static_cast<std::int64_t>(batches.size());
    for (std::int64_t i = 0; i < total; ++i) {
        watch.tell(PreparingStage::compiling, Message(NS_MESSAGE("prepare.compiling", "Compiling")), i, total);
        const std::int64_t batch = batches[static_cast<std::size_t>(i)];
        const auto [place, isNew] = m_sized.try_emplace(batch);
        if (!isNew)
            continue;
        Sized& sized = place->second;
        sized.share = shareOf(batch, m_ranks);
        sized.plan = planFor(request, batch);
        if (!m_state)
            m_state = backend.createState(sized.plan).take();
        sized.executable = backend.compile(sized.plan, *m_state, request.compile).take();
        for (std::size_t program = 0; program < sized.plan.programs.size(); ++program)
            sized.flops.push_back(flopsOf(*sized.executable, static_cast<int>(program)));
        for (int phase = 0; phase < static_cast<int>(sized.plan.phases.size()); ++phase) {
            const auto ofPhase = [&](std::string_view name) { return sized.plan.programIndex(programs::ofPhase(name, phase)); };
            sized.phases.push_back({ofPhase(programs::forwardBackward), ofPhase(programs::accumulate), ofPhase(programs::update)});
        }
        sized.evaluate = sized.plan.programIndex(programs::evaluate);
        sized.predict = sized.plan.programIndex(programs::predict);
    }
}

TunedAlgorithms CompiledNetwork::tunedAlgorithms() const
{
    TunedAlgorithms algorithms;
    for (const auto& [batch, sized] : m_sized)
        for (std::size_t program = 0; program < sized.plan.programs.size(); ++program)
            for (KernelInfo& kernel : sized.executable->kernels(static_cast<int>(program)))
                if (kernel.tuned)
                    algorithms.insert_or_assign(std::move(kernel.tuned->key), std::move(kernel.tuned->value));
    return algorithms;
}

double CompiledNetwork::Sized::flopsOf(std::span<const int> programs) const
{
    double all = 0.0;
    for (const int program : programs)
        all += flops[static_cast<std::size_t>(program)];
    return all;
}

std::vector<int> CompiledNetwork::Sized::step(std::int64_t batches, std::size_t phase) const
{
    std::vector<int> programs = accumulating(batches - 1, phase);
    programs.insert(programs.end(), {phases[phase].forwardBackward, phases[phase].update});
    return programs;
}

std::vector<int> CompiledNetwork::Sized::accumulating(std::int64_t batches, std::size_t phase) const
{
    std::vector<int> programs;
    for (std::int64_t i = 0; i < batches; ++i)
        programs.insert(programs.end(), {phases[phase].forwardBackward, phases[phase].accumulate});
    return programs;
}

void CompiledNetwork::drawWeights()
{
    const LogicalPlan& plan = this->plan();
    for (const Segment& segment : plan.parameters.segments) {
        const std::vector<float> weights = drawInitial(segment.initializer, segment.shape, plan.seed, segment.id);
        m_state->writePart(Arena::weights, segment.offset, std::span<const float>(weights)).take();
        if (plan.averages)
            m_state->writePart(Arena::average, segment.offset, std::span<const float>(weights)).take();
        for (int slot = 0; slot < plan.slotsOf(segment); ++slot)
            m_state
                ->fill(slotArena(slot), segment.offset, segment.elements(),
                       plan.slotValues[static_cast<std::size_t>(segment.group)][static_cast<std::size_t>(slot)])
                .take();
    }
    for (const Segment& segment : plan.statistics.segments)
        m_state->fill(Arena::statistics, segment.offset, segment.elements(), segment.constant).take();
}

void CompiledNetwork::bind(std::string_view stream, const data::DataSplit& split, std::span<const std::int32_t> order,
                           std::int64_t window)
{
    std::vector<const data::Field*> read;
    for (const data::Field& field : split.fields)
        if (plan().findTensor(std::string(stream) + '/' + field.spec.name) != noTensor)
            read.push_back(&field);
    if (const auto before = m_windows.find(stream); before != m_windows.end())
        m_windows.erase(before);
    if (window > 0)
        m_windows.try_emplace(std::string(stream), *m_state, std::string(stream), read, window, split.mapped);
    else
        for (const data::Field* field : read)
            m_state
                ->bind(std::string(stream) + '/' + field->spec.name,
                       {field->spec.type, field->count, field->spec.shape.elements(), field->bytes.get(), field->spec.stride})
                .take();
    m_mapped.erase(std::string(stream));
    if (window == 0 && split.mapped)
        m_mapped.emplace(stream, read);
    checkRead(stream);
    bindOrder(stream, order);
}

void CompiledNetwork::bindOrder(std::string_view stream, std::span<const std::int32_t> order)
{
    if (const auto window = m_windows.find(stream); window != m_windows.end())
        return window->second.setOrder(order);
    m_state->bind(std::string(stream) + "/order", {DataType::i32, static_cast<std::int64_t>(order.size()), 1, order.data()}).take();
}

void CompiledNetwork::stage(std::string_view stream, std::int64_t first, std::int64_t samples)
{
    if (const auto window = m_windows.find(stream); window != m_windows.end())
        window->second.stage(first, samples);
    checkRead(stream);
}

void CompiledNetwork::checkRead(std::string_view stream) const
{
    if (const auto mapped = m_mapped.find(stream); mapped != m_mapped.end())
        for (const data::Field* field : mapped->second)
            checkMapped(field->all());
}

std::int64_t CompiledNetwork::stepsAtOnce(std::string_view stream, std::int64_t steps, std::int64_t samples) const
{
    const auto window = m_windows.find(stream);
    return window == m_windows.end() ? steps : std::min(steps, std::max<std::int64_t>(1, window->second.size() / samples));
}

void CompiledNetwork::writeCounters(std::span<const std::int64_t, control::counterCount> counters,
                                    std::span<const std::int64_t> groupSteps, std::int64_t batch)
{
    m_shift = at(batch > 0 ? batch : m_batch).share.first;
    std::array<std::int64_t, control::counterCount> shifted{};
    std::ranges::copy(counters, shifted.begin());
    shifted[control::position] += m_shift;
    shifted[control::samples] += m_shift;
    m_state->writeCounters("train", shifted).take();
    for (int group = 0; plan().countsGroups && group < plan().updateGroups; ++group) {
        const auto index = static_cast<std::size_t>(group);
        std::array<std::int64_t, control::counterCount> own{};
        own[control::step] = index < groupSteps.size() ? groupSteps[index] : 0;
        m_state->writeCounters(groupStream(group), own).take();
    }
}

void CompiledNetwork::writeEvaluated(std::int64_t position, std::int64_t batch)
{
    std::array<std::int64_t, control::counterCount> counters{};
    counters[control::position] = counters[control::samples] = position + at(batch).share.first;
    m_state->writeCounters("evaluate", counters).take();
}

void CompiledNetwork::countSteps(std::span<std::int64_t, control::counterCount> counters, std::vector<std::int64_t>& groupSteps,
                                 std::int64_t done, std::int64_t samples, std::size_t phase)
{
    const std::int64_t before = counters[control::step];
    if (isScaled(plan().precision)) {
        m_state->readCounters("train", counters).take();
        counters[control::launch] = counters[control::rate] = 0;
        counters[control::position] -= m_shift;
        counters[control::samples] -= m_shift;
    } else {
        counters[control::step] += done;
        counters[control::position] += done * samples;
        counters[control::samples] += done * samples;
    }
    if (!plan().countsGroups)
        return;
    groupSteps.resize(static_cast<std::size_t>(plan().updateGroups));
    for (std::size_t group = 0; group < groupSteps.size(); ++group)
        if (plan().phases[phase][group])
            groupSteps[group] += counters[control::step] - before;
}

} // namespace netsmith
