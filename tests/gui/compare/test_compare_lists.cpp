#include "engine/graph/project/project_file.h"
#include "engine/runs/store/run_summary.h"
#include "tests/gui/compare/compare_panel_test.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

namespace test_compare_lists {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The lists of batches, learning rates and seeds whose values are compared.
class TestCompareLists : public test::ComparePanelTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init() { makePanel(); }
    void cleanup() { dropPanel(); }
    void sweepsBatches();
    void listsAreCrossed();
    void wrongListsGetASentence_data();
    void wrongListsGetASentence();
    void tooManyTrainingsAreRefused();
    void suggestsRatesAndSeeds();
    void comparesInitialWeights();
    void weightsThatAreGoneAreSaid();
};

void TestCompareLists::sweepsBatches()
{
    by(u"Batch sizes"_s);
    typeBatches(u"16;8"_s);
    child<QLineEdit>("compareBatches")->insert(u"，16"_s); // as typed on a Chinese keyboard
    start();
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QVERIFY(ends());
    QCOMPARE(sorted(column(u"Training"_s)), (QStringList{u"batch 16"_s, u"batch 8"_s}));
    QCOMPARE(runs::summarize(session().results()[0].run).batch, 16);
    QVERIFY2(findings().contains(u"batch 8 "_s, Qt::CaseInsensitive), qPrintable(findings()));
    m_document->edit(u"batch"_s, [](Project& project) { project.training.batch = 32; });
    QCOMPARE(child<QLineEdit>("compareBatches")->text(), u"16;8，16"_s); // the user's text
}

void TestCompareLists::listsAreCrossed()
{
    tick("compare_bf16"); // only FP32
    QCOMPARE(child<QLabel>("comparePlan")->text(), u"Choose two or more to compare."_s);
    type("compareRates", u"0.001, 0.01"_s);
    type("compareSeeds", u"1-2,5"_s);
    QVERIFY2(child<QLabel>("comparePlan")->text().startsWith(u"6 run"_s), qPrintable(child<QLabel>("comparePlan")->text()));
    start();
    QVERIFY(!child<QLineEdit>("compareRates")->isEnabled() && !child<QLineEdit>("compareSeeds")->isEnabled());
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QCOMPARE(session().results().size(), 6u);
    QCOMPARE(runs::summarize(session().results()[5].run).seed, 5);
    QCOMPARE(table().topLevelItemCount(), 2); // a setting each
    const QStringList settings = column(u"Training"_s);
    QCOMPARE(sorted(settings), (QStringList{u"lr 0.001"_s, u"lr 0.01"_s}));
    for (const QString& value : column(u"Accuracy, validation"_s))
        QVERIFY2(value.contains(u" ± "_s), qPrintable(value));
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(table().topLevelItem(i)->childCount(), 3);
        QVERIFY(table().topLevelItem(i)->child(0)->text(0).startsWith(settings[i] + u", seed "_s));
    }
    QVERIFY2(findings().contains(u"the spread of 3 seeds"_s), qPrintable(findings()));
    QVERIFY(conclusions().isVisible());
    test::savePictures(*m_panel, u"compare-seeds"_s);
}

void TestCompareLists::wrongListsGetASentence_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("rates") << QByteArray("compareRates") << u"0.001, fast"_s
                           << u"\"fast\" is not a learning rate: type numbers above 0 separated by commas, such as 0.001, 0.003"_s;
    QTest::newRow("seeds") << QByteArray("compareSeeds") << u"5-1"_s
                           << u"\"5-1\" is not a seed: type whole numbers from 0 up separated by commas, or a range such as 1-5"_s;
    QTest::newRow("many seeds") << QByteArray("compareSeeds") << u"1-1000000000"_s
                                << u"\"1-1000000000\" has too many seeds: type at most 100"_s;
}

void TestCompareLists::wrongListsGetASentence()
{
    QFETCH(QByteArray, list);
    QFETCH(QString, typed);
    QFETCH(QString, sentence);
    type(list, typed);
    QCOMPARE(child<QLabel>("comparePlan")->text(), sentence); // while typing
    start();
    QVERIFY(!session().isLive());
    QVERIFY(problem().isVisible());
    QCOMPARE(problem().text(), sentence);
}

