#include "engine/runs/run_summary.h"
#include "gui/compare/compare_panel.h"
#include "gui/compare/compare_table.h"
#include "gui/plots/plot_panel.h"
#include "gui/training/settings_panel.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/quiet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 120000; // milliseconds
constexpr std::int64_t many = 400; ///< epochs: long enough to be caught at it

} // namespace

/// From one click to a sentence, on the reference backend.
class TestComparePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void cleanup();
    void invitesToACompare();
    void comparesPrecisions();
    void sweepsBatches();
    void takesOperationsApart();
    void aStopKeepsWhatIsDone();
    void oneThatFailsLeavesTheOthers();
    void saysWhatIsWrong();
    void waitsForOthers();
    void tellsHowLongItTakes();
    void forgetsAnotherProject();
    void endsWhileItTrains();
    void listsAreCrossed();
    void wrongListsGetASentence_data();
    void wrongListsGetASentence();
    void tooManyTrainingsAreRefused();
    void suggestsRatesAndSeeds();
    void theBestSettingIsFirst();
    void aRowOpensItsRun();
    void theTableIsExported();

private:
    template <class T>
    T* child(const char* name)
    {
        T* found = m_panel->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qWarning("there is no %s", name);
        return found;
    }
    void start() { QTest::mouseClick(child<QPushButton>("compareStart"), Qt::LeftButton); }
    void tick(const char* box)
    {
        auto* found = child<QCheckBox>(box);
        QTest::mouseClick(found, Qt::LeftButton, {}, QPoint(8, found->height() / 2));
    }
    /// "Devices", "Batch sizes".
    void by(const QString& what)
    {
        auto* box = child<QComboBox>("compareBy");
        box->setCurrentIndex(box->findText(what));
        QCOMPARE(box->currentText(), what);
    }
    void type(const char* list, const QString& text)
    {
        auto* field = child<QLineEdit>(list);
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }
    void typeBatches(const QString& sizes) { type("compareBatches", sizes); }
    void setEpochs(std::int64_t epochs)
    {
        m_document->edit(u"epochs"_s, [epochs](Project& project) { project.training.epochs = epochs; });
    }
    bool ends()
    {
        return QTest::qWaitFor([&] { return session().state() == CompareSession::State::ended; }, patience);
    }
    /// One is done and the next one trains.
    bool isInTheSecond()
    {
        return QTest::qWaitFor([&] { return session().results().size() == 1 && session().progress().step > 0; }, patience);
    }
    CompareSession& session() { return m_panel->session(); }
    CompareTable& table() { return *child<CompareTable>("compareTable"); }
    NoteBox& problem() { return *child<NoteBox>("compareProblem"); }
    NoteBox& conclusions() { return *child<NoteBox>("compareConclusions"); }
    QString findings() { return child<QLabel>("compareFindings")->text(); }
    static QStringList sorted(QStringList texts)
    {
        texts.sort();
        return texts;
    }
    /// What stands under the titles that are to be seen, or the titles themselves.
    QStringList column(const QString& title)
    {
        QStringList texts;
        for (int i = 0; i < table().columnCount(); ++i)
            if (!table().isColumnHidden(i) && table().headerItem()->text(i) == title)
                for (int row = 0; row < table().topLevelItemCount(); ++row)
                    texts << table().topLevelItem(row)->text(i);
        return texts;
    }

    std::unique_ptr<test::SmallTraining> m_small;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<TrainingSettingsPanel> m_settings;
    std::unique_ptr<ComparePanel> m_panel;
};

void TestComparePanel::init()
{
    m_small = std::make_unique<test::SmallTraining>();
    m_document = std::make_unique<Document>();
    m_document->setDataDir(m_small->folder());
    m_document->reset(test::smallProject(2), {});
    m_settings = std::make_unique<TrainingSettingsPanel>(*m_document);
    m_panel = std::make_unique<ComparePanel>(*m_document, *m_settings);
    m_panel->setPlace(m_small->place());
    m_panel->resize(900, 800);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_settings->devices().areKnown(), patience);
}

void TestComparePanel::cleanup()
{
    m_panel.reset();
    m_settings.reset();
    m_document.reset();
    m_small.reset();
}

