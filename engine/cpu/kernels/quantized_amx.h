// Products of codes of 8 bits by AMX: tiles of 16 pixels with 16 filters, of 64 products each. Included after quantized_tile.h,
// where bytes are gathered.

constexpr std::int64_t tilePixels = 16;
constexpr std::int64_t tileBytes = 4 * QuantizedShape::tileWords;
static_assert(panelFilters == 2 * 16 && QuantizedShape::mostRows == 2 * tilePixels);

/// All eight registers hold 16 rows of 64 bytes.
struct alignas(64) TileShapes {
    TileShapes()
    {
        std::fill_n(rowBytes, 8, std::uint16_t{tileBytes});
        std::fill_n(rows, 8, std::uint8_t{tilePixels});
    }

    std::uint8_t palette = 1;
    std::uint8_t startRow = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t rowBytes[16] = {};
    std::uint8_t rows[16] = {};
};

/// Where the codes of 16 pixels lie: of each in segments of equal length.
struct TilePixels {
    const std::uint8_t* at;
    std::int64_t pixelStride;
    std::int64_t segmentStride;
};

/// Pixels of one line of the output need not be gathered where their codes fill tiles, and none is padding.
struct TileSegments {
    explicit TileSegments(const QuantizedShape& shape)
        : across(shape.window.kernelWidth * shape.window.channels)
        , direct(across % tileBytes == 0 && shape.window.dilationWidth == 1)
        , count(direct ? shape.window.kernelHeight : 1)
        , blocks(direct ? across / tileBytes : shape.words() / QuantizedShape::tileWords)
    {
    }

    /// Of `pixels`, which are at most 16, from `pixel` on, which is advanced by them.
    TilePixels next(const QuantizedWork& work, OutputPixel& pixel, std::int64_t pixels, std::int32_t* gathered) const
    {
        const WindowShape& w = work.shape.window;
        const std::int64_t top = pixel.row * w.strideHeight - w.top, left = pixel.column * w.strideWidth - w.left;
        const std::int64_t line = w.width * w.channels, words = work.shape.words();
        if (direct && pixels == tilePixels && pixel.column + tilePixels <= w.outputWidth && top >= 0
            && top + (w.kernelHeight - 1) * w.dilationHeight < w.height && left >= 0
            && left + (tilePixels - 1) * w.strideWidth + w.kernelWidth <= w.width) {
            pixel.column += tilePixels - 1;
            pixel.advance(w);
            return {work.x + (pixel.image * w.height + top) * line + left * w.channels, w.strideWidth * w.channels,
                    w.dilationHeight * line};
        }
        for (std::int64_t r = 0; r < pixels; ++r, pixel.advance(w))
            gatherPixel(work, pixel, reinterpret_cast<std::uint8_t*>(gathered + r * words));
        return {reinterpret_cast<const std::uint8_t*>(gathered), 4 * words, across};
    }

    std::int64_t across;
    bool direct;
    std::int64_t count;
    std::int64_t blocks;
};

/// The sums of two tiles of pixels, or one, with the filters of a panel.
template <bool both>
inline void multiplyPanel(const TileSegments& segments, const TilePixels& first, const TilePixels& second,
                          const std::int32_t* panel, std::int32_t (*sums)[panelFilters])
{
    constexpr std::int64_t weightStride = 4 * panelFilters, half = panelFilters / 2;
    _tile_zero(0);
    _tile_zero(1);
    if constexpr (both) {
        _tile_zero(2);
        _tile_zero(3);
    }
    for (std::int64_t segment = 0; segment < segments.count; ++segment)
        for (std::int64_t block = 0; block < segments.blocks; ++block, panel += QuantizedShape::tileWords * panelFilters) {
            _tile_loadd(6, panel, weightStride);
            _tile_loadd(7, panel + half, weightStride);
            _tile_loadd(4, first.at + segment * first.segmentStride + block * tileBytes, first.pixelStride);
            _tile_dpbusd(0, 4, 6);
            _tile_dpbusd(1, 4, 7);
            if constexpr (both) {
                _tile_loadd(5, second.at + segment * second.segmentStride + block * tileBytes, second.pixelStride);
                _tile_dpbusd(2, 5, 6);
                _tile_dpbusd(3, 5, 7);
            }
        }
    _tile_stored(0, sums[0], weightStride);
    _tile_stored(1, sums[0] + half, weightStride);
    if constexpr (both) {
        _tile_stored(2, sums[tilePixels], weightStride);
        _tile_stored(3, sums[tilePixels] + half, weightStride);
    }
}

/// As `multiplyShare`.
template <class Y>
inline void multiplyTiles(const QuantizedWork& work, std::int32_t* gathered, int member, int members)
{
    const QuantizedShape& shape = work.shape;
    const TileSegments segments(shape);
    const GridLanes grid(work.written);
    auto* const y = static_cast<Y*>(work.y);
    const std::int64_t words = shape.words();
    const auto [pixels, own] =
        MemberShare(shape.pixels(), (shape.filters + panelFilters - 1) / panelFilters, QuantizedShape::mostRows, member, members);
    const TileShapes shapes;
    _tile_loadconfig(&shapes);
    alignas(64) std::int32_t sums[QuantizedShape::mostRows][panelFilters];
    OutputPixel pixel(shape.window, pixels.first);
    for (std::int64_t first = pixels.first; first < pixels.second; first += QuantizedShape::mostRows) {
        const std::int64_t count = std::min(QuantizedShape::mostRows, pixels.second - first);
        const TilePixels one = segments.next(work, pixel, std::min(count, tilePixels), gathered);
        TilePixels two = one;
        if (count > tilePixels)
            two = segments.next(work, pixel, count - tilePixels, gathered + tilePixels * words);
        for (std::int64_t panel = own.first; panel < own.second; ++panel) {
            const std::int32_t* const weights = work.panels + panel * words * panelFilters;
            if (count > tilePixels)
                multiplyPanel<true>(segments, one, two, weights, sums);
            else
                multiplyPanel<false>(segments, one, two, weights, sums);
            for (std::int64_t r = 0; r < count; ++r) {
                Ints row[panelVectors];
                for (int v = 0; v < panelVectors; ++v)
                    row[v] = loadAs<Ints>(sums[r] + v * lanes, AllLanes{});
                finishRow(work, grid, row, panel * panelFilters, y + (first + r) * shape.filters);
            }
        }
    }
    _tile_release();
}
