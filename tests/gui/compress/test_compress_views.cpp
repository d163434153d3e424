#include "engine/graph/project/project_file.h"
#include "gui/compress/chain_view.h"
#include "gui/compress/rounding_view.h"
#include "gui/compress/sensitivity_view.h"
#include "gui/widgets/forms/name_field.h"
#include "gui/widgets/theme.h"
#include "tests/gui/compress/page_under_test.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QToolButton>
#include <QTreeWidget>

#include <cmath>
#include <numeric>

namespace test_compress_views {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// What the page shows of a plan, of rounded layers and of a student, by clicks.
class TestCompressViews : public QObject, private test::PageUnderTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init() { begin(); }
    void cleanup() { end(); }
    void aPlanIsShown();
    void aStudentIsTaught();
    void roundedLayersAreShown();
};

/// Each layer is tried alone; the curves say why it lost as much as it did.
void TestCompressViews::aPlanIsShown()
{
    list();
    auto* view = child<SensitivityView>("sensitivityView");
    QVERIFY(!view->isVisible());
    auto* scope = child<QWidget>("stage0")->findChild<QComboBox*>(u"scopeField"_s);
    scope->setCurrentIndex(scope->findData(u"plan"_s));
    type("stage0", "epochsField", u"0"_s);
    auto* floats = child<QWidget>("stage1")->findChild<QComboBox*>(u"floatsField"_s);
    floats->setCurrentIndex(floats->findData(u"points"_s));
    type("stage1", "pointsField", u"100"_s);
    start();
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QVERIFY2(changeOf(1).endsWith(u" of the FLOPs removed, by sensitivity"_s), qPrintable(changeOf(1)));
    QCOMPARE(changeOf(2), u"8 bits, static"_s); // everything may be lost
    QTRY_VERIFY(view->isVisible());
    const auto* curves = child<SensitivityPlot>("sensitivityPlot");
    const std::vector<SensitivityCurve>& layers = curves->curves().layers;
    QVERIFY(!layers.empty() && std::ranges::any_of(layers, [](const SensitivityCurve& each) { return each.chosen > 0.0; }));
    const QString listed = child<QLabel>("sensitivityLayers")->text();
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const SensitivityCurve& each = layers[i];
        QVERIFY2(listed.contains(each.layer.section(u' ', 0, 0)), qPrintable(listed));
        const QPointF place(curves->xAxis->coordToPixel(100.0 * each.chosen),
                            curves->yAxis->coordToPixel(SensitivityPlot::valueAt(each, each.chosen)));
        QVERIFY(curves->axisRect()->rect().contains(place.toPoint()));
        QVERIFY(each.chosen == 0.0 || curves->layerAt(place));
        QVERIFY(curves->accessibleDescription().contains(curves->wordsOf(i)));
    }
    QVERIFY(child<QLabel>("sensitivityExpected")->text().contains(u"without any training"_s));
    m_page->resize(1000, 2000);
    test::savePictures(*m_page, u"compress-plan"_s);
}

