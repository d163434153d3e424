#include "gui/plots/plot_grid.h"
#include "gui/plots/plot_inset.h"
#include "tests/gui/plots/plot_panel_fixture.h"
#include "tests/gui/quiet.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QTemporaryDir>

namespace test_plot_panel {

using namespace netsmith::gui;
using namespace netsmith::gui::test;

/// The panel of live curves, and the controls above it.
class TestPlotPanel : public PlotPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openPanel(); }
    void cleanup() { closePanel(); }

    void saysWhatToDoWithoutARun();
    void titlesCarryThePresentValues();
    void hiddenPanelDrawsNothing();
    void drawsAtMostTenTimesASecond();
    void followedViewGrowsWithTheRun();
    void theInsetGivesWayWhereThereIsNoRoom();
    void aRunThatMovedIsDrawnOnce();
    void removedRunIsForgotten();
    void hiddenRunIsNotShown();
    void wrapsWhereItIsNarrow();
    void exportsAPicture();
    void exportSaysWhyItFailed();
    void followsTheTheme();
    void everyControlHasANameAndAnObjectName();
};

void TestPlotPanel::saysWhatToDoWithoutARun()
{
    const auto* words = m_panel->findChild<QLabel*>(u"plotEmptyTitle"_s);
    QVERIFY(words->isVisible());
    QVERIFY(words->text().contains(u"Run"_s));
    QVERIFY(!plot(u"loss"_s).isVisible());
    QTRY_VERIFY(!button(u"plotExport"_s).isEnabled());
    startRun(10);
    QVERIFY(!words->isVisible());
    QVERIFY(plot(u"loss"_s).isVisible());
    QVERIFY(button(u"plotExport"_s).isEnabled());
}

void TestPlotPanel::titlesCarryThePresentValues()
{
    m_panel->setRun({"a", u"run 1"_s, 5.0, 500.0});
    m_panel->append("a", "loss", CurveKind::train, std::vector{at(1, 0.5)});
    m_panel->append("a", "loss", CurveKind::validation, std::vector{at(1, 0.4), at(2, 0.3)});
    m_panel->append("a", "accuracy", CurveKind::train, std::vector{at(1, 0.992)});
    settle();
    QTRY_COMPARE(title(u"loss"_s).entries().size(), 2u);
    QCOMPARE(title(u"loss"_s).entries()[0].value, u"0.500"_s);
    QVERIFY(title(u"loss"_s).entries()[1].dashed);
    QCOMPARE(title(u"loss"_s).entries()[1].value, u"0.300 best"_s);
    QCOMPARE(title(u"accuracy"_s).entries()[0].value, u"99.2 %"_s);
    m_panel->append("a", "loss", CurveKind::validation, std::vector{at(3, 0.6)});
    QTRY_COMPARE(title(u"loss"_s).entries()[1].value, u"0.600"_s);
}

void TestPlotPanel::hiddenPanelDrawsNothing()
{
    startRun(50);
    m_panel->hide();
    QSignalSpy drawn(&plot(u"loss"_s), &QCustomPlot::afterReplot);
    train(*m_panel, "a", 51, 90);
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QCOMPARE(drawn.count(), 0);
    m_panel->show();
    QTRY_VERIFY(drawn.count() > 0);
    QVERIFY(plot(u"loss"_s).curves().front().series->size() == 90);
}

void TestPlotPanel::drawsAtMostTenTimesASecond()
{
    startRun(1);
    QSignalSpy drawn(&plot(u"loss"_s), &QCustomPlot::afterReplot);
    QElapsedTimer time;
    time.start();
    for (int step = 2; time.elapsed() < 550; ++step) {
        train(*m_panel, "a", step, step);
        QCoreApplication::processEvents();
    }
    const auto elapsed = static_cast<double>(time.elapsed());
    QVERIFY(drawn.count() >= 2);
    QVERIFY2(drawn.count() <= elapsed / 100.0 + 1.0, qPrintable(u"%1 in %2 ms"_s.arg(drawn.count()).arg(elapsed)));
}

void TestPlotPanel::followedViewGrowsWithTheRun()
{
    startRun(450);
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), {0.0, 5.0}));
    m_panel->clear();
    startRun(10);
    const QCPRange early = plot(u"loss"_s).xAxis->range();
    QVERIFY(early.upper >= 0.1 && early.upper < 1.0); // not a speck at the left edge of five epochs
    train(*m_panel, "a", 11, 200);
    settle();
    QVERIFY(plot(u"loss"_s).xAxis->range().upper > early.upper);
    QVERIFY(m_panel->follows());
}

void TestPlotPanel::theInsetGivesWayWhereThereIsNoRoom()
{
    m_panel->setQuantities(
        {{"loss", u"Loss"_s, Better::lower, false}, {"rate", u"Learning rate"_s, Better::neither, false, false, true}});
    startRun(100);
    QVERIFY(!plot(u"loss"_s).inset()->isShown()); // it is empty
    m_panel->append("a", "rate", CurveKind::plain, std::vector{at(1, 0.01), at(100, 0.005)});
    settle();
    const PlotInset& inset = *plot(u"loss"_s).inset();
    QTRY_VERIFY(inset.isShown());
    m_panel->resize(230, 160);
    QTRY_VERIFY(!inset.isShown());
    m_panel->resize(900, 300);
    QTRY_VERIFY(inset.isShown());
    const QRect area = plot(u"loss"_s).axisRect()->rect();
    const qreal height = inset.place().height();
    QVERIFY2(inset.place().width() < area.width() / 2 && inset.place().height() < area.height() / 2, "it is small");
    QVERIFY(area.contains(inset.place().toRect()));
    m_panel->clear();
    startRun(100);
    m_panel->append("a", "rate", CurveKind::plain, std::vector{at(1, 0.01), at(100, 0.01)});
    QTRY_VERIFY2(inset.isShown() && inset.place().height() < height, "a constant one is a line of words");
}

