#include "gui/canvas/network_drawing.h"

#include "gui/canvas/network_scene.h"
#include "gui/widgets/theme.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double drawingMargin = 24.0;
constexpr int pointsPerInch = 72;

void paintAll(QPaintDevice& device, NetworkScene& scene, const QRectF& area, const QSizeF& size)
{
    QPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.fillRect(QRectF(QPointF(), size), Theme::instance().color(Token::canvas));
    scene.render(&painter, QRectF(QPointF(), size), area);
}

void drawPng(QBuffer& file, NetworkScene& scene, const QRectF& area)
{
    constexpr double usual = 2.0, mostSide = 16384.0;
    const double ratio = std::min(usual, mostSide / std::max(area.width(), area.height()));
    QImage image((area.size() * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    paintAll(image, scene, area, area.size());
    image.save(&file, "PNG");
}

void drawSvg(QBuffer& file, NetworkScene& scene, const QRectF& area, const QString& title)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setResolution(pointsPerInch);
    generator.setSize(area.size().toSize());
    generator.setViewBox(QRectF(QPointF(), area.size()));
    generator.setTitle(title);
    paintAll(generator, scene, area, area.size());
}

void drawPdf(QBuffer& file, NetworkScene& scene, const QRectF& area, const QString& title)
{
    QPdfWriter writer(&file);
    writer.setResolution(pointsPerInch);
    writer.setTitle(title);
    writer.setCreator(u"Netsmith"_s);
    writer.setPageLayout(QPageLayout(QPageSize(area.size(), QPageSize::Point, title, QPageSize::ExactMatch), QPageLayout::Portrait,
                                     QMarginsF(), QPageLayout::Point));
    paintAll(writer, scene, area, area.size());
}

} // namespace

DrawingFormat drawingFormatOf(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == u"svg"_s ? DrawingFormat::svg : suffix == u"pdf"_s ? DrawingFormat::pdf : DrawingFormat::png;
}

QByteArray drawNetwork(NetworkScene& scene, DrawingFormat format, const QString& title)
{
    NetworkScene plain(scene.document(), nullptr, NetworkScene::Use::drawing);
    plain.setTint(scene.tint());
    plain.setPictures(scene.pictures());
    QRectF network = plain.networkRectangle();
    if (network.isEmpty())
        return {};
    for (QGraphicsItem* item : plain.items())
        if (auto* wire = qgraphicsitem_cast<WireItem*>(item)) {
            network |= wire->sceneBoundingRect();
            if (!wire->caption().isEmpty())
                network |= wire->captionRectangle();
        }
    const QRectF area = network.adjusted(-drawingMargin, -drawingMargin, drawingMargin, drawingMargin).toAlignedRect();
    QByteArray bytes;
    QBuffer file(&bytes);
    file.open(QIODevice::WriteOnly);
    switch (format) {
    case DrawingFormat::png: drawPng(file, plain, area); break;
    case DrawingFormat::svg: drawSvg(file, plain, area, title); break;
    case DrawingFormat::pdf: drawPdf(file, plain, area, title); break;
    }
    return bytes;
}

} // namespace netsmith::gui
