#include "gui/widgets/icon.h"

#include "gui/widgets/theme.h"

#include <QCache>
#include <QFile>
#include <QIconEngine>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QByteArray& source(const QString& name)
{
    static QHash<QString, QByteArray> sources;
    const auto found = sources.constFind(name);
    if (found != sources.constEnd())
        return *found;
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qWarning("there is no icon %s", qUtf8Printable(name));
    return *sources.insert(name, file.readAll());
}

QByteArray colored(const QString& name, const QColor& color)
{
    return QByteArray(source(name)).replace("currentColor", color.name().toLatin1());
}

QPixmap rendered(const QString& name, const QColor& color, const QSize& pixels)
{
    static QCache<QString, QPixmap> cache(512);
    const QString key = u"%1 %2 %3x%4"_s.arg(name, color.name(QColor::HexArgb)).arg(pixels.width()).arg(pixels.height());
    if (const QPixmap* found = cache.object(key))
        return *found;
    QPixmap pixmap(pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setOpacity(color.alphaF());
    QSvgRenderer(colored(name, color)).render(&painter);
    painter.end();
    cache.insert(key, new QPixmap(pixmap));
    return pixmap;
}

class ThemedIconEngine final : public QIconEngine {
public:
    ThemedIconEngine(QString name, Token token)
        : m_name(std::move(name))
        , m_token(token)
    {
    }

    void paint(QPainter* painter, const QRect& rectangle, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(*painter, rectangle, m_name, colorIn(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override { return rendered(m_name, colorIn(mode), size); }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        return pixmap(size, mode, state);
    }
    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }
    QString key() const override { return u"netsmith"_s; }
    bool isNull() override { return false; }

private:
    QColor colorIn(QIcon::Mode mode) const
    {
        return Theme::instance().color(mode == QIcon::Disabled ? Token::textDisabled : m_token);
    }

    QString m_name;
    Token m_token;
};

} // namespace

QIcon icon(const QString& name, Token token)
{
    return QIcon(new ThemedIconEngine(name, token));
}

void paintIcon(QPainter& painter, const QRectF& rectangle, const QString& name, const QColor& color)
{
    if (const auto type = painter.paintEngine()->type(); type == QPaintEngine::SVG || type == QPaintEngine::Pdf) {
        QSvgRenderer(colored(name, color)).render(&painter, rectangle);
        return;
    }
    const QTransform world = painter.worldTransform();
    const qreal ratio = painter.device()->devicePixelRatioF();
    const QSize pixels = (rectangle.size() * ratio * std::max(world.m11(), 0.25)).toSize();
    if (pixels.isEmpty())
        return;
    // On whole device pixels: between them some would be dropped, and a cross lose a stroke.
    const QPointF corner = world.map(rectangle.center()) * ratio - QPointF(pixels.width(), pixels.height()) / 2.0;
    const QRectF place(QPointF(std::round(corner.x()), std::round(corner.y())) / ratio, QSizeF(pixels) / ratio);
    painter.setWorldTransform({});
    painter.drawPixmap(place, rendered(name, color, pixels), QRectF(QPointF(), pixels));
    painter.setWorldTransform(world);
}

} // namespace netsmith::gui
