// Products of some rows with packed weights: both passes of a recurrent layer, convolutions by Winograd's algorithm. Included like
// lanes.h, inside each instruction set's namespace.

/// Samples whose sums stay in the first-level cache while a piece of a panel of weights, also in the cache, serves them all.
constexpr std::int64_t tileRows = 48;
constexpr std::int64_t pieceFloats = 4096;

/// The number of samples that keeps the multipliers busy without running out of registers, with this many vectors each.
template <int vectors>
constexpr int mostTogether = std::min(8, (NETSMITH_LANES == 16 ? 24 : 12) / vectors);

/// sums[r][v] += Σ over k of a[r][k] · panel[k][v], from the first product to the last, all sums in registers.
template <int rows, int vectors, class A>
inline void addBlock(const A* const (&a)[rows], const float* panel, std::int64_t inner, Floats (*sums)[vectors])
{
    Floats sum[rows][vectors];
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < vectors; ++v)
            sum[r][v] = sums[r][v];
    for (std::int64_t k = 0; k < inner; ++k, panel += vectors * lanes) {
        Floats weights[vectors];
        for (int v = 0; v < vectors; ++v)
            weights[v] = load(panel + v * lanes, AllLanes{});
        for (int r = 0; r < rows; ++r) {
            const Floats value = all(static_cast<float>(a[r][k]));
            for (int v = 0; v < vectors; ++v)
                sum[r][v] += value * weights[v];
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < vectors; ++v)
            sums[r][v] = sum[r][v];
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
