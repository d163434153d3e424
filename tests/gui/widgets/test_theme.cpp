#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace test_theme {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

double linear(int channel)
{
    const double value = channel / 255.0;
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(QRgb color)
{
    return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}

using Lab = std::array<double, 3>;
using Eye = std::array<double, 9>; ///< its mix of red, green and blue

/// CIE L*a*b* of a colour as seen by an eye.
Lab seenBy(const Eye& eye, QRgb color)
{
    const std::array<double, 3> rgb{linear(qRed(color)), linear(qGreen(color)), linear(qBlue(color))};
    std::array<double, 3> seen{};
    for (std::size_t i = 0; i < 3; ++i)
        seen[i] = std::clamp(eye[3 * i] * rgb[0] + eye[3 * i + 1] * rgb[1] + eye[3 * i + 2] * rgb[2], 0.0, 1.0);
    const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = root((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
    const double y = root(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
    const double z = root((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

/// CIE 1976; 2 is just noticeable.
double distance(const Lab& one, const Lab& other)
{
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/// WCAG 2.1, "contrast ratio".
double contrast(QRgb one, QRgb other)
{
    const double bright = std::max(luminance(one), luminance(other));
    const double dark = std::min(luminance(one), luminance(other));
    return (bright + 0.05) / (dark + 0.05);
}

} // namespace

/// Checks the contrast that eyes need: 4.5:1 for text, 3:1 for controls, icons and the focus ring, in both appearances.
class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastIsEnough_data();
    void contrastIsEnough();
    void differencesAreToldApart_data();
    void differencesAreToldApart();
    void fontsScale();
    void modesAndChanges();
};

void TestTheme::contrastIsEnough_data()
{
    QTest::addColumn<int>("ink");
    QTest::addColumn<int>("ground");
    QTest::addColumn<double>("least");
    using enum Token;
    const auto add = [](const char* name, Token ink, Token ground, double least) {
        QTest::addRow("%s, %d on %d", name, static_cast<int>(ink), static_cast<int>(ground))
            << static_cast<int>(ink) << static_cast<int>(ground) << least;
    };
    for (const Token ground : {canvas, panel, control, node, track, hover})
        for (const Token ink : {text, textSecondary, textMuted, accent, good, careful, bad, validation})
            add("text", ink, ground, 4.5);
    for (const Token ink : {text, textSecondary})
        for (const Token ground : {accentGround, goodGround, carefulGround, badGround, pressed})
            add("text", ink, ground, 4.5);
    add("text", onAccent, accent, 4.5);
    add("text", good, goodGround, 4.5);
    add("text", careful, carefulGround, 4.5);
    add("text", bad, badGround, 4.5);
    add("text", accent, accentGround, 4.5);
    for (const Token ground : {canvas, panel, control, track})
        for (const Token ink : {controlBorder, focusRing, wire})
            add("control", ink, ground, 3.0);
    for (Token icon = categoryInput; icon <= categoryLoss; icon = static_cast<Token>(static_cast<int>(icon) + 1))
        for (const Token ground : {node, panel})
            add("icon", icon, ground, 3.0);
    for (const Token difference : {differenceNone, differenceLittle, differenceSome, differenceMuch, differenceMost})
        for (const Token ground : {node, panel})
            add("difference", difference, ground, 3.0);
}

void TestTheme::contrastIsEnough()
{
    QFETCH(int, ink);
    QFETCH(int, ground);
    QFETCH(double, least);
    for (const Appearance appearance : {Appearance::dark, Appearance::light}) {
        const double found =
            contrast(tokenColor(static_cast<Token>(ink), appearance), tokenColor(static_cast<Token>(ground), appearance));
        QVERIFY2(found >= least, qPrintable(QString::number(found) + (appearance == Appearance::dark ? u" dark"_s : u" light"_s)));
    }
}

/// With normal colour vision, and without red, green or blue cones.
void TestTheme::differencesAreToldApart_data()
{
    QTest::addColumn<Eye>("eye");
    QTest::newRow("all") << Eye{1, 0, 0, 0, 1, 0, 0, 0, 1};
    // Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009, severity 1.
    QTest::newRow("protanopia") << Eye{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998};
    QTest::newRow("deuteranopia") << Eye{0.367322, 0.860646,  -0.227968, 0.280085, 0.672501,
                                         0.047413, -0.011820, 0.042940,  0.968881};
    QTest::newRow("tritanopia") << Eye{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900};
}

void TestTheme::differencesAreToldApart()
{
    QFETCH(Eye, eye);
    constexpr Token steps[] = {Token::differenceNone, Token::differenceLittle, Token::differenceSome, Token::differenceMuch,
                               Token::differenceMost};
    for (const Appearance appearance : {Appearance::dark, Appearance::light})
        for (const Token one : steps)
            for (const Token other : steps) {
                const double apart = distance(seenBy(eye, tokenColor(one, appearance)), seenBy(eye, tokenColor(other, appearance)));
                QVERIFY2(one == other || apart >= 20.0, qPrintable(QString::number(apart)));
            }
}

void TestTheme::fontsScale()
{
    Theme& theme = Theme::instance();
    QCOMPARE(theme.font(TextRole::body).pixelSize(), 13);
    theme.setTextPercent(200);
    QCOMPARE(theme.font(TextRole::body).pixelSize(), 26);
    QCOMPARE(theme.scaled(28), 56);
    theme.setTextPercent(900);
    QCOMPARE(theme.textPercent(), 200);
    theme.setTextPercent(100);
}

void TestTheme::modesAndChanges()
{
    Theme& theme = Theme::instance();
    theme.setMode(Theme::Mode::dark);
    theme.apply();
    QCOMPARE(qApp->palette().color(QPalette::Window), theme.color(Token::panel));
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setMode(Theme::Mode::light);
    QCOMPARE(changed.size(), 1);
    QVERIFY(!theme.isDark());
    QCOMPARE(qApp->palette().color(QPalette::Window), QColor::fromRgb(tokenColor(Token::panel, Appearance::light)));
    theme.setMode(Theme::Mode::light);
    QCOMPARE(changed.size(), 1);
    QVERIFY(!qApp->styleSheet().contains(u'@'));
}

NETSMITH_WINDOW_TEST(TestTheme)

} // namespace test_theme

#include "test_theme.moc"
