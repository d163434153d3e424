#include "engine/train/rank_orders.h"

#include <array>

namespace netsmith::train {

void RankOrders::give(RankOrder order, int steps)
{
    if (!m_ranks || !leads())
        return;
    std::array<std::int32_t, 2> said{static_cast<std::int32_t>(order), steps};
    send(std::as_writable_bytes(std::span(said)));
}

std::pair<RankOrder, int> RankOrders::next()
{
    std::array<std::int32_t, 2> said{};
    send(std::as_writable_bytes(std::span(said)));
    return {static_cast<RankOrder>(said[0]), said[1]};
}

TrainingPosition RankOrders::shared(const TrainingPosition& own)
{
    std::string text = leads() ? stateToJson({.position = own, .precision = "fp32", .fingerprint = {}}) : std::string();
    auto size = static_cast<std::int64_t>(text.size());
    send(std::as_writable_bytes(std::span(&size, 1)));
    text.resize(static_cast<std::size_t>(size));
    send(std::as_writable_bytes(std::span(text)));
    return stateFromJson(text, "rank 0").take().position;
}

void RankOrders::share(CompiledNetwork& network)
{
    State& state = network.state();
    const LogicalPlan& plan = network.plan();
    const auto shareArena = [&](Arena arena, std::int64_t elements) {
        constexpr std::int64_t most = std::int64_t{1} << 22; // at a time
        const auto size = static_cast<std::int64_t>(sizeOf(state.numbers()));
        std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(most, elements) * size));
        for (std::int64_t first = 0; first < elements; first += most) {
            const auto part = std::span(bytes).first(static_cast<std::size_t>(std::min(most, elements - first) * size));
            if (leads())
                state.readBytes(arena, first, part).take();
            send(part);
            if (!leads())
                state.writeBytes(arena, first, part).take();
        }
    };
    shareArena(Arena::weights, plan.parameters.elements);
    for (int slot = 0; slot < plan.slots(); ++slot)
        shareArena(slotArena(slot), plan.parameters.elements);
    if (plan.averages)
        shareArena(Arena::average, plan.parameters.elements);
    shareArena(Arena::statistics, plan.statistics.elements);
}

void RankOrders::send(std::span<std::byte> bytes)
{
    m_ranks->broadcast(bytes, 0).take();
}

} // namespace netsmith::train