void TestCompareLists::tooManyTrainingsAreRefused()
{
    type("compareSeeds", u"1-100"_s);
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"200 run"_s));
    type("compareRates", u"1,2,3,4,5,6"_s);
    QCOMPARE(child<QLabel>("comparePlan")->text(), u"1,200 runs are too many to compare; choose at most 1,000."_s);
    start();
    QVERIFY(!session().isLive() && problem().isVisible());
}

void TestCompareLists::suggestsRatesAndSeeds()
{
    by(u"Learning rates"_s);
    QCOMPARE(child<QLineEdit>("compareRates")->text().split(u", "_s).size(), 3);
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"3 run"_s));
    by(u"Seeds"_s);
    QVERIFY(child<QLineEdit>("compareRates")->text().isEmpty());
    const std::int64_t seed = m_document->project().training.seed;
    QCOMPARE(child<QLineEdit>("compareSeeds")->text(), u"%1-%2"_s.arg(seed).arg(seed + 2));
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"3 run"_s));
    type("compareSeeds", u"8,9"_s);
    by(u"Precisions"_s);
    QCOMPARE(child<QLineEdit>("compareSeeds")->text(), u"8,9"_s); // the user's text
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"4 run"_s));
}

void TestCompareLists::comparesInitialWeights()
{
    m_document->reset(test::deepProject(), {});
    by(u"Initial weights"_s);
    QVERIFY(child<QLabel>("comparePlan")->text().contains(u"starts from random weights already"_s));
    QVERIFY(!child<QCheckBox>("compare_pretrained")->isEnabled());
    by(u"Seeds"_s);
    type("compareSeeds", u"1-2"_s);
    start();
    QVERIFY(ends());
    const std::string run = session().results()[0].run.string();
    m_document->edit(u"weights"_s, [&](Project& project) { setInitialWeights(project, InitialWeights{.path = run}); });
    type("compareSeeds", u""_s);
    by(u"Initial weights"_s);
    QVERIFY(child<QCheckBox>("compare_pretrained")->isChecked() && child<QCheckBox>("compare_scratch")->isChecked());
    QVERIFY(!child<QCheckBox>("compare_fine-tuned")->isEnabled());
    QVERIFY(child<QCheckBox>("compare_fine-tuned")->toolTip().contains(u"is frozen"_s));
    m_document->editGraph(u"freeze"_s, [](Graph& graph) { graph.find("hidden")->parameters["trainable"] = false; });
    QVERIFY(child<QCheckBox>("compare_fine-tuned")->isEnabled() && !child<QCheckBox>("compare_fine-tuned")->isChecked());
    tick("compare_fine-tuned");
    QVERIFY2(child<QLabel>("comparePlan")->text().startsWith(u"3 run"_s), qPrintable(child<QLabel>("comparePlan")->text()));
    start();
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QVERIFY(ends());
    QCOMPARE(sorted(column(u"Training"_s)), (QStringList{u"fine-tuned"_s, u"from scratch"_s, u"pretrained"_s}));
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s, u"done"_s}));
}

/// Someone has moved the file that the project starts from.
void TestCompareLists::weightsThatAreGoneAreSaid()
{
    m_document->reset(test::deepProject(), {});
    m_document->edit(u"weights"_s,
                     [](Project& project) { setInitialWeights(project, InitialWeights{.path = "/nowhere/flowers.onnx"}); });
    by(u"Initial weights"_s);
    start();
    QVERIFY2(session().isLive(), qPrintable(problem().text()));
    QVERIFY(ends());
    QCOMPARE(sorted(column(u"State"_s)), (QStringList{u"done"_s, u"failed"_s})); // from scratch it needs none
    QVERIFY2(findings().contains(u"flowers.onnx"_s), qPrintable(findings()));
    // While it compares them, the project loses them.
    m_document->edit(u"none"_s, [](Project& project) { setInitialWeights(project, std::nullopt); });
    QVERIFY(child<QLabel>("comparePlan")->text().contains(u"starts from random weights already"_s));
    start();
    QVERIFY(!session().isLive());
    QVERIFY2(problem().isVisible() && problem().text().contains(u"random weights already"_s), qPrintable(problem().text()));
}

NETSMITH_WINDOW_TEST(TestCompareLists)

} // namespace test_compare_lists

#include "test_compare_lists.moc"
