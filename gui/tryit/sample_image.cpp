#include "gui/tryit/sample_image.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr int faint = 24; // of 255: anything fainter is background

/// Bright ink on black, whichever the image is: its border shows the background.
QImage inkOnBlack(const QImage& picture)
{
    QImage opaque = picture;
    if (picture.hasAlphaChannel()) { // a transparent background is treated as paper
        opaque = QImage(picture.size(), QImage::Format_RGB32);
        opaque.fill(Qt::white);
        QPainter(&opaque).drawImage(0, 0, picture);
    }
    QImage grey = opaque.convertToFormat(QImage::Format_Grayscale8);
    std::int64_t sum = 0;
    std::int64_t count = 0;
    for (int y = 0; y < grey.height(); ++y)
        for (int x = 0; x < grey.width(); ++x)
            if (x == 0 || y == 0 || x == grey.width() - 1 || y == grey.height() - 1) {
                sum += grey.constScanLine(y)[x];
                ++count;
            }
    if (count > 0 && sum / count > 127)
        grey.invertPixels();
    return grey;
}

QRect inkOf(const QImage& grey)
{
    int left = grey.width();
    int right = -1;
    int top = grey.height();
    int bottom = -1;
    for (int y = 0; y < grey.height(); ++y)
        for (int x = 0; x < grey.width(); ++x)
            if (grey.constScanLine(y)[x] >= faint) {
                left = std::min(left, x);
                right = std::max(right, x);
                top = std::min(top, y);
                bottom = std::max(bottom, y);
            }
    return right < 0 ? QRect() : QRect(QPoint(left, top), QPoint(right, bottom));
}

QPointF centreOfMass(const QImage& grey)
{
    double mass = 0.0;
    QPointF sum;
    for (int y = 0; y < grey.height(); ++y)
        for (int x = 0; x < grey.width(); ++x) {
            const double value = grey.constScanLine(y)[x];
            mass += value;
            sum += QPointF(x + 0.5, y + 0.5) * value;
        }
    return mass > 0.0 ? sum / mass : QPointF(grey.width() / 2.0, grey.height() / 2.0);
}

/// The image scaled into a box with its aspect ratio kept, each pixel the mean of the area it covers.
QImage fitted(const QImage& picture, QSize box)
{
    const QSize size = picture.size().scaled(box, Qt::KeepAspectRatio).expandedTo({1, 1});
    return picture.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage::Format formatOf(const Shape& shape)
{
    return shape[2] == 1 ? QImage::Format_Grayscale8 : shape[2] == 3 ? QImage::Format_RGB888 : QImage::Format_RGBA8888;
}

QImage digit(const QImage& picture, QSize size)
{
    const QImage grey = inkOnBlack(picture);
    QImage out(size, QImage::Format_Grayscale8);
    out.fill(0);
    const QRect ink = inkOf(grey);
    if (ink.isEmpty())
        return out;
    const QImage small = fitted(grey.copy(ink), size * 20 / 28);
    const QPointF centre = centreOfMass(small);
    const QPoint corner(static_cast<int>(std::lround(size.width() / 2.0 - centre.x())),
                        static_cast<int>(std::lround(size.height() / 2.0 - centre.y())));
    QPainter(&out).drawImage(corner, small.convertToFormat(QImage::Format_Grayscale8));
    return out;
}

} // namespace

bool isImageShape(const Shape& shape)
{
    return shape.rank() == 3 && (shape[2] == 1 || shape[2] == 3 || shape[2] == 4) && shape[0] <= 4096 && shape[1] <= 4096;
}

QByteArray sampleOf(const QImage& picture, const Shape& shape, bool likeDigits)
{
    const QSize size(static_cast<int>(shape[1]), static_cast<int>(shape[0]));
    const bool colour = shape[2] != 1;
    QImage image;
    if (likeDigits && !colour) {
        image = digit(picture, size);
    } else {
        image = QImage(size, QImage::Format_RGB32);
        image.fill(Qt::black);
        const QImage inside = fitted(picture.convertToFormat(QImage::Format_ARGB32), size);
        QPainter(&image).drawImage((size.width() - inside.width()) / 2, (size.height() - inside.height()) / 2, inside);
        image = image.convertToFormat(formatOf(shape));
    }
    QByteArray out;
    for (int y = 0; y < size.height(); ++y)
        out.append(reinterpret_cast<const char*>(image.constScanLine(y)), size.width() * static_cast<int>(shape[2]));
    return out;
}

QImage pictureOf(const QByteArray& sample, const Shape& shape)
{
    const int channels = static_cast<int>(shape[2]);
    const int width = static_cast<int>(shape[1]);
    const QImage view(reinterpret_cast<const uchar*>(sample.constData()), width, static_cast<int>(shape[0]), width * channels,
                      formatOf(shape));
    return view.copy();
}

} // namespace netsmith::gui
