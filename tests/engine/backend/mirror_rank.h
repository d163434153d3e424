#pragma once

#include "engine/backend/communicator.h"

namespace netsmith::test {

/// One of two ranks, of which the other always has the same numbers.
class MirrorRank final : public Communicator {
public:
    int rank() const override { return 0; }
    int size() const override { return 2; }
    Expected<void> allReduce(std::span<float> numbers) override { return twice(numbers); }
    Expected<void> allReduce(std::span<double> numbers) override { return twice(numbers); }
    Expected<void> allGather(std::span<const std::byte>, std::span<std::byte>) override { return {}; }
    Expected<void> broadcast(std::span<std::byte>, int) override { return {}; }
    void leave(std::string_view) override { }

    int exchanges = 0; ///< how many sums there were

private:
    template <class T>
    Expected<void> twice(std::span<T> numbers)
    {
        ++exchanges;
        for (T& number : numbers)
            number *= 2;
        return {};
    }
};

} // namespace netsmith::test
