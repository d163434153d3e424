#include "gui/tryit/series_panel.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QSlider>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_series_panel {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// A stretch of a series is chosen, and its forecast is shown beside the truth.
class TestSeriesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void asksOnceThereIsSomethingToAsk();
    void aStretchIsChosen();
    void aPageIsATwentieth();
    void theForecastIsDrawn();
    void theForecastHasItsBaseline();
    void problemsAreTold();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }

    std::unique_ptr<SeriesPanel> m_panel;
};

void TestSeriesPanel::init()
{
    m_panel = std::make_unique<SeriesPanel>();
    m_panel->resize(320, 360);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestSeriesPanel::asksOnceThereIsSomethingToAsk()
{
    QSignalSpy asked(m_panel.get(), &SeriesPanel::asked);
    QVERIFY(child<NoteBox>("seriesNote")->isVisible());
    QSignalSpy wanted(m_panel.get(), &SeriesPanel::seriesWanted);
    m_panel->setReady(true);
    QVERIFY(child<NoteBox>("seriesNote")->isVisible()); // it is being read
    QTRY_VERIFY(!wanted.isEmpty());
    QCOMPARE(asked.size(), 0);
    m_panel->setStretches(101);
    QVERIFY(!child<NoteBox>("seriesNote")->isVisible());
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked.front().front().toLongLong(), 50);
    m_panel->networkChanged();
    QTRY_COMPARE(asked.size(), 2);
}

void TestSeriesPanel::aStretchIsChosen()
{
    m_panel->setReady(true);
    m_panel->setStretches(101);
    QSignalSpy asked(m_panel.get(), &SeriesPanel::asked);
    QTRY_COMPARE(asked.size(), 1);
    auto* slider = child<QSlider>("seriesStretch");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    QTRY_COMPARE(asked.size(), 2);
    QCOMPARE(asked.back().front().toLongLong(), 100);
}

/// However many stretches there are, twenty key presses go through all of them.
void TestSeriesPanel::aPageIsATwentieth()
{
    m_panel->setReady(true);
    m_panel->setStretches(2001);
    auto* stretch = m_panel->findChild<QSlider*>();
    QCOMPARE(stretch->value(), 1000);
    QTest::keyClick(stretch, Qt::Key_PageUp);
    QCOMPARE(stretch->value(), 1100);
    m_panel->setStretches(5);
    QTest::keyClick(stretch, Qt::Key_PageUp);
    QCOMPARE(stretch->value(), 3);
}

void TestSeriesPanel::theForecastIsDrawn()
{
    m_panel->setReady(true);
    m_panel->setStretches(3);
    m_panel->showTruth({{-2, 0.0}, {-1, 1.0}}, {{0, 0.0}, {1, -1.0}});
    auto* curves = child<ForecastCurves>("seriesCurves");
    const QImage truth = curves->grab().toImage();
    m_panel->showForecast({{0, 0.5}, {1, 0.5}}, u"run 1"_s, 12);
    const QImage both = curves->grab().toImage();
    QVERIFY(both != truth);
    const QRgb accent = Theme::instance().color(Token::accent).rgb();
    const auto inAccent = [accent](const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += (image.pixel(x, y) | 0xff000000u) == accent;
        return count;
    };
    QCOMPARE(inAccent(truth), 0);
    QVERIFY(inAccent(both) > 20);
    QVERIFY(child<TextLabel>("seriesCaption")->text().contains(u"run 1"_s));
    m_panel->showForecast({{0, NAN}, {1, INFINITY}}, u"run 1"_s, 13); // of a network that diverged
    (void)curves->grab();
    m_panel->showTruth({}, {{0, 2.0}}); // the first stretch, and a single value
    (void)curves->grab();
}

/// While it belongs to the stretch shown, and in the current language.
void TestSeriesPanel::theForecastHasItsBaseline()
{
    m_panel->setReady(true);
    m_panel->setStretches(3);
    auto* baseline = child<TextLabel>("seriesBaseline");
    m_panel->showTruth({{-1, 1.0}}, {{0, 2.0}});
    QVERIFY(!baseline->isVisible());
    QString words = u"It would reach 1."_s;
    m_panel->showForecast({{0, 1.5}}, u"run 1"_s, 12, [&words] { return words; });
    QVERIFY(baseline->isVisible());
    QCOMPARE(baseline->text(), words);
    words = u"1 is what it would reach."_s;
    QEvent spoken(QEvent::LanguageChange);
    QCoreApplication::sendEvent(m_panel.get(), &spoken);
    QCOMPARE(baseline->text(), words);
    m_panel->showTruth({{-1, 1.0}}, {{0, 3.0}}); // of the next, without an answer yet
    QVERIFY(!baseline->isVisible());
    m_panel->showForecast({{0, 1.5}}, u"run 1"_s, 13); // without a baseline
    QVERIFY(!baseline->isVisible());
    m_panel->showForecast({{0, 1.5}}, u"run 1"_s, 14, [&words] { return words; });
    m_panel->setReady(false);
    QVERIFY(!baseline->isVisible());
}

void TestSeriesPanel::problemsAreTold()
{
    m_panel->setReady(true);
    m_panel->showProblem(u"It went wrong."_s);
    QCOMPARE(child<NoteBox>("seriesNote")->text(), u"It went wrong."_s);
}

NETSMITH_WINDOW_TEST(TestSeriesPanel)

} // namespace test_series_panel

#include "test_series_panel.moc"
