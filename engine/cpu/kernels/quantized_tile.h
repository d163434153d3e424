// Products of codes of 8 bits, gathered as numbers of the type NETSMITH_NUMBER, for which `addProducts` and `gather` are defined.
// Included like lanes.h, inside each instruction set's namespace, after product_tile.h.

/// The numbers that one output pixel is made of; padding stands for 0.
inline void gatherPixel(const QuantizedWork& work, std::int64_t pixel, NETSMITH_NUMBER* to)
{
    const WindowShape& w = work.shape.window;
    const auto zero = static_cast<NETSMITH_NUMBER>(work.read.zero);
    const auto padding = std::is_signed_v<NETSMITH_NUMBER> ? NETSMITH_NUMBER{0} : zero;
    const std::int64_t row = pixel / w.outputWidth, image = row / w.outputHeight;
    const std::int64_t top = row % w.outputHeight * w.strideHeight - w.top, left = pixel % w.outputWidth * w.strideWidth - w.left;
    const std::int64_t across = w.kernelWidth * w.channels;
    const bool together = w.dilationWidth == 1 && left >= 0 && left + w.kernelWidth <= w.width;
    NETSMITH_NUMBER* const end = to + work.shape.words() * 4 / static_cast<std::int64_t>(sizeof(NETSMITH_NUMBER));
    for (std::int64_t ky = 0; ky < w.kernelHeight; ++ky, to += across) {
        const std::int64_t y = top + ky * w.dilationHeight;
        if (y < 0 || y >= w.height) {
            std::fill_n(to, across, padding);
            continue;
        }
        const std::uint8_t* from = work.x + (image * w.height + y) * w.width * w.channels;
        if (together) {
            gather(from + left * w.channels, zero, to, across);
            continue;
        }
        for (std::int64_t kx = 0; kx < w.kernelWidth; ++kx) {
            const std::int64_t column = left + kx * w.dilationWidth;
            if (column < 0 || column >= w.width)
                std::fill_n(to + kx * w.channels, w.channels, padding);
            else
                gather(from + column * w.channels, zero, to + kx * w.channels, w.channels);
        }
    }
    std::fill(to, end, NETSMITH_NUMBER{0}); // what fills the last word meets weights of 0
}

template <int rows>
inline void addWords(const std::int32_t* gathered, const std::int32_t* panel, std::int64_t words, Ints (&sums)[rows][panelVectors])
{
    for (auto& row : sums)
        for (Ints& sum : row)
            sum = Ints{};
    for (std::int64_t word = 0; word < words; ++word, panel += panelFilters) {
        Ints weights[panelVectors];
        for (int v = 0; v < panelVectors; ++v)
            weights[v] = loadAs<Ints>(panel + v * lanes, AllLanes{});
        for (int r = 0; r < rows; ++r) {
            const Ints x = everywhere(gathered[r * words + word]);
            for (int v = 0; v < panelVectors; ++v)
                sums[r][v] = addProducts(sums[r][v], x, weights[v], NETSMITH_NUMBER{});
        }
    }
}

/// A member's share: of the pixels, or where there are few of them, of the panels.
template <class Y>
inline void multiplyShare(const QuantizedWork& work, std::int32_t* gathered, int member, int members)
{
    constexpr int most = mostTogether<panelVectors>;
    const QuantizedShape& shape = work.shape;
    const GridLanes grid(work.written);
    auto* const y = static_cast<Y*>(work.y);
    const auto partOf = [&](std::int64_t count) { return Share(count * member / members, count * (member + 1) / members); };
    const std::int64_t panels = (shape.filters + panelFilters - 1) / panelFilters, words = shape.words();
    const bool byPixels = shape.pixels() >= members * QuantizedShape::tileRows || panels < members;
    const Share pixels = byPixels ? partOf(shape.pixels()) : Share(0, shape.pixels());
    const Share own = byPixels ? Share(0, panels) : partOf(panels);
    for (std::int64_t first = pixels.first; first < pixels.second; first += QuantizedShape::tileRows) {
        const std::int64_t count = std::min(QuantizedShape::tileRows, pixels.second - first);
        for (std::int64_t r = 0; r < count; ++r)
            gatherPixel(work, first + r, reinterpret_cast<NETSMITH_NUMBER*>(gathered + r * words));
        for (std::int64_t panel = own.first; panel < own.second; ++panel)
            inEvenGroups<most>(count, [&]<int rows>(std::int64_t row) {
                Ints sums[rows][panelVectors];
                addWords<rows>(gathered + row * words, work.panels + panel * words * panelFilters, words, sums);
                for (int r = 0; r < rows; ++r)
                    finishRow(work, grid, sums[r], panel * panelFilters, y + (first + row + r) * shape.filters);
            });
    }
}

inline void multiplyFloats(const QuantizedWork& work, std::int32_t* gathered, int member, int members)
{
    multiplyShare<float>(work, gathered, member, members);
}
inline void multiplyCodes(const QuantizedWork& work, std::int32_t* gathered, int member, int members)
{
    multiplyShare<std::uint8_t>(work, gathered, member, members);
}
