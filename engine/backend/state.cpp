#include "engine/backend/backend.h"
#include "engine/backend/guarded.h"
#include "engine/backend/state_rows.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace netsmith {
namespace {

constexpr std::size_t mostConverted = std::size_t{1} << 16; ///< numbers that are converted at a time

/// Calls `visit(Stored())` with the type of a state's numbers.
template <class F>
void forNumbers(const State& state, F visit)
{
    if (state.numbers() == DataType::f64)
        visit(double());
    else
        visit(float());
}

/// Calls `visit(first, part)` for a buffer of this many elements at a time, the last one shorter.
template <class T, class F>
void eachPiece(std::size_t count, F visit)
{
    std::vector<T> buffer(std::min(count, mostConverted));
    for (std::size_t first = 0; first < count; first += mostConverted)
        visit(first, std::span(buffer).first(std::min(mostConverted, count - first)));
}

template <class T>
void readNumbers(State& state, Arena arena, std::int64_t at, std::span<T> out)
{
    forNumbers(state, [&]<class Stored>(Stored) {
        if constexpr (std::is_same_v<Stored, T>)
            state.readBytes(arena, at, std::as_writable_bytes(out)).take();
        else
            eachPiece<Stored>(out.size(), [&](std::size_t first, std::span<Stored> part) {
                state.readBytes(arena, at + static_cast<std::int64_t>(first), std::as_writable_bytes(part)).take();
                std::ranges::transform(part, out.begin() + static_cast<std::ptrdiff_t>(first),
                                       [](Stored value) { return static_cast<T>(value); });
            });
    });
}

template <class T>
void readAll(State& state, Arena arena, std::span<T> out)
{
    if (rowOfArena(state.layout(), arena, out.size()) >= 0)
        readNumbers(state, arena, 0, out);
}

template <class T>
void writeNumbers(State& state, Arena arena, std::int64_t at, std::span<const T> values)
{
    forNumbers(state, [&]<class Stored>(Stored) {
        if constexpr (std::is_same_v<Stored, T>)
            state.writeBytes(arena, at, std::as_bytes(values)).take();
        else
            eachPiece<Stored>(values.size(), [&](std::size_t first, std::span<Stored> part) {
                std::ranges::transform(values.subspan(first, part.size()), part.begin(),
                                       [](T value) { return static_cast<Stored>(value); });
                state.writeBytes(arena, at + static_cast<std::int64_t>(first), std::as_bytes(part)).take();
            });
    });
}

template <class T>
void writeAll(State& state, Arena arena, std::span<const T> values)
{
    if (rowOfArena(state.layout(), arena, values.size()) >= 0)
        writeNumbers(state, arena, 0, values);
}

} // namespace

Expected<void> State::readArena(Arena arena, std::span<double> out)
{
    return guarded([&] { readAll(*this, arena, out); });
}

Expected<void> State::readArena(Arena arena, std::span<float> out)
{
    return guarded([&] { readAll(*this, arena, out); });
}

Expected<void> State::writeArena(Arena arena, std::span<const double> values)
{
    return guarded([&] { writeAll(*this, arena, values); });
}

Expected<void> State::writeArena(Arena arena, std::span<const float> values)
{
    return guarded([&] { writeAll(*this, arena, values); });
}

Expected<void> State::readPart(Arena arena, std::int64_t first, std::span<double> out)
{
    return guarded([&] { readNumbers(*this, arena, first, out); });
}

Expected<void> State::writePart(Arena arena, std::int64_t first, std::span<const double> values)
{
    return guarded([&] { writeNumbers(*this, arena, first, values); });
}

Expected<void> State::writePart(Arena arena, std::int64_t first, std::span<const float> values)
{
    return guarded([&] { writeNumbers(*this, arena, first, values); });
}

Expected<void> State::fill(Arena arena, std::int64_t first, std::int64_t count, double value)
{
    return guarded([&] {
        forNumbers(*this, [&]<class Stored>(Stored) {
            eachPiece<Stored>(static_cast<std::size_t>(count), [&](std::size_t done, std::span<Stored> part) {
                std::ranges::fill(part, static_cast<Stored>(value));
                writeBytes(arena, first + static_cast<std::int64_t>(done), std::as_bytes(part)).take();
            });
        });
    });
}

} // namespace netsmith