void TestComparePanel::invitesToACompare()
{
    QVERIFY(!table().isVisible());
    QVERIFY(!child<PlotPanel>("compareCurves")->isVisible());
    QVERIFY(!conclusions().isVisible());
    QVERIFY(!problem().isVisible());
    QVERIFY(!child<QWidget>("compareBar")->isVisible());
    QVERIFY(child<QLabel>("compareAbout")->text().contains(u"kept as a run"_s));
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"2 training"_s));
    QVERIFY(child<QPushButton>("compareStart")->isEnabled());
    QVERIFY(child<QCheckBox>("compare_fp32")->isChecked());
    QVERIFY(child<QCheckBox>("compare_bf16")->isChecked());
    QVERIFY(!child<QCheckBox>("compare_tf32")->isEnabled()); // not on the reference
    QVERIFY(!child<QCheckBox>("compare_tf32")->toolTip().isEmpty());
    m_document->edit(u"precision"_s, [](Project& project) { project.training.precision = "fp16-emulated"; });
    QVERIFY(child<QCheckBox>("compare_fp16-emulated")->isChecked());
    QVERIFY(!child<QCheckBox>("compare_bf16")->isChecked());
    test::savePictures(*m_panel, u"compare-before"_s);
    by(u"Batch sizes"_s);
    QCOMPARE(child<QLineEdit>("compareBatches")->text(), u"4, 8, 16"_s);
    QVERIFY(!child<QWidget>("compareValues")->isVisible());
}

void TestComparePanel::comparesPrecisions()
{
    start();
    QVERIFY(session().isLive());
    QVERIFY(!child<QComboBox>("compareBy")->isEnabled());
    QVERIFY(child<QWidget>("compareBar")->isVisible());
    QCOMPARE(column(u"Training"_s), (QStringList{u"FP32"_s, u"BF16"_s}));
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QCOMPARE(session().results().size(), 2u);
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s}));
    QVERIFY(!column(u"Memory"_s).contains(QString()));
    QVERIFY(!column(u"Step"_s).contains(QString()));
    QVERIFY(!column(u"Accuracy, validation"_s).join(u' ').isEmpty());
    for (int i = 0; i < table().columnCount(); ++i) { // each one that is shown says something
        QStringList texts;
        for (int row = 0; row < table().topLevelItemCount(); ++row)
            texts << table().topLevelItem(row)->text(i);
        QVERIFY2(table().isColumnHidden(i) == texts.join(QString()).isEmpty(), qPrintable(table().headerItem()->text(i)));
    }
    QVERIFY(column(u"Energy"_s).isEmpty()); // nothing tells it here
    QVERIFY(conclusions().isVisible()); // what one seed is worth
    QVERIFY2(conclusions().text().contains(u"with several seeds"_s), qPrintable(conclusions().text()));
    QVERIFY2(findings().contains(u"BF16 "_s), qPrintable(findings()));
    QVERIFY(!child<QWidget>("compareAbout")->isVisible());
    QVERIFY(!child<QWidget>("compareBar")->isVisible());
    QVERIFY(child<QComboBox>("compareBy")->isEnabled());
    QCOMPARE(m_document->undoStack().count(), 0);

    QCOMPARE(m_small->runs().size(), 2u);
    const runs::RunSummary first = runs::summarize(session().results()[0].run),
                           second = runs::summarize(session().results()[1].run);
    QCOMPARE(first.precision, std::string("fp32"));
    QCOMPARE(second.precision, std::string("bf16"));
    QCOMPARE(second.seed, first.seed);
    QCOMPARE(second.graphHash, first.graphHash);
    QCOMPARE(first.state, train::RunState::done);

    auto* curves = child<PlotPanel>("compareCurves");
    QVERIFY(curves->isVisible());
    QCOMPARE(curves->runs().size(), 2u);
    QCOMPARE(curves->runs()[1].name, u"BF16"_s);
    for (const runs::VariantResult& result : session().results())
        for (const char* quantity : {"loss", "accuracy"}) {
            const CurveSeries* trained = curves->model().find({result.run.string(), quantity, CurveKind::train});
            const CurveSeries* validated = curves->model().find({result.run.string(), quantity, CurveKind::validation});
            QVERIFY(trained && validated);
            QCOMPARE(trained->size(), 16u);
            QCOMPARE(validated->size(), 2u);
        }
    QVERIFY(table().topLevelItem(0)->data(0, Qt::DecorationRole).value<QColor>()
            != table().topLevelItem(1)->data(0, Qt::DecorationRole).value<QColor>());
    QTRY_VERIFY(test::isQuiet(*curves)); // they are drawn
    test::savePictures(*m_panel, u"compare-after"_s);
}