void TestPlotPanel::aRunThatMovedIsDrawnOnce()
{
    startRun(200);
    m_panel->renameRun("a", "there");
    settle();
    QCOMPARE(m_panel->runs().size(), 1u);
    QVERIFY(!m_panel->model().hasRun("a") && m_panel->model().hasRun("there"));
    QCOMPARE(m_panel->colorOf("there"), Theme::instance().color(Token::accent));
    QTRY_COMPARE(plot(u"loss"_s).curves().size(), 2u);
    m_panel->setRun({"b", u"run 2"_s, 5.0, 500.0});
    train(*m_panel, "b", 1, 100);
    m_panel->renameRun("b", "there"); // the other one is removed
    m_panel->grab();
    settle();
    QCOMPARE(m_panel->runs().size(), 1u);
    QCOMPARE(m_panel->model().find({"there", "loss", CurveKind::train})->size(), 100u);
    QTRY_COMPARE(plot(u"loss"_s).curves().size(), 2u);
}

void TestPlotPanel::removedRunIsForgotten()
{
    startRun(200);
    m_panel->setRun({"b", u"run 2"_s, 5.0, 500.0});
    train(*m_panel, "b", 1, 200, 1.5);
    settle();
    m_panel->removeRun("a");
    m_panel->grab(); // draws the rest at once
    settle();
    QVERIFY(!m_panel->model().hasRun("a"));
    QCOMPARE(m_panel->colorOf("b"), Theme::instance().color(Token::accent));
    QTRY_COMPARE(plot(u"loss"_s).curves().size(), 2u);
    m_panel->clear();
    QTRY_VERIFY(m_panel->findChild<QLabel*>(u"plotEmptyTitle"_s)->isVisible());
}

void TestPlotPanel::hiddenRunIsNotShown()
{
    startRun(200);
    m_panel->setRun({"b", u"run 2"_s, 50.0, 5000.0, false});
    train(*m_panel, "b", 1, 2000, 9.0);
    settle();
    QCOMPARE(plot(u"loss"_s).curves().size(), 2u);
    QVERIFY(plot(u"loss"_s).xAxis->range().upper <= 5.0);
    m_panel->setRun({"b", u"run 2"_s, 50.0, 5000.0, true});
    settle();
    QCOMPARE(plot(u"loss"_s).curves().size(), 4u);
}

void TestPlotPanel::wrapsWhereItIsNarrow()
{
    startRun(10);
    auto* grid = m_panel->findChild<PlotGrid*>();
    QCOMPARE(grid->columns(), 2);
    m_panel->resize(340, 400);
    QTRY_COMPARE(grid->columns(), 1);
    QVERIFY(plot(u"accuracy"_s).mapTo(m_panel.get(), QPoint()).y() > plot(u"loss"_s).mapTo(m_panel.get(), QPoint()).y());
    m_panel->resize(900, 300);
    QTRY_COMPARE(grid->columns(), 2);
}

void TestPlotPanel::exportsAPicture()
{
    startRun(450);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"curves.png"_s);
    m_panel->exportPicture(path.toStdString());
    QTRY_VERIFY(QFile::exists(path));
    const QImage image(path);
    QCOMPARE(image.size(), m_panel->findChild<PlotGrid*>()->widget()->size() * 2);
    int accent = 0;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            accent += image.pixelColor(x, y) == Theme::instance().color(Token::accent) ? 1 : 0;
    QVERIFY(accent > 100);
}

void TestPlotPanel::exportSaysWhyItFailed()
{
    startRun(10);
    QSignalSpy failed(m_panel.get(), &PlotPanel::exportFailed);
    m_panel->exportPicture("/no/such/folder/curves.png");
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!failed.front().front().toString().isEmpty());
}

void TestPlotPanel::followsTheTheme()
{
    startRun(100);
    const QColor dark = plot(u"loss"_s).grab().toImage().pixelColor(1, 1);
    Theme::instance().setMode(Theme::Mode::light);
    settle();
    QVERIFY(plot(u"loss"_s).grab().toImage().pixelColor(1, 1) != dark);
    QCOMPARE(plot(u"loss"_s).curves().front().color, Theme::instance().color(Token::accent));
    for (const QCPAxis* axis : {plot(u"loss"_s).xAxis, plot(u"loss"_s).yAxis})
        QCOMPARE(axis->tickLabelColor(), Theme::instance().color(Token::textMuted));
    Theme::instance().setMode(Theme::Mode::dark);
    settle();
    QCOMPARE(plot(u"loss"_s).grab().toImage().pixelColor(1, 1), dark);
}

void TestPlotPanel::everyControlHasANameAndAnObjectName()
{
    for (const QWidget* widget : m_panel->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(u"qt_"_s)
            || !widget->isEnabledTo(m_panel.get()))
            continue;
        if (widget->inherits("QAbstractItemView") || widget->parent()->inherits("QAbstractItemView"))
            continue; // the list in a combo box
        const auto* asButton = qobject_cast<const QAbstractButton*>(widget);
        QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        QVERIFY2(!widget->accessibleName().isEmpty() || (asButton && !asButton->text().isEmpty()),
                 qPrintable(widget->objectName()));
    }
}

NETSMITH_WINDOW_TEST(TestPlotPanel)

} // namespace test_plot_panel

#include "test_plot_panel.moc"
