#include "tests/engine/train/rank_training.h"

#include "engine/catalog/catalog.h"
#include "engine/core/philox.h"
#include "engine/predict/compiled_network.h"
#include "engine/predict/field_types.h"

#include <numeric>

namespace netsmith::test {

/// Some samples of a set's shapes, in as many classes.
data::DataSplit noiseOf(const Shape& image, int classes, std::int64_t count)
{
    auto [pixels, pixelBytes] = data::makeField({.name = "image", .type = DataType::u8, .shape = image}, count);
    auto [label, classBytes] = data::makeField({.name = "label", .type = DataType::u8, .shape = {}, .classes = classes}, count);
    RandomStream random(7, 0);
    for (std::int64_t i = 0; i < count * image.elements(); ++i)
        pixelBytes[i] = static_cast<std::byte>(random.below(256));
    for (std::int64_t i = 0; i < count; ++i)
        classBytes[i] = static_cast<std::byte>(random.below(static_cast<std::uint32_t>(classes)));
    return {{std::move(pixels), std::move(label)}};
}

Arenas trained(const Training& training, Communicator* ranks, Expected<int>* ran)
{
    const Project& project = training.project;
    const auto fields = fieldTypes(training.samples);
    const CheckedProject checked(project, catalog(), fields);
    const std::int64_t batch = training.batch * (ranks ? ranks->size() : 1);
    CompiledNetwork network(training.backend,
                            {.project = checked, .compile = {.communicator = ranks}, .programs = {programs::update}}, {batch});
    network.drawWeights();
    std::vector<std::int32_t> order(static_cast<std::size_t>(training.samples.fields[0].count));
    std::iota(order.begin(), order.end(), 0);
    network.bind("train", training.samples, order);
    network.writeCounters(std::array<std::int64_t, control::counterCount>{}, {});
    const auto& sized = network.at(batch);
    const std::vector<float> rates(static_cast<std::size_t>(training.steps), static_cast<float>(training.rate));
    std::vector<float> metrics(rates.size() * network.plan().columns.size());
    Expected<int> done =
        sized.executable->run(sized.step(project.training.gradientAccumulationSteps), training.steps, rates, metrics);
    if (ranks && !done)
        ranks->leave();
    if (ran)
        *ran = std::move(done);
    else if (std::move(done).take() != training.steps)
        return {};
    Arenas arenas{std::vector<double>(metrics.begin(), metrics.end())};
    for (const auto& [arena, elements] : {std::pair(Arena::weights, network.plan().parameters.elements),
                                          {slotArena(0), network.plan().parameters.elements},
                                          {Arena::statistics, network.plan().statistics.elements}}) {
        arenas.emplace_back(static_cast<std::size_t>(elements));
        if (elements > 0)
            network.state().readArena(arena, std::span<double>(arenas.back())).take();
    }
    return arenas;
}

} // namespace netsmith::test
