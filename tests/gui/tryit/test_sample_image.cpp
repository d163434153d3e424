#include "gui/tryit/sample_image.h"
#include "tests/test_program.h"

#include <QPainter>
#include <QtTest>

namespace test_sample_image {

using namespace netsmith;
using namespace netsmith::gui;

namespace {

const Shape digitShape{28, 28, 1};

/// A filled rectangle of ink on a background.
QImage inkBox(QRect box, QColor ink, QColor ground)
{
    QImage image(280, 280, QImage::Format_RGB32);
    image.fill(ground);
    QPainter(&image).fillRect(box, ink);
    return image;
}

int at(const QByteArray& sample, int x, int y)
{
    return static_cast<uchar>(sample[y * 28 + x]);
}

} // namespace

/// Pictures become the same bytes as in training.
class TestSampleImage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void digitsAreScaledAndCentred();
    void massDecidesTheMiddle();
    void darkInkIsTurnedRound();
    void inkOnNothingIsInkOnPaper();
    void emptyPicturesAreBlack();
    void colourKeepsItsChannels();
    void otherProportionsAreFittedInWhole();
    void shapes();
};

void TestSampleImage::digitsAreScaledAndCentred()
{
    // A 40×80 box in a corner becomes 10×20, in the middle.
    const QByteArray sample = sampleOf(inkBox({5, 190, 40, 80}, Qt::white, Qt::black), digitShape, true);
    QCOMPARE(sample.size(), 28 * 28);
    for (int y = 0; y < 28; ++y)
        for (int x = 0; x < 28; ++x) {
            const bool ink = x >= 9 && x < 19 && y >= 4 && y < 24;
            QVERIFY2(ink ? at(sample, x, y) > 250 : at(sample, x, y) < 5,
                     qPrintable(QString::number(x) + u',' + QString::number(y)));
        }
}

void TestSampleImage::massDecidesTheMiddle()
{
    // An L: its mass is at the lower left, so its box is above and right of the middle.
    QImage image = inkBox({100, 60, 20, 160}, Qt::white, Qt::black);
    QPainter(&image).fillRect(QRect(100, 200, 80, 20), Qt::white);
    const QByteArray sample = sampleOf(image, digitShape, true);
    double sum = 0.0;
    QPointF moment;
    for (int y = 0; y < 28; ++y)
        for (int x = 0; x < 28; ++x) {
            sum += at(sample, x, y);
            moment += QPointF(x + 0.5, y + 0.5) * at(sample, x, y);
        }
    QVERIFY(std::abs(moment.x() / sum - 14.0) <= 0.5);
    QVERIFY(std::abs(moment.y() / sum - 14.0) <= 0.5);
}

void TestSampleImage::darkInkIsTurnedRound()
{
    const QRect box(100, 60, 60, 160);
    QCOMPARE(sampleOf(inkBox(box, Qt::black, Qt::white), digitShape, true),
             sampleOf(inkBox(box, Qt::white, Qt::black), digitShape, true));
}

void TestSampleImage::inkOnNothingIsInkOnPaper()
{
    QImage clear(280, 280, QImage::Format_ARGB32);
    clear.fill(Qt::transparent);
    QPainter(&clear).fillRect(QRect(60, 40, 100, 200), Qt::black);
    const QByteArray sample = sampleOf(clear, digitShape, true);
    QVERIFY(at(sample, 14, 14) > 250);
    QVERIFY(at(sample, 1, 1) < 5);
    QCOMPARE(sample, sampleOf(inkBox({60, 40, 100, 200}, Qt::black, Qt::white), digitShape, true));
}

void TestSampleImage::emptyPicturesAreBlack()
{
    QCOMPARE(sampleOf(inkBox({}, Qt::white, Qt::black), digitShape, true), QByteArray(28 * 28, '\0'));
    QCOMPARE(sampleOf(inkBox({}, Qt::white, Qt::white), digitShape, true), QByteArray(28 * 28, '\0'));
}

void TestSampleImage::colourKeepsItsChannels()
{
    const QByteArray sample = sampleOf(inkBox({0, 0, 280, 280}, QColor(200, 100, 50), Qt::black), Shape{32, 32, 3}, false);
    QCOMPARE(sample.size(), 32 * 32 * 3);
    QCOMPARE(static_cast<uchar>(sample[0]), 200);
    QCOMPARE(static_cast<uchar>(sample[1]), 100);
    QCOMPARE(static_cast<uchar>(sample[2]), 50);
    QCOMPARE(pictureOf(sample, Shape{32, 32, 3}).pixelColor(31, 31), QColor(200, 100, 50));
}

void TestSampleImage::otherProportionsAreFittedInWhole()
{
    QImage wide(200, 50, QImage::Format_RGB32);
    wide.fill(Qt::white);
    const QByteArray sample = sampleOf(wide, digitShape, false);
    QCOMPARE(at(sample, 14, 14), 255);
    QCOMPARE(at(sample, 14, 2), 0);
    QCOMPARE(at(sample, 0, 14), 255);
    QCOMPARE(at(sample, 27, 14), 255);
}

void TestSampleImage::shapes()
{
    QVERIFY(isImageShape(digitShape));
    QVERIFY(isImageShape({32, 32, 3}));
    QVERIFY(!isImageShape({28, 28}));
    QVERIFY(!isImageShape({8, 8, 2}));
    QVERIFY(!isImageShape({784}));
}

NETSMITH_WINDOW_TEST(TestSampleImage)

} // namespace test_sample_image

#include "test_sample_image.moc"
