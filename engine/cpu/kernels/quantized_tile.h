// Products of codes of 8 bits, gathered as numbers of the type NETSMITH_NUMBER, for which `addProducts` and `gather` are defined.
// Included like lanes.h, inside each instruction set's namespace, after product_tile.h.

/// The numbers that one output pixel is made of, in their order; padding stands for 0. What fills the last word, or tile, is left
/// as it is: it meets weights of 0.
inline void gatherPixel(const QuantizedWork& work, const OutputPixel& pixel, NETSMITH_NUMBER* to)
{
    const WindowShape& w = work.shape.window;
    const auto zero = static_cast<NETSMITH_NUMBER>(work.read.zero);
    const auto padding = std::is_signed_v<NETSMITH_NUMBER> ? NETSMITH_NUMBER{0} : zero;
    const std::int64_t top = pixel.row * w.strideHeight - w.top, left = pixel.column * w.strideWidth - w.left;
    const std::int64_t across = w.kernelWidth * w.channels;
    const bool together = w.dilationWidth == 1 && left >= 0 && left + w.kernelWidth <= w.width;
    const std::uint8_t* const end = work.x + w.inputs();
    for (std::int64_t ky = 0; ky < w.kernelHeight; ++ky, to += across) {
        const std::int64_t y = top + ky * w.dilationHeight;
        if (y < 0 || y >= w.height) {
            std::fill_n(to, across, padding);
            continue;
        }
        const std::uint8_t* from = work.x + (pixel.image * w.height + y) * w.width * w.channels;
        if (together) {
            gather(from + left * w.channels, zero, to, across, end);
            continue;
        }
        for (std::int64_t kx = 0; kx < w.kernelWidth; ++kx) {
            const std::int64_t column = left + kx * w.dilationWidth;
            if (column < 0 || column >= w.width)
                std::fill_n(to + kx * w.channels, w.channels, padding);
            else
                gather(from + column * w.channels, zero, to + kx * w.channels, w.channels, end);
        }
    }
}

/// Where the numbers of an output pixel lie: in segments of equal length, `stride` bytes from one to the next.
struct PixelNumbers {
    const std::uint8_t* at;
    std::int64_t stride;
};

/// Codes need not be gathered where they are multiplied as they are, in whole words, and none is padding.
struct Segments {
    explicit Segments(const QuantizedShape& shape)
        : across(shape.window.kernelWidth * shape.window.channels)
        , direct(sizeof(NETSMITH_NUMBER) == 1 && across % 4 == 0 && shape.window.dilationWidth == 1)
        , count(direct ? shape.window.kernelHeight : 1)
        , words(direct ? across / 4 : shape.filledWords())
    {
    }

    PixelNumbers numbersOf(const QuantizedWork& work, const OutputPixel& pixel, std::int32_t* gathered) const
    {
        const WindowShape& w = work.shape.window;
        const std::int64_t top = pixel.row * w.strideHeight - w.top, left = pixel.column * w.strideWidth - w.left;
        const std::int64_t line = w.width * w.channels;
        if (direct && top >= 0 && top + (w.kernelHeight - 1) * w.dilationHeight < w.height && left >= 0
            && left + w.kernelWidth <= w.width)
            return {work.x + (pixel.image * w.height + top) * line + left * w.channels, w.dilationHeight * line};
        gatherPixel(work, pixel, reinterpret_cast<NETSMITH_NUMBER*>(gathered));
        return {reinterpret_cast<const std::uint8_t*>(gathered), across};
    }

    std::int64_t across;
    bool direct;
    std::int64_t count;
    std::int64_t words;
};

/// The sums of some pixels with the filters of some panels, which are `panelWords` apart.
template <int rows, int panels>
inline void addWords(const Segments& segments, const PixelNumbers* pixels, const std::int32_t* panel, std::int64_t panelWords,
                     Ints (&sums)[rows][panels * panelVectors])
{
    for (auto& row : sums)
        for (Ints& sum : row)
            sum = Ints{};
    const std::uint8_t* from[rows];
    for (int r = 0; r < rows; ++r)
        from[r] = pixels[r].at;
    for (std::int64_t segment = 0; segment < segments.count; ++segment) {
        for (std::int64_t word = 0; word < segments.words; ++word, panel += panelFilters) {
            Ints weights[panels * panelVectors];
            for (int v = 0; v < panels * panelVectors; ++v)
                weights[v] = loadAs<Ints>(panel + v / panelVectors * panelWords + v % panelVectors * lanes, AllLanes{});
            for (int r = 0; r < rows; ++r) {
                std::int32_t numbers;
                std::memcpy(&numbers, from[r] + 4 * word, sizeof numbers);
                const Ints x = everywhere(numbers);
                for (int v = 0; v < panels * panelVectors; ++v)
                    sums[r][v] = addProducts(sums[r][v], x, weights[v], NETSMITH_NUMBER{});
            }
        }
        for (int r = 0; r < rows; ++r)
            from[r] += pixels[r].stride;
    }
}

/// A member's share.
template <class Y>
inline void multiplyShare(const QuantizedWork& work, std::int32_t* gathered, int member, int members)
{
    const QuantizedShape& shape = work.shape;
    const Segments segments(shape);
    const GridLanes grid(work.written);
    auto* const y = static_cast<Y*>(work.y);
    const std::int64_t words = shape.words();
    const auto [pixels, own] =
        MemberShare(shape.pixels(), (shape.filters + panelFilters - 1) / panelFilters, QuantizedShape::tileRows, member, members);
    OutputPixel pixel(shape.window, pixels.first);
    PixelNumbers numbers[QuantizedShape::tileRows];
    for (std::int64_t first = pixels.first; first < pixels.second; first += QuantizedShape::tileRows) {
        const std::int64_t count = std::min(QuantizedShape::tileRows, pixels.second - first);
        for (std::int64_t r = 0; r < count; ++r, pixel.advance(shape.window))
            numbers[r] = segments.numbersOf(work, pixel, gathered + r * words);
        const auto multiply = [&]<int together>(std::integral_constant<int, together>, std::int64_t panel) {
            inEvenGroups<mostTogether<together * panelVectors>>(count, [&]<int rows>(std::int64_t row) {
                Ints sums[rows][together * panelVectors];
                addWords<rows, together>(segments, numbers + row, work.panels + panel * words * panelFilters, words * panelFilters,
                                         sums);
                for (int r = 0; r < rows; ++r)
                    for (int p = 0; p < together; ++p)
                        finishRow(work, grid, sums[r] + p * panelVectors, (panel + p) * panelFilters,
                                  y + (first + row + r) * shape.filters);
            });
        };
        std::int64_t panel = own.first;
        for (; panel + panelsTogether <= own.second; panel += panelsTogether)
            multiply(std::integral_constant<int, panelsTogether>(), panel);
        if constexpr (panelsTogether > 1)
            if (panel < own.second)
                multiply(std::integral_constant<int, 1>(), panel);
    }
}