void TestComparePanel::sweepsBatches()
{
    by(u"Batch sizes"_s);
    typeBatches(u"16;8"_s);
    child<QLineEdit>("compareBatches")->insert(u"，16"_s); // as Chinese keys write it
    start();
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QVERIFY(ends());
    QCOMPARE(sorted(column(u"Training"_s)), (QStringList{u"batch 16"_s, u"batch 8"_s}));
    QCOMPARE(runs::summarize(session().results()[0].run).batch, 16);
    QVERIFY2(findings().contains(u"batch 8 "_s, Qt::CaseInsensitive), qPrintable(findings()));
    m_document->edit(u"batch"_s, [](Project& project) { project.training.batch = 32; });
    QCOMPARE(child<QLineEdit>("compareBatches")->text(), u"16;8，16"_s); // a person's
}

void TestComparePanel::takesOperationsApart()
{
    by(u"Fusion"_s);
    start();
    QVERIFY(ends());
    QCOMPARE(sorted(column(u"Training"_s)), (QStringList{u"fused"_s, u"not fused"_s}));
    QVERIFY(runs::summarize(session().results()[0].run).fuse);
    QVERIFY(!runs::summarize(session().results()[1].run).fuse);
}

void TestComparePanel::aStopKeepsWhatIsDone()
{
    setEpochs(many);
    by(u"Batch sizes"_s);
    typeBatches(u"8,16,4"_s);
    start();
    QVERIFY(isInTheSecond());
    QCOMPARE(child<QPushButton>("compareStart")->text(), u"Stop"_s);
    QCOMPARE(column(u"State"_s).first(), u"done"_s);
    QCOMPARE(column(u"State"_s).last(), u"waiting"_s);
    start(); // the same button
    QCOMPARE(session().state(), CompareSession::State::stopping);
    QVERIFY(!child<QPushButton>("compareStart")->isEnabled());
    QVERIFY(ends());
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"stopped"_s, u"not trained"_s}));
    QCOMPARE(findings().split(u'\n').first(), u"• Batch 16 was stopped before its end"_s);
    QVERIFY(!conclusions().isVisible()); // one alone is no choice
    QCOMPARE(m_small->runs().size(), 2u);
    QCOMPARE(runs::summarize(session().results()[0].run).state, train::RunState::done);
    QCOMPARE(runs::summarize(session().results()[1].run).state, train::RunState::stopped);
    QCOMPARE(child<QPushButton>("compareStart")->text(), u"Compare"_s);
    QVERIFY(child<QPushButton>("compareStart")->isEnabled());
}

void TestComparePanel::oneThatFailsLeavesTheOthers()
{
    by(u"Batch sizes"_s);
    typeBatches(u"1000, 8, 16"_s);
    start();
    QVERIFY(ends());
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s, u"failed"_s}));
    const QStringList sentences = findings().split(u'\n');
    QVERIFY(sentences.size() >= 2);
    QVERIFY2(sentences[0].contains(u" failed: "_s), qPrintable(sentences[0]));
    QVERIFY2(sentences[1].contains(u"batch 16 "_s, Qt::CaseInsensitive) && sentences[1].contains(u"batch 8"_s),
             qPrintable(sentences[1]));
    QCOMPARE(m_small->runs().size(), 2u);
    QCOMPARE(child<PlotPanel>("compareCurves")->runs().size(), 2u);
}

