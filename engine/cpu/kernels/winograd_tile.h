// Shared by the convolutions by Winograd's algorithm. Included like lanes.h, inside each instruction set's namespace.

constexpr int panelVectors = 2;
constexpr std::int64_t panelWidth = panelVectors * lanes;
constexpr int panelRows = NETSMITH_LANES == 16 ? 12 : 6; ///< whose sums of a panel fit into the registers

/// Six numbers of a row or column of a tile of the image, transformed.
inline void transformImage(const Floats (&d)[6], Floats (&to)[6])
{
    const Floats a = d[4] - 4.0f * d[2], b = d[3] - 4.0f * d[1];
    const Floats c = d[4] - d[2], e = 2.0f * (d[3] - d[1]);
    to[0] = 4.0f * d[0] - 5.0f * d[2] + d[4];
    to[1] = a + b;
    to[2] = a - b;
    to[3] = c + e;
    to[4] = c - e;
    to[5] = 4.0f * d[1] - 5.0f * d[3] + d[5];
}

/// Where a tile's results are.
struct TilePlace {
    std::int64_t image, top, left;
    TilePlace(const WinogradShape& shape, std::int64_t tile)
        : image(tile / (shape.tilesDown() * shape.tilesAcross()))
        , top(tile / shape.tilesAcross() % shape.tilesDown() * WinogradShape::side)
        , left(tile % shape.tilesAcross() * WinogradShape::side)
    {
    }
};

/// The image's numbers of one tile: 36 rows of channels.
inline void transformTile(const WinogradShape& shape, const float* x, const WinogradBlock& block, std::int64_t tile)
{
    const TilePlace place(shape, block.first + tile);
    const std::int64_t channels = shape.channels;
    const float* pixels[6][6]; // null outside of the image
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column) {
            const std::int64_t y = place.top + row - shape.top, across = place.left + column - shape.left;
            const bool inside = y >= 0 && y < shape.height && across >= 0 && across < shape.width;
            pixels[row][column] = inside ? x + ((place.image * shape.height + y) * shape.width + across) * channels : nullptr;
        }
    float* to = block.image + tile * channels;
    const std::int64_t step = block.tiles * channels;
    eachVector(channels, [&](std::int64_t channel, auto used) {
        Floats rows[6][6];
        for (int column = 0; column < 6; ++column) {
            Floats d[6], turned[6];
            for (int row = 0; row < 6; ++row)
                d[row] = pixels[row][column] ? load(pixels[row][column] + channel, used) : Floats{};
            transformImage(d, turned);
            for (int row = 0; row < 6; ++row)
                rows[row][column] = turned[row];
        }
        for (int row = 0; row < 6; ++row) {
            Floats turned[6];
            transformImage(rows[row], turned);
            for (int column = 0; column < 6; ++column)
                store(to + (row * 6 + column) * step + channel, turned[column], used);
        }
    });
}

/// One thread's share of a phase.
inline std::pair<std::int64_t, std::int64_t> shareOf(std::int64_t count, int member, int members)
{
    return {count * member / members, count * (member + 1) / members};
}
