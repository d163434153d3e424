#include "gui/data/class_balance.h"
#include "gui/data/data_figures.h"
#include "gui/data/data_preview.h"
#include "gui/data/source_box.h"
#include "tests/gui/data/data_panel_fixture.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

namespace test_data_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The data set and its settings, chosen in the panel and undone in the document.
class TestDataPanel : public QObject, DataPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { hideData(); }
    void init() { begin(); }
    void cleanup() { end(); }
    void everySourceIsOffered();
    void theListSaysWhatIsHere();
    void choosingIsOneStep();
    void everySetChoosesItsScale();
    void previewShowsSamplesAndClasses();
    void otherSamplesAreLines();
    void parametersThatDoNothingAreHidden();
    void settingsAreSteps();
    void theShareShowsWhereItMatters();
    void partsFollowTheSplit();
    void unreadFilesHaveNoCounts();
    void theListOfSetsIsDrawnCleanly();
    void normalisationSaysWhatItDoes();
    void unknownSetsAreSaid();
    void manyChangesShowTheLast();
    void fitsANarrowDock();
    void everyControlHasAName();
};

void TestDataPanel::everySourceIsOffered()
{
    auto* choice = child<QComboBox>("dataSourceField");
    int offered = 0;
    for (int i = 0; i < choice->count(); ++i) {
        QVERIFY(!choice->itemText(i).isEmpty());
        offered += choice->itemData(i).isValid() ? 1 : 0;
    }
    QCOMPARE(offered, static_cast<int>(data::sources().size()) + 1);
    QCOMPARE(choice->currentData().toString(), u"fake"_s);
    // Available sets come first, the user's own files last; the names of groups can't be chosen.
    const auto row = [&](const char* id) { return choice->findData(QString::fromLatin1(id)); };
    QVERIFY(0 < row("synthetic_digits") && row("synthetic_digits") < row("fake") && row("fake") < row("csv"));
    QVERIFY(!choice->itemData(0).isValid());
    QVERIFY(!(choice->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
    choice->showPopup();
    test::savePictures(*choice->view()->window(), u"data-sources"_s);
    choice->hidePopup();
}

void TestDataPanel::theListSaysWhatIsHere()
{
    const auto* choice = child<QComboBox>("dataSourceField");
    const auto state = [&](const char* id) {
        return choice->itemData(choice->findData(QString::fromLatin1(id)), Qt::AccessibleTextRole).toString();
    };
    QVERIFY(state("synthetic_digits").contains(u"built in"_s));
    QVERIFY(state("mnist").contains(u"download"_s) && state("mnist").contains(u"MiB"_s));
    QVERIFY(state("fake").contains(u"download"_s));
    awaitOffer();
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(state("fake").contains(u"available"_s));
}

void TestDataPanel::choosingIsOneStep()
{
    auto* choice = child<QComboBox>("dataSourceField");
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Home);
    QTRY_COMPARE(m_document->project().data.source, choice->itemData(1).toString().toStdString()); // the first that is ready
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QCOMPARE(choice->currentData().toString(), u"fake"_s);
}

void TestDataPanel::everySetChoosesItsScale()
{
    const auto* effect = child<QLabel>("dataEffect");
    m_document->edit(u"Divide"_s, [](Project& project) { project.data.divide = 128.0; });
    m_panel->choose("csv");
    QCOMPARE(m_document->project().data.divide, 0.0);
    m_panel->choose("random_images");
    QCOMPARE(m_document->project().data.divide, 0.0);
    QVERIFY2(effect->text().contains(u"from 0 to 1."_s), qPrintable(effect->text()));
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(m_document->project().data.divide, 128.0);
}

void TestDataPanel::previewShowsSamplesAndClasses()
{
    m_panel->choose("random_images");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleGrid")->isVisible(), 120000);
    QVERIFY(child<ClassBalance>("classBalance")->accessibleDescription().contains(u"9: "_s));
    QCOMPARE(fact("trainSamplesFact").remove(u','), u"5000"_s);
    QVERIFY(note().isEmpty());
}

void TestDataPanel::otherSamplesAreLines()
{
    m_panel->choose("synthetic_reviews");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleList")->isVisible(), 120000);
    QVERIFY(!child<QWidget>("sampleGrid")->isVisible());
    QVERIFY(child<QWidget>("sampleList")->accessibleDescription().contains(u' ')); // words
    m_panel->choose("random_images");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleGrid")->isVisible(), 120000);
    QVERIFY(!child<QWidget>("sampleList")->isVisible());
}

/// Of a data set's own parameters only those are shown that make a difference.
void TestDataPanel::parametersThatDoNothingAreHidden()
{
    m_panel->choose("points");
    auto* set = child<QComboBox>("setField");
    auto* classes = child<QWidget>("classes");
    QVERIFY(set && classes && child<QWidget>("noise")->isVisible());
    QVERIFY(!classes->isVisible()); // two moons
    set->setCurrentIndex(set->findText(u"Spiral"_s));
    Q_EMIT set->activated(set->currentIndex());
    QTRY_VERIFY(classes->isVisible());
    QCOMPARE(m_document->project().data.parameters.at("set"), ParameterValue(std::string("spiral")));
    m_document->undoStack().undo();
    QTRY_VERIFY(!classes->isVisible());
}

void TestDataPanel::settingsAreSteps()
{
    auto* divide = child<QLineEdit>("divideField");
    QVERIFY(divide);
    divide->setFocus();
    divide->selectAll();
    QTest::keyClicks(divide, u"128"_s);
    QTest::keyClick(divide, Qt::Key_Return);
    QCOMPARE(m_document->project().data.divide, 128.0);
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QCOMPARE(m_document->project().data.divide, 0.0);
}

void TestDataPanel::theShareShowsWhereItMatters()
{
    auto* share = child<QLineEdit>("validationSplitField");
    QVERIFY(share && !share->isVisible());
    m_document->edit(u"Split"_s, [](Project& project) { project.data.validation = "split"; });
    QVERIFY(share->isVisible());
}

void TestDataPanel::partsFollowTheSplit()
{
    m_panel->choose("random_images");
    const auto parts = [this] { return fact("trainsOnFact").remove(u',') + u'+' + fact("judgedByFact").remove(u','); };
    QCOMPARE(parts(), u"5000+1000"_s);
    m_document->edit(u"Split"_s, [](Project& project) { project.data.validation = "split"; });
    QCOMPARE(parts(), u"4500+500"_s);
    m_document->edit(u"Share"_s, [](Project& project) { project.data.validationSplit = 0.2; });
    QCOMPARE(parts(), u"4000+1000"_s);
    m_document->edit(u"None"_s, [](Project& project) { project.data.validation = "none"; });
    QCOMPARE(parts(), u"5000+none"_s);
}

void TestDataPanel::unreadFilesHaveNoCounts()
{
    const auto& all = data::sources();
    const auto own = std::ranges::find(all, std::string("image_folder"), [](const data::Source* each) { return each->info().id; });
    SplitFigures figures;
    const auto isSaid = [&](const char* fact) { return !figures.findChild<QLabel*>(QLatin1String(fact))->isHidden(); };
    DataPreview preview;
    preview.trainCount = 1200;
    preview.testCount = 300;
    figures.show(*own, &preview, {});
    QVERIFY(isSaid("trainsOnFact") && isSaid("judgedByFact"));
    figures.show(*own, nullptr, {});
    QVERIFY(!isSaid("trainsOnFact") && !isSaid("judgedByFact")); // and not 0
    figures.show(*own, &preview, {});
    QVERIFY(isSaid("trainsOnFact") && isSaid("judgedByFact"));
}

/// Each row restores the painter's state; otherwise Qt warns.
void TestDataPanel::theListOfSetsIsDrawnCleanly()
{
    QTest::failOnWarning(QRegularExpression(u"QPainter"_s));
    auto* choice = m_panel->findChild<SourceBox*>();
    choice->showPopup();
    QTRY_VERIFY(choice->view()->isVisible());
    QVERIFY(!choice->view()->grab().isNull());
    choice->hidePopup();
}

void TestDataPanel::normalisationSaysWhatItDoes()
{
    const auto* effect = child<QLabel>("dataEffect");
    QVERIFY(effect->text().contains(u"from 0 to 1."_s));
    m_document->edit(u"Centre"_s, [](Project& project) {
        project.data.subtract = 127.5;
        project.data.divide = 127.5;
    });
    QVERIFY2(effect->text().contains(u"from -1 to 1."_s) || effect->text().contains(u"from −1 to 1."_s),
             qPrintable(effect->text()));
    m_panel->choose("synthetic_reviews"); // token ids are not quantities
    QVERIFY(!child<QLineEdit>("divideField")->isVisible() && !child<QLineEdit>("subtractField")->isVisible());
    m_panel->choose("synthetic_digits");
    QVERIFY(child<QLineEdit>("divideField")->isVisible());
}

void TestDataPanel::unknownSetsAreSaid()
{
    awaitOffer();
    m_document->edit(u"Foreign"_s, [](Project& project) { project.data.source = "cifar_1000"; });
    QCOMPARE(child<QComboBox>("dataSourceField")->currentIndex(), -1);
    QVERIFY(!child<QWidget>("sampleGrid")->isVisible());
    bool said = false;
    for (const QLabel* label : m_panel->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(u"cifar_1000"_s));
    QVERIFY(said);
}

void TestDataPanel::manyChangesShowTheLast()
{
    QSignalSpy ready(&m_panel->worker(), &DataWorker::previewReady);
    for (int i = 0; i < 6; ++i)
        m_panel->choose(i % 2 ? "synthetic_digits" : "mnist");
    m_panel->choose("random_images");
    QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty() && !m_panel->worker().isBusy(), 120000);
    QCOMPARE(ready.back().front().value<DataPreview>().source, std::string("random_images"));
}

void TestDataPanel::fitsANarrowDock()
{
    m_panel->resize(228, 900);
    awaitOffer();
    answer([](const test::Request&) { return test::Reply{.status = "404 Not Found"}; });
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QVERIFY2(m_panel->minimumSizeHint().width() <= 228, qPrintable(QString::number(m_panel->minimumSizeHint().width())));
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QTest::mouseClick(child<QPushButton>("dataDetailsButton"), Qt::LeftButton);
    QVERIFY2(m_panel->minimumSizeHint().width() <= 228, qPrintable(QString::number(m_panel->minimumSizeHint().width())));
}

void TestDataPanel::everyControlHasAName()
{
    awaitOffer();
    for (const QWidget* widget : m_panel->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->inherits("QAbstractItemView") || !widget->isVisible())
            continue;
        const auto* asButton = qobject_cast<const QAbstractButton*>(widget);
        const auto* asLabel = qobject_cast<const QLabel*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (asButton && !asButton->text().isEmpty())
                     || (asLabel && !asLabel->text().isEmpty()),
                 qPrintable(widget->objectName()));
    }
}

NETSMITH_WINDOW_TEST(TestDataPanel)

} // namespace test_data_panel

#include "test_data_panel.moc"