/// A smaller network is chosen from those beside the project, and learns from the run.
void TestCompressViews::aStudentIsTaught()
{
    saveProject(test::smallProject(1), m_small->folder() / "student.netsmith").take();
    m_document->reset(test::deepProject(), QString::fromStdString((m_small->folder() / "small.netsmith").string()));
    list();
    QTRY_VERIFY(!m_page->isReading());
    for (int i = 0; i < 2; ++i)
        QTest::mouseClick(child<QWidget>("stage0")->findChild<QToolButton*>(u"stageRemove"_s), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // cards that are gone have the same names
    m_page->findChild<QAction*>(u"addStage_distill"_s)->trigger();
    QVERIFY2(child<QLabel>("stageMistake")->text().startsWith(u"Choose the student"_s),
             qPrintable(child<QLabel>("stageMistake")->text()));
    QVERIFY(!startButton().isEnabled());
    auto* student = child<QWidget>("stage0")->findChild<NameField*>(u"studentField"_s);
    QCOMPARE(student->names(), (QStringList{u"student.netsmith"_s}));
    type("stage0", "studentField", u"student.netsmith"_s);
    type("stage0", "epochsField", u"2"_s);
    QVERIFY(startButton().isEnabled());
    test::savePictures(*m_page, u"compress-distill"_s);
    start();
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QCOMPARE(session().stage(), 1u);
    QCOMPARE(changeOf(1), u"A student beside its teacher"_s);
    QCOMPARE(changeOf(2), u"Distilled at temperature 4"_s);
    const std::vector<compress::ChainRun>& runs = child<ChainView>("chainView")->runs();
    QCOMPARE(runs.size(), 3u);
    QVERIFY(runs[2].measures->size.parameters < runs[0].measures->size.parameters);
    QCOMPARE(loadProject(projectPathOf(runs[2].run)).take().graph.nodes.size(), test::smallProject(1).graph.nodes.size());

    type("stage0", "studentField", u"nobody.netsmith"_s);
    start();
    QVERIFY(ends());
    QVERIFY2(problem().isVisible() && problem().text().contains(u"nobody.netsmith"_s), qPrintable(problem().text()));
}

/// The table of the layers says what rounding cost; a check mark there leaves one in floats the next time.
void TestCompressViews::roundedLayersAreShown()
{
    list();
    auto* view = child<RoundingView>("roundingView");
    QVERIFY(!view->isVisible());
    QTest::mouseClick(child<QWidget>("stage0")->findChild<QToolButton*>(u"stageRemove"_s), Qt::LeftButton);
    start();
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QTRY_VERIFY(view->isVisible());
    auto* table = child<QTreeWidget>("roundingTable");
    QVERIFY(table->topLevelItemCount() >= 2);
    for (int row = 0; row < table->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = table->topLevelItem(row);
        QVERIFY2(item->text(1).endsWith(u" dB"_s) && item->text(2).endsWith(u" %"_s) && item->text(3).endsWith(u" dB"_s),
                 qPrintable(item->text(0)));
        QCOMPARE(item->checkState(4), Qt::Unchecked);
    }
    const RoundedLayer& shown = child<RoundingPlot>("roundingPlot")->layer();
    QCOMPARE(shown.layer, table->topLevelItem(0)->text(0));
    QVERIFY(std::abs(std::accumulate(shown.seen.begin(), shown.seen.end(), 0.0) - 1.0) < 1e-6);
    table->setCurrentItem(table->topLevelItem(1));
    QCOMPARE(child<RoundingPlot>("roundingPlot")->layer().layer, table->topLevelItem(1)->text(0));
    QVERIFY(child<QLabel>("roundingNumbers")->text().contains(table->topLevelItem(1)->text(0)));

    const QString kept = table->topLevelItem(0)->text(0);
    const QRect cell = table->visualItemRect(table->topLevelItem(0));
    const int at = table->columnViewportPosition(4);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, QPoint(at + 14, cell.center().y()));
    auto* field = child<QWidget>("stage0")->findChild<QLineEdit*>(u"floatLayersField"_s);
    QTRY_COMPARE(field->text(), kept);
    QCOMPARE(table->topLevelItem(0)->checkState(4), Qt::Checked);
    m_page->resize(1000, 1700);
    test::savePictures(*m_page, u"compress-rounding"_s);
    m_page->choose(m_run);
    start();
    QVERIFY(ends());
    QCOMPARE(table->topLevelItem(0)->text(0), kept);
    QVERIFY2(table->topLevelItem(0)->text(3).contains(u"left out"_s), qPrintable(table->topLevelItem(0)->text(3)));
    QVERIFY(table->topLevelItem(0)->text(1).isEmpty());
    field = child<QWidget>("stage0")->findChild<QLineEdit*>(u"floatLayersField"_s);
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Backspace);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(table->topLevelItem(0)->checkState(4), Qt::Unchecked);
}

NETSMITH_WINDOW_TEST(TestCompressViews)

} // namespace test_compress_views

#include "test_compress_views.moc"
