// Numbers as whole steps of a grid: see `QuantizationGrid`. Included like lanes.h, inside each instruction set's namespace.

/// A grid whose numbers fill vectors.
struct GridLanes {
    Floats inverse, low, high, zero, step;
    explicit GridLanes(const QuantizationGrid& grid)
        : inverse(all(grid.inverse))
        , low(all(-grid.zero))
        , high(all(255.0f - grid.zero))
        , zero(all(grid.zero))
        , step(all(grid.step))
    {
    }
    /// As `nearestInteger(grid.position(x))`. The comparisons between the product and the sum keep them apart.
    Floats steps(Floats x) const
    {
        const Floats steps = x * inverse;
        const Floats atLeast = steps > low ? steps : low;
        const Floats within = atLeast < high ? atLeast : high;
        const Floats magic = all(0x1.8p23f);
        return (within + magic) - magic;
    }
    Ints codes(Floats x) const { return __builtin_convertvector(steps(x) + zero, Ints); }
};
