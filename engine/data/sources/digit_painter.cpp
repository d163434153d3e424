#include "engine/data/sources/digit_painter.h"

#include "engine/data/sources/digit_strokes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith::data {
namespace {

/// Ink from 0 to 1, within a border of one empty pixel.
constexpr int stride = digitSide + 2;
using Canvas = std::array<float, stride * stride>;

constexpr std::size_t pixelIndex(int x, int y)
{
    return static_cast<std::size_t>((y + 1) * stride + x + 1);
}

/// How much the drawing varies, chosen so that a dense network of 128 units learns most digits and a convolutional one nearly all.
constexpr double wobble = 0.05; ///< of the glyph's box, each point
constexpr double turn = 0.3; ///< radians, either way
constexpr double slant = 0.35;
constexpr double shift = 2.8; ///< pixels, either way
constexpr double strayChance = 0.4;
constexpr float noise = 0.16f; ///< largest change of a pixel

/// From the glyph's box to pixels.
struct Placement {
    double xx, xy, yx, yy, x, y;

    explicit Placement(RandomStream& random)
    {
        const double angle = random.uniform(-turn, turn);
        const double cosine = std::cos(angle), sine = std::sin(angle);
        const double width = random.uniform(9.5, 16.0), height = random.uniform(15.0, 20.5);
        const double lean = random.uniform(-slant, slant);
        xx = cosine * width;
        xy = (-sine - cosine * lean) * height;
        yx = sine * width;
        yy = (cosine - sine * lean) * height;
        x = digitSide / 2.0 + random.uniform(-shift, shift);
        y = digitSide / 2.0 + random.uniform(-shift, shift);
    }
    Point operator()(Point p) const
    {
        const double dx = p.x - 0.5, dy = p.y - 0.5;
        return {xx * dx + xy * dy + x, yx * dx + yy * dy + y};
    }
};

/// A straight piece of a pen stroke: full ink up to `radius` from it, none one pixel further.
void drawSegment(Canvas& canvas, Point a, Point b, double radius, float ink)
{
    const double reach = radius + 1;
    const auto clampPixel = [](double value) { return static_cast<int>(std::clamp(value, 0.0, digitSide - 1.0)); };
    const int left = clampPixel(std::min(a.x, b.x) - reach), right = clampPixel(std::max(a.x, b.x) + reach);
    const int top = clampPixel(std::min(a.y, b.y) - reach), bottom = clampPixel(std::max(a.y, b.y) + reach);
    const auto ax = static_cast<float>(a.x), ay = static_cast<float>(a.y);
    const auto dx = static_cast<float>(b.x - a.x), dy = static_cast<float>(b.y - a.y);
    const float perLength = 1 / std::max(dx * dx + dy * dy, 1e-6f);
    const auto edge = static_cast<float>(radius + 0.5);
    for (int y = top; y <= bottom; ++y) {
        float* row = &canvas[pixelIndex(0, y)];
        const float py = static_cast<float>(y) + 0.5f - ay;
        for (int x = left; x <= right; ++x) {
            const float px = static_cast<float>(x) + 0.5f - ax;
            const float along = std::clamp((px * dx + py * dy) * perLength, 0.0f, 1.0f);
            const float ox = px - along * dx, oy = py - along * dy;
            const float cover = std::clamp(edge - std::sqrt(ox * ox + oy * oy), 0.0f, 1.0f);
            row[x] = std::max(row[x], ink * cover);
        }
    }
}

/// A point of the uniform Catmull–Rom curve from b to c (Catmull, Rom 1974).
Point curve(Point a, Point b, Point c, Point d, double t)
{
    const auto blend = [t](double p, double q, double r, double s) {
        return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
    };
    return {blend(a.x, b.x, c.x, d.x), blend(a.y, b.y, c.y, d.y)};
}

void drawStroke(Canvas& canvas, const Stroke& stroke, double radius, float ink)
{
    const std::size_t last = stroke.size() - 1;
    const int pieces = last == 1 ? 1 : 4; // two points are a straight line
    Point from = stroke.front();
    for (std::size_t i = 0; i < last; ++i)
        for (int piece = 1; piece <= pieces; ++piece) {
            const Point to = curve(stroke[i == 0 ? 0 : i - 1], stroke[i], stroke[i + 1], stroke[std::min(i + 2, last)],
                                   static_cast<double>(piece) / pieces);
            drawSegment(canvas, from, to, radius, ink);
            from = to;
        }
}

void drawStray(Canvas& canvas, RandomStream& random, double radius)
{
    const Point from{random.uniform(0, digitSide), random.uniform(0, digitSide)};
    const Point to{from.x + random.uniform(-8, 8), from.y + random.uniform(-8, 8)};
    drawSegment(canvas, from, to, 0.7 * radius, static_cast<float>(random.uniform(0.3, 0.9)));
}

/// Each pixel with `share` of either neighbour, first along rows and then along columns.
void blur(Canvas& canvas, float share)
{
    for (const std::size_t step : {std::size_t{1}, std::size_t{stride}}) {
        const Canvas before = canvas;
        for (int y = 0; y < digitSide; ++y)
            for (int x = 0; x < digitSide; ++x) {
                const std::size_t i = pixelIndex(x, y);
                canvas[i] = before[i] + share * (before[i - step] + before[i + step] - 2 * before[i]);
            }
    }
}

} // namespace

void paintDigit(int digit, RandomStream& random, std::span<std::byte, digitSide * digitSide> pixels)
{
    const auto glyphs = glyphsOf(digit);
    const Glyph& glyph = glyphs[random.below(static_cast<std::uint32_t>(glyphs.size()))];
    const Placement place(random);
    const double radius = random.uniform(0.5, 1.7);

    Canvas canvas{};
    Stroke stroke;
    for (const Stroke& ideal : glyph) {
        stroke.clear();
        for (const Point point : ideal)
            stroke.push_back(place({point.x + random.uniform(-1, 1) * 2 * wobble, point.y + random.uniform(-1, 1) * 2 * wobble}));
        drawStroke(canvas, stroke, radius, 1.0f);
    }
    if (random.uniform() < strayChance)
        drawStray(canvas, random, radius);
    blur(canvas, static_cast<float>(random.uniform(0, 0.25)));

    const auto brightness = static_cast<float>(random.uniform(0.6, 1.0));
    const auto roughness = noise * static_cast<float>(random.uniform());
    std::uint32_t bits = 0;
    for (int i = 0; i < digitSide * digitSide; ++i, bits >>= 16) {
        if (i % 2 == 0)
            bits = random.next();
        // The sum of two uniform bytes: a triangle about 0.
        const float deviate = static_cast<float>(static_cast<int>((bits & 255) + (bits >> 8 & 255)) - 255) * (1 / 255.0f);
        const float value = canvas[pixelIndex(i % digitSide, i / digitSide)] * brightness + roughness * deviate;
        pixels[static_cast<std::size_t>(i)] =
            static_cast<std::byte>(static_cast<int>(std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f));
    }
}

} // namespace netsmith::data
