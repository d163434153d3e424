// What both directions of a recurrent layer share: products of a few samples' states with packed weights, all sums in registers.
// Included like lanes.h, inside each instruction set's namespace.

/// As many samples as keep the units of multiplication busy, four vectors each, without running out of registers.
#if NETSMITH_LANES == 16
constexpr int mostTogether = 6;
#else
constexpr int mostTogether = 2;
#endif

/// sums[r][v] += Σ over k of a[r][k] · panel[k][v], from the first product to the last.
template <int rows, int vectors, class A>
inline void addProducts(const A* const* a, const float* panel, std::int64_t inner, Floats (&sums)[rows][vectors])
{
    const A* row[rows];
    Floats sum[rows][vectors];
    for (int r = 0; r < rows; ++r) {
        row[r] = a[r];
        for (int v = 0; v < vectors; ++v)
            sum[r][v] = sums[r][v];
    }
    for (std::int64_t k = 0; k < inner; ++k, panel += vectors * lanes) {
        Floats weights[vectors];
        for (int v = 0; v < vectors; ++v)
            weights[v] = load(panel + v * lanes, AllLanes{});
        for (int r = 0; r < rows; ++r) {
            const Floats value = all(static_cast<float>(row[r][k]));
            for (int v = 0; v < vectors; ++v)
                sum[r][v] += value * weights[v];
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < vectors; ++v)
            sums[r][v] = sum[r][v];
}

/// Calls `body.template operator()<rows>(first)` for as even blocks of [begin, end) as there can be.
template <class Body>
inline void eachBlock(std::int64_t begin, std::int64_t end, const Body& body)
{
    std::int64_t blocks = (end - begin + mostTogether - 1) / mostTogether;
    for (std::int64_t first = begin; first < end; --blocks) {
        const std::int64_t rows = (end - first + blocks - 1) / blocks;
        switch (rows) {
#if NETSMITH_LANES == 16
        case 6: body.template operator()<6>(first); break;
        case 5: body.template operator()<5>(first); break;
        case 4: body.template operator()<4>(first); break;
        case 3: body.template operator()<3>(first); break;
#endif
        case 2: body.template operator()<2>(first); break;
        default: body.template operator()<1>(first); break;
        }
        first += rows;
    }
}

/// A vector of an optional array, 0 where there is none.
template <class Used>
inline Floats loadOr0(const float* from, std::int64_t offset, Used used)
{
    return from ? load(from + offset, used) : Floats{};
}