void TestComparePanel::saysWhatIsWrong()
{
    tick("compare_bf16");
    QVERIFY(!child<QCheckBox>("compare_bf16")->isChecked());
    start();
    QVERIFY(!session().isLive());
    QVERIFY2(problem().isVisible() && problem().text().contains(u"two or more"_s), qPrintable(problem().text()));
    {
        const netsmith::test::LoudLanguage loud;
        QTRY_VERIFY(problem().isVisible() && problem().text().contains(u"TWO OR MORE"_s));
    }
    QTRY_VERIFY(problem().text().contains(u"two or more"_s));
    by(u"Batch sizes"_s);
    for (const QString& wrong : {u"many"_s, u"8, 0"_s, u"8, -16"_s, u"8; 1.5"_s, u"8"_s, u"99999999999999999999, 8"_s}) {
        typeBatches(wrong);
        start();
        QVERIFY2(!session().isLive() && problem().isVisible(), qPrintable(wrong));
    }
    by(u"Fusion"_s);
    m_document->edit(u"cut"_s, [](Project& project) { project.graph.edges.clear(); });
    start();
    QVERIFY(!session().isLive());
    QVERIFY2(problem().text().contains(u"error"_s), qPrintable(problem().text()));
    QVERIFY(m_small->runs().empty());
    m_document->undoStack().undo();
    start();
    QVERIFY(!problem().isVisible());
    QVERIFY(ends());
}

void TestComparePanel::waitsForOthers()
{
    auto* button = child<QPushButton>("compareStart");
    for (const ComparePanel::Busy busy : {ComparePanel::Busy::run, ComparePanel::Busy::twin}) {
        m_panel->setBusy(busy);
        QVERIFY(!button->isEnabled());
        QVERIFY(!button->toolTip().isEmpty());
        start();
        QVERIFY(!session().isLive());
    }
    m_panel->setBusy(ComparePanel::Busy::no);
    QVERIFY(button->isEnabled());
    m_panel->setGuard([] { return u"Another window trains."_s; });
    start();
    QVERIFY(!session().isLive());
    QCOMPARE(problem().text(), u"Another window trains."_s);
}

void TestComparePanel::tellsHowLongItTakes()
{
    setEpochs(many);
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().secondsLeft() && session().results().empty(), patience);
    QVERIFY(*session().secondsLeft() > *session().progress().secondsLeft); // the second is to come
    QVERIFY(session().share() > 0.0 && session().share() < 0.5);
    const QString words = child<QLabel>("compareWords")->text();
    QVERIFY2(words.startsWith(u"1 of 2: FP32 · epoch "_s) && words.endsWith(u" left"_s), qPrintable(words));
    QVERIFY2(column(u"State"_s).first().endsWith(u" %"_s), qPrintable(column(u"State"_s).first()));
    QVERIFY(isInTheSecond());
    QVERIFY(session().share() > 0.5);
    start();
    QVERIFY(ends());
}

void TestComparePanel::forgetsAnotherProject()
{
    start();
    QVERIFY(ends());
    m_document->reset(test::smallProject(many), {});
    QCOMPARE(session().state(), CompareSession::State::idle);
    QVERIFY(!table().isVisible());
    QVERIFY(!conclusions().isVisible());
    QVERIFY(child<PlotPanel>("compareCurves")->runs().empty());
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().step > 0, patience);
    m_document->reset(test::smallProject(2), {}); // what trains goes on to its next launch, and nobody hears of it
    QCOMPARE(session().state(), CompareSession::State::idle);
    start();
    QVERIFY(ends());
    QCOMPARE(session().results().size(), 2u);
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s}));
}

void TestComparePanel::endsWhileItTrains()
{
    setEpochs(many);
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().step > 0, patience);
    m_panel.reset(); // waits for the checkpoint, and no answer comes behind it
    QCoreApplication::processEvents();
    QCOMPARE(m_small->runs().size(), 1u);
    QCOMPARE(runs::summarize(m_small->runs().front()).state, train::RunState::stopped);
}

