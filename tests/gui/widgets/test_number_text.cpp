#include "engine/core/shape.h"
#include "gui/widgets/number_text.h"
#include "tests/test_program.h"

#include <QtTest>

#include <limits>

namespace test_number_text {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Numbers in readable form.
class TestNumberText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void counts();
    void bytesAndFlops();
    void durations();
    void significant();
    void settings();
    void powers();
    void language();
};

void TestNumberText::counts()
{
    QCOMPARE(countText(93322), u"93,322"_s);
    QCOMPARE(shortCountText(320), u"320"_s);
    QCOMPARE(shortCountText(999), u"999"_s);
    QCOMPARE(shortCountText(18496), u"18.5k"_s);
    QCOMPARE(shortCountText(36928), u"36.9k"_s);
    QCOMPARE(shortCountText(999600), u"1M"_s);
    QCOMPARE(shortCountText(4.46e6), u"4.46M"_s);
    QCOMPARE(netsmith::gui::shapeText(netsmith::Shape{28, 28, 1}), u"28×28×1"_s);
    QCOMPARE(netsmith::gui::shapeText(netsmith::Shape{}), u"scalar"_s);
}

void TestNumberText::bytesAndFlops()
{
    QCOMPARE(bytesText(512), u"512 B"_s);
    QCOMPARE(bytesText(484 * 1024), u"484 KiB"_s);
    QCOMPARE(bytesText(87031808), u"83 MiB"_s);
    QCOMPARE(bytesText(std::int64_t{1000} * 1024 * 1024), u"0.98 GiB"_s);
    QCOMPARE(flopsText(11.8e6), u"11.8 MFLOP"_s);
}

void TestNumberText::durations()
{
    QCOMPARE(durationText(52e-6), u"52 µs"_s);
    QCOMPARE(durationText(0.0019), u"1.9 ms"_s);
    QCOMPARE(durationText(9.04), u"9 s"_s);
    QCOMPARE(durationText(59.7), u"1 min 0 s"_s);
    QCOMPARE(durationText(200), u"3 min 20 s"_s);
    QCOMPARE(durationText(7500), u"2 h 5 min"_s);
    QCOMPARE(durationText(90000), u"1 d 1 h"_s);
    QCOMPARE(durationText(std::numeric_limits<double>::quiet_NaN()), u"not available"_s);
}

void TestNumberText::significant()
{
    QCOMPARE(significantText(0.02413), u"0.0241"_s);
    QCOMPARE(significantText(2.3025), u"2.30"_s);
    QCOMPARE(significantText(0.09999999), u"0.100"_s);
    QCOMPARE(significantText(9.999), u"10.0"_s);
    QCOMPARE(significantText(1234.4), u"1,234"_s);
    QCOMPARE(significantText(1e-5), u"1.00e-5"_s);
    QCOMPARE(significantText(std::numeric_limits<double>::quiet_NaN()), u"NaN"_s);
    QCOMPARE(percentText(0.9914), u"99.1 %"_s);
    QCOMPARE(percentText(0.99972), u"99.97 %"_s); // and not 100
    QCOMPARE(percentText(1.0), u"100.0 %"_s);
}

void TestNumberText::settings()
{
    QCOMPARE(numberText(0.0), u"0"_s);
    QCOMPARE(numberText(0.001), u"0.001"_s);
    QCOMPARE(numberText(0.0005), u"0.0005"_s);
    QCOMPARE(numberText(5e-6), u"5e-6"_s);
    QCOMPARE(numberText(1.5e-5), u"1.5e-5"_s);
    QCOMPARE(numberText(-2e-10), u"-2e-10"_s);
    QCOMPARE(numberText(2.5e12), u"2.5e12"_s);
    QCOMPARE(numberText(60000.0), u"60000"_s);
    QCOMPARE(numberText(0.00099969, 3), u"0.001"_s);
    QCOMPARE(numberText(4.99987e-6, 3), u"5e-6"_s);
    QCOMPARE(numberText(std::numeric_limits<double>::infinity()), u"∞"_s);
}

void TestNumberText::powers()
{
    QCOMPARE(powerText(2, -24), u"2⁻²⁴"_s);
    QCOMPARE(powerText(2, 0), u"2⁰"_s);
    QCOMPARE(powerText(10, 15), u"10¹⁵"_s);
}

void TestNumberText::language()
{
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(countText(93322), u"93.322"_s);
    QCOMPARE(shortCountText(18496), u"18,5k"_s);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

NETSMITH_WINDOW_TEST(TestNumberText)

} // namespace test_number_text

#include "test_number_text.moc"
