// Products of some rows with packed weights: both passes of a recurrent layer, convolutions by Winograd's algorithm. Included like
// lanes.h, inside each instruction set's namespace.

/// Samples whose sums stay in the first-level cache while a piece of a panel of weights, also in the cache, serves them all.
constexpr std::int64_t tileRows = 48;
constexpr std::int64_t pieceFloats = 4096;

/// The number of samples that keeps the multipliers busy without running out of registers, with this many vectors each.
template <int vectors>
constexpr int mostTogether = std::min(8, (NETSMITH_LANES == 16 ? 24 : 12) / vectors);

/// Calls `body(r, v)` for the rows and vectors of a tile, with constants: a compiler keeps an array that is only read and written
/// so in registers, and one in a loop on the stack.
template <int rows, int vectors, class Body>
[[gnu::always_inline]] inline void eachSum(const Body& body)
{
    [&]<int... i>(std::integer_sequence<int, i...>)
    {
        (body(std::integral_constant<int, i / vectors>(), std::integral_constant<int, i % vectors>()), ...);
    }
    (std::make_integer_sequence<int, rows * vectors>());
}

/// sum[r][v] += a(r) · weights(v), all in registers.
template <int rows, int vectors, class A>
[[gnu::always_inline]] inline void addProduct(Floats (&sum)[rows][vectors], const A& a, const float* weights)
{
    Floats some[vectors], factor{};
    eachSum<1, vectors>([&](auto, auto v) { some[v] = load(weights + v * lanes, AllLanes{}); });
    eachSum<rows, vectors>([&](auto r, auto v) {
        if constexpr (v == 0)
            factor = all(static_cast<float>(a(r)));
        sum[r][v] += factor * some[v];
    });
}

/// sums[r][v] += Σ over k of a[r][k] · panel[k][v], from the first product to the last, all sums in registers.
template <int rows, int vectors, class A>
inline void addBlock(const A* const (&a)[rows], const float* panel, std::int64_t inner, Floats (*sums)[vectors])
{
    Floats sum[rows][vectors];
    eachSum<rows, vectors>([&](auto r, auto v) { sum[r][v] = sums[r][v]; });
    for (std::int64_t k = 0; k < inner; ++k, panel += vectors * lanes)
        addProduct<rows, vectors>(
            sum, [&](auto r) { return a[r][k]; }, panel);
    eachSum<rows, vectors>([&](auto r, auto v) { sums[r][v] = sum[r][v]; });
}

/// Calls `body.template operator()<rows>()` for `wanted`, which is no more than `most`.
template <int most, class Body>
inline void withRows(std::int64_t wanted, const Body& body)
{
    if constexpr (most > 1)
        if (wanted < most)
            return withRows<most - 1>(wanted, body);
    body.template operator()<most>();
}

/// Calls `body.template operator()<rows>(first)` for groups of at most `most` rows, as even as there can be.
template <int most, class Body>
inline void inEvenGroups(std::int64_t count, const Body& body)
{
    std::int64_t groups = (count + most - 1) / most;
    for (std::int64_t first = 0; first < count; --groups) {
        const std::int64_t together = (count - first + groups - 1) / groups;
        withRows<most>(together, [&]<int rows>() { body.template operator()<rows>(first); });
        first += together;
    }
}

/// sums[r][v] += Σ over k of rowAt(r)[k] · panel[k][v], from the first product to the last, for `count` rows, at most `tileRows`.
template <int vectors, class RowAt>
inline void addProducts(std::int64_t count, const RowAt& rowAt, const float* panel, std::int64_t inner, Floats (*sums)[vectors])
{
    constexpr std::int64_t piece = pieceFloats / (vectors * lanes);
    constexpr int most = mostTogether<vectors>;
    for (std::int64_t k = 0; k < inner; k += piece) {
        inEvenGroups<most>(count, [&]<int rows>(std::int64_t first) {
            using A = std::remove_pointer_t<decltype(rowAt(0))>;
            A* a[rows];
            for (int r = 0; r < rows; ++r)
                a[r] = rowAt(first + r) + k;
            addBlock<rows, vectors, std::remove_const_t<A>>(a, panel + k * vectors * lanes, std::min(piece, inner - k),
                                                            sums + first);
        });
    }
}

/// A vector of an optional array, 0 if there is none.
template <class Used>
inline Floats loadOr0(const float* from, std::int64_t offset, Used used)
{
    return from ? load(from + offset, used) : Floats{};
}
