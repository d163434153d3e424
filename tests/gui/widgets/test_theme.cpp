#include "gui/widgets/theme.h"

#include <QtTest>

#include <cmath>

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

/// WCAG 2.1, "contrast ratio".
double contrast(QRgb one, QRgb other)
{
    const double bright = std::max(luminance(one), luminance(other));
    const double dark = std::min(luminance(one), luminance(other));
    return (bright + 0.05) / (dark + 0.05);
}

} // namespace

/// Holds the colours against what eyes need: text 4.5:1, controls, icons and the focus ring 3:1, in both appearances.
class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastIsEnough_data();
    void contrastIsEnough();
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

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
