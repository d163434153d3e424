#include "gui/canvas/network_drawing.h"
#include "gui/canvas/network_scene.h"
#include "gui/widgets/theme.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>

#include <set>

namespace test_picture_export {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The network as a picture: for papers and slides.
class TestPictureExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void everyFormatIsWritten();
    void linesAndTextsStayLinesAndTexts();
    void theSelectionIsNotDrawn();
    void whatTheLayersMakeIsDrawn();
    void whatCannotBeWrittenIsSaid();
    void anEmptyNetworkIsSaid();

private:
    MainWindow& window() { return m_studio->window(); }
    NetworkScene& network() { return m_studio->child<Canvas>("canvas")->network(); }
    /// Through the menu and the dialog; returns what was written.
    QByteArray exported(const QString& name)
    {
        window().actions()["exportPictureAction"]->trigger();
        const QString path = m_studio->path(name);
        m_studio->typeFile("exportPictureDialog", path);
        QFile file(path);
        const bool written = QTest::qWaitFor([&] { return file.exists(); });
        return written && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray drawn(DrawingFormat format) { return drawNetwork(network(), format, u"A network"_s); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestPictureExport::init()
{
    m_studio = std::make_unique<StudioFixture>();
    window().files().openSample(m_studio->sample("mnist_residual"));
    awaitFiles(window());
}

void TestPictureExport::everyFormatIsWritten()
{
    const QRectF around = network().networkRectangle();
    const QImage image = QImage::fromData(exported(u"network.png"_s), "PNG");
    QVERIFY(image.width() > 2 * around.width() && image.width() < 2 * around.width() + 200);
    QVERIFY(image.height() > 2 * around.height() && image.height() < 2 * around.height() + 200);
    QCOMPARE(image.pixelColor(2, 2), Theme::instance().color(Token::canvas));

    const QByteArray pdf = exported(u"network.pdf"_s);
    QVERIFY(pdf.startsWith("%PDF-") && pdf.trimmed().endsWith("%%EOF"));
    QCOMPARE(pdf.count("/Type /Page\n"), 1);

    // The same picture, up to the edges of letters and lines, which blur where it is small.
    QSvgRenderer renderer(exported(u"network.svg"_s));
    QVERIFY(renderer.isValid());
    QImage again(image.size(), QImage::Format_RGB32);
    QPainter painter(&again);
    renderer.render(&painter);
    painter.end();
    const QSize small = image.size() / 6;
    const QImage one = image.scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const QImage other = again.scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    std::int64_t apart = 0;
    for (int y = 0; y < small.height(); ++y)
        for (int x = 0; x < small.width(); ++x)
            apart += std::abs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y))) > 24;
    const double share = static_cast<double>(apart) / (static_cast<double>(small.width()) * small.height());
    QVERIFY2(share < 0.01, qPrintable(QString::number(share)));
}

void TestPictureExport::linesAndTextsStayLinesAndTexts()
{
    QXmlStreamReader xml(drawn(DrawingFormat::svg));
    std::set<QString> texts;
    while (!xml.atEnd()) {
        xml.readNext();
        QVERIFY(xml.name() != u"image"_s);
        if (xml.isCharacters() && !xml.isWhitespace())
            texts.insert(xml.text().trimmed().toString());
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    for (const auto& [id, node] : network().nodes())
        QVERIFY2(texts.contains(node->face().title), qPrintable(node->face().title));
    QVERIFY(texts.contains(u"A network"_s));
}

void TestPictureExport::theSelectionIsNotDrawn()
{
    const QByteArray before = drawn(DrawingFormat::png);
    m_studio->child<Canvas>("canvas")->selectAll();
    QVERIFY(!window().document().selection().nodes().empty());
    QCOMPARE(drawn(DrawingFormat::png), before);
}

void TestPictureExport::whatTheLayersMakeIsDrawn()
{
    const QByteArray before = drawn(DrawingFormat::svg);
    QImage picture(4, 4, QImage::Format_RGB32);
    picture.fill(Qt::red);
    const std::string node = network().nodes().begin()->first;
    network().setPictures({.title = u"Outputs"_s, .nodes = {{node, {.image = picture, .details = {}}}}});
    const QByteArray after = drawn(DrawingFormat::svg);
    QVERIFY(!before.contains("<image") && after.contains("<image"));
}

void TestPictureExport::whatCannotBeWrittenIsSaid()
{
    window().actions()["exportPictureAction"]->trigger();
    m_studio->typeFile("exportPictureDialog", u"/proc/no.svg"_s);
    QTRY_VERIFY(window().bars().shows(u"exportFailedBar"_s));
}

void TestPictureExport::anEmptyNetworkIsSaid()
{
    m_studio->closeUnchanged();
    window().files().newProject();
    awaitFiles(window());
    QVERIFY(window().document().graph().nodes.empty());
    window().actions()["exportPictureAction"]->trigger();
    m_studio->typeFile("exportPictureDialog", m_studio->path(u"empty.png"_s));
    QTRY_VERIFY(window().bars().shows(u"exportFailedBar"_s));
    QVERIFY(!QFile::exists(m_studio->path(u"empty.png"_s)));
}

NETSMITH_WINDOW_TEST(TestPictureExport)

} // namespace test_picture_export

#include "test_picture_export.moc"