void TestComparePanel::listsAreCrossed()
{
    tick("compare_bf16"); // FP32 alone
    QCOMPARE(child<QLabel>("comparePlan")->text(), u"Choose two or more to compare."_s);
    type("compareRates", u"0.001, 0.01"_s);
    type("compareSeeds", u"1-2,5"_s);
    QVERIFY2(child<QLabel>("comparePlan")->text().startsWith(u"6 training"_s), qPrintable(child<QLabel>("comparePlan")->text()));
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

void TestComparePanel::wrongListsGetASentence_data()
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

void TestComparePanel::wrongListsGetASentence()
{
    QFETCH(QByteArray, list);
    QFETCH(QString, typed);
    QFETCH(QString, sentence);
    type(list, typed);
    QCOMPARE(child<QLabel>("comparePlan")->text(), sentence); // as it is typed
    start();
    QVERIFY(!session().isLive());
    QVERIFY(problem().isVisible());
    QCOMPARE(problem().text(), sentence);
}

void TestComparePanel::tooManyTrainingsAreRefused()
{
    type("compareSeeds", u"1-100"_s);
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"200 training"_s));
    type("compareRates", u"1,2,3,4,5,6"_s);
    QCOMPARE(child<QLabel>("comparePlan")->text(), u"1,200 trainings are too many to compare; choose at most 1,000."_s);
    start();
    QVERIFY(!session().isLive() && problem().isVisible());
}

void TestComparePanel::suggestsRatesAndSeeds()
{
    by(u"Learning rates"_s);
    QCOMPARE(child<QLineEdit>("compareRates")->text().split(u", "_s).size(), 3);
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"3 training"_s));
    by(u"Seeds"_s);
    QVERIFY(child<QLineEdit>("compareRates")->text().isEmpty());
    const std::int64_t seed = m_document->project().training.seed;
    QCOMPARE(child<QLineEdit>("compareSeeds")->text(), u"%1-%2"_s.arg(seed).arg(seed + 2));
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"3 training"_s));
    type("compareSeeds", u"8,9"_s);
    by(u"Precisions"_s);
    QCOMPARE(child<QLineEdit>("compareSeeds")->text(), u"8,9"_s); // a person's
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"4 training"_s));
}

void TestComparePanel::theBestSettingIsFirst()
{
    by(u"Learning rates"_s);
    type("compareRates", u"1e-9, 0.01"_s);
    setEpochs(8);
    start();
    QCOMPARE(column(u"Training"_s), (QStringList{u"lr 1e-09"_s, u"lr 0.01"_s})); // as they are trained
    QVERIFY(ends());
    QCOMPARE(column(u"Training"_s), (QStringList{u"lr 0.01"_s, u"lr 1e-09"_s}));
}

void TestComparePanel::aRowOpensItsRun()
{
    QSignalSpy wanted(m_panel.get(), &ComparePanel::runWanted);
    start();
    QVERIFY(ends());
    auto* open = child<QPushButton>("compareOpenRun");
    QVERIFY(!open->isEnabled()); // no row is chosen
    for (int row = 0; row < 2; ++row) {
        QTreeWidgetItem* item = table().topLevelItem(row);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualItemRect(item).center());
        QVERIFY(open->isEnabled());
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(wanted.size(), row + 1);
        const auto run = wanted.last().first().value<std::filesystem::path>();
        const auto result = std::ranges::find(session().results(), item->text(0).toStdString(),
                                              [](const runs::VariantResult& each) { return each.name.text(); });
        QVERIFY(result != session().results().end());
        QCOMPARE(run, result->run);
    }
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, table().visualItemRect(table().topLevelItem(1)).center());
    QTRY_COMPARE(wanted.size(), 3);
}

void TestComparePanel::theTableIsExported()
{
    QVERIFY(!child<QPushButton>("compareExport")->isVisible());
    start();
    QVERIFY(ends());
    QTest::mouseClick(child<QPushButton>("compareExport"), Qt::LeftButton);
    auto* dialog = child<QFileDialog>("compareExportDialog");
    QVERIFY(dialog);
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"table.csv"_s);
    Q_EMIT dialog->fileSelected(file);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith("training,setting,state,metric,value,"));
    QVERIFY(lines[1].contains("val_accuracy"));
    Q_EMIT dialog->fileSelected(folder.filePath(u"no folder/table.csv"_s));
    QVERIFY(problem().isVisible());
}

QTEST_MAIN(TestComparePanel)
#include "test_compare_panel.moc"
