#include "gui/inspect/layer_image.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/value_ramp.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using Form = inspect::LayerPicture::Form;

/// The words of this file.
struct LayerImage {
    Q_DECLARE_TR_FUNCTIONS(LayerImage)
};

constexpr int barWidth = 2, barGap = 1, barsHeight = 44;

/// How maps of this size are placed.
struct Grid {
    int columns = 1;
    int rows = 1;
};

/// The one in which a map has the largest scale.
Grid gridOf(int maps, int width, int height, double aspect)
{
    Grid best;
    double largest = 0.0;
    for (int columns = 1; columns <= maps; ++columns) {
        const int rows = (maps + columns - 1) / columns;
        const double scale = std::min(aspect / (columns * (width + 1)), 1.0 / (rows * (height + 1)));
        if (scale > largest) {
            largest = scale;
            best = {columns, rows};
        }
    }
    return best;
}

/// All maps, beside each other.
QImage mapsOf(const inspect::LayerPicture& picture, double aspect)
{
    const int maps = static_cast<int>(picture.shown);
    const Grid grid = gridOf(maps, picture.width, picture.height, aspect);
    const int gap = maps > 1 ? std::max(1, std::max(picture.width, picture.height) / 12) : 0;
    QImage image(grid.columns * (picture.width + gap) - gap, grid.rows * (picture.height + gap) - gap, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    for (int map = 0; map < maps; ++map)
        painter.drawImage(map % grid.columns * (picture.width + gap), map / grid.columns * (picture.height + gap),
                          mapImageOf(picture, map));
    return image;
}

/// As the picture itself, from its least to its largest number.
QImage colourOf(const inspect::LayerPicture& picture)
{
    const double range = std::max(picture.summary.most - picture.summary.least, 1e-30);
    const int size = picture.width * picture.height;
    QImage image(picture.width, picture.height, QImage::Format_ARGB32);
    const auto channel = [&](int which, int place) {
        const float value = picture.cells[static_cast<std::size_t>(which * size + place)];
        return std::isfinite(value) ? static_cast<int>(std::lround(255.0 * (value - picture.summary.least) / range)) : 0;
    };
    for (int place = 0; place < size; ++place)
        image.setPixel(place % picture.width, place / picture.width, qRgb(channel(0, place), channel(1, place), channel(2, place)));
    return image;
}

/// Bars from zero, upwards or downwards.
QImage barsOf(const inspect::LayerPicture& picture)
{
    const ValueRamp ramp;
    const double above = std::max(picture.summary.most, 0.0), below = std::max(-picture.summary.least, 0.0);
    const double range = std::max(above + below, 1e-30), most = std::max({above, below, 1e-30});
    const int zero = static_cast<int>(std::lround((barsHeight - 1) * above / range));
    QImage image(picture.width * (barWidth + barGap) - barGap, barsHeight, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    for (int bar = 0; bar < picture.width; ++bar) {
        const float value = picture.cells[static_cast<std::size_t>(bar)];
        const bool finite = std::isfinite(value);
        // One that is not finite is as high as the picture.
        const int begin = finite ? zero : barsHeight - 1;
        const int end = finite ? static_cast<int>(std::lround((barsHeight - 1) * (above - value) / range)) : 0;
        const QRgb color =
            finite ? ramp.color((value < 0.0F ? -1.0 : 1.0) * std::max(0.35, std::abs(value) / most)) : ramp.notFinite();
        for (int y = std::min(begin, end); y <= std::max(begin, end); ++y)
            for (int x = 0; x < barWidth; ++x)
                image.setPixel(bar * (barWidth + barGap) + x, y, color);
    }
    return image;
}

} // namespace

QImage mapImageOf(const inspect::LayerPicture& picture, int map)
{
    const ValueRamp ramp;
    const double most = std::max({std::abs(picture.summary.least), std::abs(picture.summary.most), 1e-30});
    QImage image(picture.width, picture.height, QImage::Format_ARGB32);
    const float* cell = picture.cells.data() + static_cast<std::ptrdiff_t>(map) * picture.width * picture.height;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x, ++cell)
            image.setPixel(x, y, std::isfinite(*cell) ? ramp.color(*cell / most) : ramp.notFinite());
    return image;
}

QImage imageOf(const inspect::LayerPicture& picture, double aspect)
{
    if (picture.cells.empty())
        return {};
    switch (picture.form) {
    case Form::colour: return colourOf(picture);
    case Form::bars: return barsOf(picture);
    case Form::maps:
    case Form::strip: break;
    }
    return mapsOf(picture, aspect);
}

NodePicture nodePictureOf(const inspect::LayerPicture& picture)
{
    return {.image = imageOf(picture, pictureWidth / pictureHeight),
            .fills = picture.form == Form::strip || picture.form == Form::bars,
            .details = wordsOf(picture)};
}

QString wordsOf(const inspect::LayerPicture& picture)
{
    const inspect::LayerSummary& summary = picture.summary;
    QStringList words{shapeText(picture.shape)};
    if (picture.shown < picture.total)
        words << LayerImage::tr("%1 of %2 maps").arg(countText(picture.shown), countText(picture.total));
    if (summary.notFinite < summary.count)
        words << LayerImage::tr("%1 to %2").arg(significantText(summary.least), significantText(summary.most));
    if (summary.zeros > 0)
        words << LayerImage::tr("%1 zeros").arg(percentText(summary.zeroShare(), 0));
    if (summary.notFinite > 0)
        words << LayerImage::tr("%1 not finite").arg(countText(summary.notFinite));
    return words.join(u" · "_s);
}

} // namespace netsmith::gui
