#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/predict/prediction.h"
#include "engine/runs/store/run_summary.h"
#include "engine/store/run_folder.h"
#include "engine/train/generation/generation.h"
#include "gui/app/asking/tried_network.h"
#include "gui/app/asking/try_it_feed.h"
#include "gui/document/document.h"
#include "gui/training/training_session.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/tryit/sentence_panel.h"
#include "gui/tryit/series_panel.h"
#include "gui/tryit/text_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/tryit/try_it_panel.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <vector>

namespace test_try_it_feed {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t endless = 100000; // epochs
constexpr int patience = 60000; // ms

Project sample(const char* name)
{
    const std::string id(name);
    return loadProject(std::string(NETSMITH_PROJECTS) + "/" + id + "/" + id + ".netsmith").take();
}

/// The panel and the network that it queries.
struct Asking {
    QTemporaryDir folder;
    Document document;
    TrainingSession session{document};
    TryItPages pages;
    std::unique_ptr<TryItFeed> feed;

    ~Asking() { feed.reset(); }
    std::filesystem::path path() const { return folder.path().toStdString(); }
    void open(Project project)
    {
        project.training.device = "reference";
        document.reset(std::move(project), QString::fromStdString((path() / "text.netsmith").string()));
        session.setPlace({path() / "text.netsmith"});
        session.setStepsPerLaunch(1);
        if (!feed)
            feed = std::make_unique<TryItFeed>(document, session, pages, nullptr);
        pages.resize(320, 640);
        pages.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pages));
    }
    template <class T>
    T* child(const char* name) const
    {
        return pages.findChild<T*>(QString::fromLatin1(name));
    }
    QString view() const { return child<TokenView>("textView")->toPlainText(); }
    void choose(const char* field, const QString& value)
    {
        auto* edit = child<QLineEdit>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, value);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    /// Sets the prompt and presses the button.
    void generate(const QString& prompt)
    {
        child<QPlainTextEdit>("textPrompt")->setPlainText(prompt);
        QTest::mouseClick(child<QPushButton>("textWrite"), Qt::LeftButton);
    }
};

/// The engine's text with the same settings.
QString writtenByTheEngine(const std::filesystem::path& run, const std::string& prompt, int tokens, const train::Sampling& sampling)
{
    Predictor predictor(run, {}, 1);
    train::TextGeneration writer(train::tokenNetworkOf(predictor), prompt, sampling, 1);
    std::string text = prompt;
    for (int i = 0; i < tokens; ++i)
        text += writer.next().text;
    return QString::fromStdString(text);
}

} // namespace

/// The panel with a network that trains or is trained.
class TestTryItFeed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void eachNetworkHasItsPage_data();
    void eachNetworkHasItsPage();
    void aFinishedRunWrites();
    void aRunWritesWhileItTrains();
    void writingEndsWithItsProject();
    void chineseIsWrittenAndRead();
    void sentencesAreClassified();
    void seriesAreForecast();
    void testSamplesComeWithTheirTruth();
    void testTextsComeWithTheirTruth();
    void testStretchesFollowOneAnother();
    void aChosenRunAnswers();
    void aSeriesIsReadAgainWhereItsFileChanges();
};

void TestTryItFeed::eachNetworkHasItsPage_data()
{
    using Kind = TriedNetwork::Kind;
    QTest::addColumn<QString>("project");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, Kind kind) {
        QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(kind);
    };
    row("mnist_cnn", Kind::picture);
    row("char_lstm", Kind::text);
    row("text_lstm", Kind::text);
    row("tang_poems", Kind::text);
    row("sentiment", Kind::sentence);
    row("sine_forecast", Kind::series);
}

void TestTryItFeed::eachNetworkHasItsPage()
{
    using Kind = TriedNetwork::Kind;
    using Page = TryItPages::Page;
    QFETCH(QString, project);
    QFETCH(int, kind);
    const Project opened = sample(project.toLatin1().constData());
    QCOMPARE(static_cast<int>(triedNetwork(opened, data::sourceFor(opened.data, data::dataPaths())->fields()).kind), kind);
    Asking asking;
    asking.open(opened);
    const Page page = asking.pages.page();
    QCOMPARE(page,
             kind == int(Kind::text)           ? Page::text
                 : kind == int(Kind::sentence) ? Page::sentence
                 : kind == int(Kind::series)   ? Page::series
                                               : Page::picture);
    for (const char* panel : {"tryItPanel", "textPanel", "sentencePanel", "seriesPanel"}) {
        const bool visible = asking.child<QWidget>(panel)->isVisible();
        const bool wanted = page == Page::text ? panel == std::string("textPanel")
            : page == Page::sentence           ? panel == std::string("sentencePanel")
            : page == Page::series             ? panel == std::string("seriesPanel")
                                               : panel == std::string("tryItPanel");
        QCOMPARE(visible, wanted);
    }
}

void TestTryItFeed::aFinishedRunWrites()
{
    Asking asking;
    asking.open(tinyTextProject(asking.path()));
    QVERIFY(!asking.child<QPushButton>("textWrite")->isEnabled());
    asking.session.startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::finished, patience);
    QVERIFY(asking.child<QPushButton>("textWrite")->isEnabled());
    const std::filesystem::path run = asking.session.run()->folder;
    auto* panel = asking.child<TextPanel>("textPanel");

    asking.choose("temperatureField", u"0"_s);
    asking.choose("textLengthField", u"40"_s);
    asking.generate(u"hell"_s);
    QTRY_VERIFY(!panel->isWriting());
    QCOMPARE(asking.view(), writtenByTheEngine(run, "hell", 40, {.temperature = 0.0}));
    QCOMPARE(asking.child<TokenView>("textView")->tokenCount(), std::size_t{40});
    const ShownToken* last = asking.child<TokenView>("textView")->lookedAt();
    QCOMPARE(last->probability, 1.0); // it was not drawn at random
    QVERIFY(last->shares.size() > 1 && last->shares[0] >= last->shares[1]); // although others were possible

    asking.choose("temperatureField", u"2"_s);
    asking.choose("topKField", u"5"_s);
    asking.generate(u"hXll"_s); // an unknown character is noted, not rejected
    QTRY_VERIFY(!panel->isWriting());
    QCOMPARE(asking.view(), writtenByTheEngine(run, "hXll", 40, {.temperature = 2.0, .topK = 5}));
    QVERIFY(asking.child<NoteBox>("textNote")->isVisible());
    QVERIFY(asking.child<NoteBox>("textNote")->text().contains(u"“X”"_s));

    asking.generate({});
    QTRY_VERIFY(!panel->isWriting());
    QCOMPARE(asking.view(), writtenByTheEngine(run, "", 40, {.temperature = 2.0, .topK = 5}));
}

void TestTryItFeed::aRunWritesWhileItTrains()
{
    Asking asking;
    Project project = tinyTextProject(asking.path());
    project.training.epochs = endless;
    asking.open(project);
    asking.session.startAtOnce();
    QTRY_COMPARE(asking.session.state(), TrainingState::running);
    QTRY_VERIFY(asking.session.run());
    QSignalSpy written(&asking.session, &TrainingSession::written);
    asking.choose("textLengthField", u"10000"_s);
    asking.generate(u"hell"_s);
    auto* view = asking.child<TokenView>("textView");
    QTRY_VERIFY(view->tokenCount() > 20);
    const auto first = written.front().front().value<WrittenText>();
    QVERIFY(first.live);
    QTRY_VERIFY(written.back().front().value<WrittenText>().step > first.step); // training goes on between the tokens

    // It stops immediately.
    auto* panel = asking.child<TextPanel>("textPanel");
    QTest::mouseClick(asking.child<QPushButton>("textWrite"), Qt::LeftButton);
    QVERIFY(!panel->isWriting());
    const std::size_t count = view->tokenCount();
    QSignalSpy answered(&asking.session, &TrainingSession::answered);
    asking.session.predictText("hell"); // answered after everything still being written
    QTRY_COMPARE(answered.count(), 1);
    QCOMPARE(view->tokenCount(), count);

    // A paused run writes with its current weights.
    asking.session.pause();
    QTRY_COMPARE(asking.session.state(), TrainingState::paused);
    const std::int64_t step = asking.session.snapshot().step;
    asking.generate(u"hell"_s);
    QTRY_VERIFY(view->tokenCount() > 20);
    QCOMPARE(asking.session.snapshot().step, step);
    QCOMPARE(written.back().front().value<WrittenText>().step, step);

    // A stopped run continues its text from its checkpoint, unless the text was complete.
    asking.session.stop();
    QTRY_COMPARE(asking.session.state(), TrainingState::stopped);
    QTRY_VERIFY(!written.back().front().value<WrittenText>().live || !panel->isWriting());
    QVERIFY(!written.back().front().value<WrittenText>().problem);
    QVERIFY(written.back().front().value<WrittenText>().step >= step);
}

void TestTryItFeed::writingEndsWithItsProject()
{
    Asking asking;
    asking.open(tinyTextProject(asking.path()));
    asking.session.startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::finished, patience);
    asking.choose("textLengthField", u"10000"_s);
    asking.generate(u"hell"_s);
    QTRY_VERIFY(asking.child<TokenView>("textView")->tokenCount() > 0);
    asking.document.reset(sample("mnist_cnn"), {});
    QCOMPARE(asking.pages.page(), TryItPages::Page::picture);
    QVERIFY(!asking.child<TextPanel>("textPanel")->isWriting());
    QCOMPARE(asking.child<TokenView>("textView")->tokenCount(), std::size_t{0});
    asking.pages.setPage(TryItPages::Page::text);
    QVERIFY(!asking.child<QPushButton>("textWrite")->isEnabled());
}

void TestTryItFeed::chineseIsWrittenAndRead()
{
    Asking asking;
    Project project = tinyTextProject(asking.path());
    const std::string poem = "床前明月光，疑是地上霜。\n举头望明月，低头思故乡。\n";
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += poem;
    writeFileSafely(project.data.path, text).take();
    std::set<char32_t> signs;
    for (const char32_t sign : QString::fromStdString(poem).toStdU32String())
        signs.insert(sign);
    const auto tokens = static_cast<std::int64_t>(2 + signs.size());
    project.graph.find("embedding_1")->parameters["input_dim"] = tokens;
    project.graph.find("dense_1")->parameters["units"] = tokens;
    project.training.epochs = 6;
    asking.open(project);
    QCOMPARE(asking.document.analysis().errorCount(), 0);
    asking.session.startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::finished, patience);
    asking.choose("temperatureField", u"0"_s);
    asking.choose("textLengthField", u"30"_s);
    asking.generate(u"床前明月"_s);
    QTRY_VERIFY(!asking.child<TextPanel>("textPanel")->isWriting());
    QCOMPARE(asking.view(), writtenByTheEngine(asking.session.run()->folder, "床前明月", 30, {.temperature = 0.0}));
    QVERIFY2(asking.view().startsWith(u"床前明月光，疑是地上霜。"_s), qPrintable(asking.view()));
    QVERIFY(!asking.child<NoteBox>("textNote")->isVisible());
}

void TestTryItFeed::sentencesAreClassified()
{
    Asking asking;
    Project project = sample("sentiment");
    project.training.epochs = endless; // what matters is that it answers
    asking.open(project);
    asking.session.step();
    QTRY_COMPARE(asking.session.state(), TrainingState::paused);
    auto* text = asking.child<QPlainTextEdit>("sentenceText");
    text->setPlainText(u"The plot was good."_s);
    auto* bars = asking.child<ClassBars>("sentenceBars");
    QTRY_VERIFY(!bars->accessibleDescription().isEmpty());
    QVERIFY(bars->accessibleDescription().startsWith(u"negative"_s) || bars->accessibleDescription().startsWith(u"positive"_s));
    auto* note = asking.child<NoteBox>("sentenceNote");
    QVERIFY(!note->isVisible()); // capitals are read as small letters
    text->setPlainText(u"这 plot 很 good"_s);
    QTRY_VERIFY(note->isVisible() && note->text().contains(u"“这”"_s) && note->text().contains(u"“很”"_s));
    text->setPlainText(u"good "_s.repeated(20));
    QTRY_VERIFY(note->text().contains(u"20"_s) && note->text().contains(u"16"_s));
}

void TestTryItFeed::seriesAreForecast()
{
    Asking asking;
    Project project = sample("sine_forecast");
    project.training.epochs = endless;
    asking.open(project);
    asking.session.step();
    QTRY_COMPARE(asking.session.state(), TrainingState::paused);
    QTRY_VERIFY(asking.child<TextLabel>("seriesCaption")->isVisible());
    QVERIFY(!asking.child<NoteBox>("seriesNote")->isVisible());
    QVERIFY(asking.child<TextLabel>("seriesCaption")->text().contains(u"1"_s));
    // Beside its error what repeating the last of the series reaches on the same stretch.
    const data::DataSet set = data::sourceFor(project.data, {})->load({}, {}).take();
    const int stretch = asking.child<QSlider>("seriesStretch")->value();
    std::vector<float> past(48), came(8);
    std::memcpy(past.data(), set.test.field("series").sample(stretch).data(), 48 * sizeof(float));
    std::memcpy(came.data(), set.test.field("target").sample(stretch).data(), 8 * sizeof(float));
    double error = 0.0;
    for (const float value : came)
        error += std::abs(double(value) - double(past.back())) / 8.0;
    QCOMPARE(asking.child<TextLabel>("seriesBaseline")->text(),
             u"A forecast that repeats the last known value would reach a mean absolute error of %1."_s.arg(error, 0, 'f', 4));
}

void TestTryItFeed::aSeriesIsReadAgainWhereItsFileChanges()
{
    Asking asking;
    Project project = sample("sine_forecast");
    project.training.epochs = endless;
    project.data.source = "series";
    project.data.path = (asking.path() / "waves.csv").string();
    project.data.parameters = {{"window", std::int64_t{48}}, {"horizon", std::int64_t{8}}};
    const auto write = [&](int rows) {
        std::string text = "wave\n";
        for (int row = 0; row < rows; ++row)
            text += std::to_string(row % 12) + ".5\n";
        writeFileSafely(project.data.path, text).take();
    };
    write(600);
    asking.open(project);
    asking.session.step();
    QTRY_COMPARE(asking.session.state(), TrainingState::paused);
    auto* stretch = asking.child<QSlider>("seriesStretch");
    QTRY_COMPARE(stretch->maximum(), 120 - 56); // of the fifth for testing
    write(700);
    QTRY_COMPARE(stretch->maximum(), 140 - 56);
}

/// The test samples in order, their classes, and whether the network is right.
void TestTryItFeed::testSamplesComeWithTheirTruth()
{
    Asking asking;
    Project project = sample("mnist_mlp");
    project.data.source = "synthetic_digits";
    project.training.epochs = 1;
    asking.open(project);
    QVERIFY(!asking.child<QPushButton>("tryItNext")->isEnabled()); // nothing was trained
    asking.session.step();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::paused, patience);
    const data::DataSet set = data::sourceFor(project.data, {})->load({}, {}).take();
    auto* verdict = asking.child<QLabel>("tryItVerdict");
    auto* bars = asking.child<ClassBars>("tryItBars");
    for (int i = 0; i < 12; ++i) {
        QTest::mouseClick(asking.child<QPushButton>("tryItNext"), Qt::LeftButton);
        const QString truth = QString::number(static_cast<int>(set.test.field("label").sample(i)[0]));
        const QString title = u"Test sample %1 is “%2”"_s.arg(i + 1).arg(truth);
        QTRY_VERIFY_WITH_TIMEOUT(verdict->text().startsWith(title) && verdict->text() != title, patience);
        const QString said = bars->accessibleDescription().section(u',', 0, 0);
        QCOMPARE(verdict->text(), said == truth ? title + u": correct"_s : title + u", not “%1”: wrong"_s.arg(said));
    }
    auto* pad = asking.child<DrawingPad>("tryItPad");
    QTest::mouseClick(pad, Qt::LeftButton, {}, {40, 40});
    QVERIFY(verdict->text().isEmpty()); // a drawing has no true class
    // A sample that is being read is dropped once it is no longer wanted.
    asking.document.setDataDir(asking.path() / "elsewhere");
    asking.feed->nextSample();
    QVERIFY(!verdict->text().isEmpty());
    asking.document.setDataDir(asking.path());
    QTRY_VERIFY(verdict->text().isEmpty());
}

void TestTryItFeed::testTextsComeWithTheirTruth()
{
    Asking asking;
    Project project = sample("sentiment");
    project.training.epochs = endless;
    asking.open(project);
    asking.session.step();
    QTRY_COMPARE(asking.session.state(), TrainingState::paused);
    QTest::mouseClick(asking.child<QPushButton>("tryItNext"), Qt::LeftButton);
    auto* verdict = asking.child<QLabel>("tryItVerdict");
    QTRY_VERIFY_WITH_TIMEOUT(verdict->text().contains(u"correct"_s) || verdict->text().contains(u"wrong"_s), patience);
    const data::DataSet set = data::sourceFor(project.data, {})->load({}, {}).take();
    const data::FieldSpec& label = set.test.field("label").spec;
    const QString truth = fromStd(label.classNames[static_cast<std::size_t>(set.test.field("label").sample(0)[0])]);
    QVERIFY2(verdict->text().startsWith(u"Test sample 1 is “%1”"_s.arg(truth)), qPrintable(verdict->text()));
    auto* text = asking.child<QPlainTextEdit>("sentenceText");
    QVERIFY(text->toPlainText().contains(u' '));
    text->setPlainText(u"good"_s);
    QVERIFY(verdict->text().isEmpty());
}

void TestTryItFeed::testStretchesFollowOneAnother()
{
    Asking asking;
    Project project = sample("sine_forecast");
    project.training.epochs = endless;
    asking.open(project);
    asking.session.step();
    QTRY_COMPARE(asking.session.state(), TrainingState::paused);
    auto* stretch = asking.child<QSlider>("seriesStretch");
    QTRY_VERIFY(stretch->isVisible());
    const int before = stretch->value();
    QTest::mouseClick(asking.child<QPushButton>("tryItNext"), Qt::LeftButton);
    QCOMPARE(stretch->value(), before + 1);
}

void TestTryItFeed::aChosenRunAnswers()
{
    Asking asking;
    Project project = sample("mnist_mlp");
    project.data.source = "synthetic_digits";
    project.training.epochs = 1;
    asking.open(project);
    asking.session.step();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::paused, patience);
    asking.session.stop();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::stopped, patience);
    const std::filesystem::path first = asking.session.run()->folder;
    asking.session.runAnew();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::preFlight, patience);
    asking.session.train();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::running, patience);
    asking.session.pause();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::paused, patience);
    const std::filesystem::path second = asking.session.run()->folder;
    QVERIFY(first != second);

    std::vector<runs::RunSummary> listed{runs::summarize(first), runs::summarize(second)};
    listed[0].label.name = "the first";
    asking.feed->setRuns(listed);
    auto* run = asking.child<QComboBox>("tryItRun");
    QTRY_VERIFY(run->findText(u"the first"_s) > 0);
    auto* pad = asking.child<DrawingPad>("tryItPad");
    QTest::mouseClick(pad, Qt::LeftButton, {}, {40, 40});
    auto* caption = asking.child<QLabel>("tryItCaption");
    QTRY_VERIFY(caption->text().contains(fromStd(second.filename().string())));
    run->setCurrentIndex(run->findText(u"the first"_s));
    Q_EMIT run->activated(run->currentIndex());
    QTRY_VERIFY_WITH_TIMEOUT(caption->text().contains(fromStd(first.filename().string())), patience); // although another is live
    QVERIFY(asking.session.isLive());
    Predictor predictor(first);
    QVERIFY(caption->text().contains(QString::number(predictor.step())));
    run->setCurrentIndex(0);
    Q_EMIT run->activated(0);
    QTRY_VERIFY_WITH_TIMEOUT(caption->text().contains(fromStd(second.filename().string())), patience);
    asking.feed->setRuns({listed[1]});
    QTRY_COMPARE(run->findText(u"the first"_s), -1);
    // A run of another project is no longer queried, although it was still being read.
    asking.session.stop();
    QTRY_COMPARE_WITH_TIMEOUT(asking.session.state(), TrainingState::stopped, patience);
    run->setCurrentIndex(1);
    Q_EMIT run->activated(1);
    asking.document.reset(project, {});
    QCOMPARE(run->count(), 1);
    asking.feed->setRuns(listed); // read after the other
    QTRY_COMPARE(run->count(), 3);
    QCOMPARE(asking.session.askedRun(), std::filesystem::path());
    QCOMPARE(run->currentIndex(), 0);
    // A run that can't be read is not queried, and is not shown as selected.
    QVERIFY(std::filesystem::remove(projectPathOf(first)));
    run->setCurrentIndex(2);
    Q_EMIT run->activated(2);
    QTRY_VERIFY(!asking.child<QLabel>("tryItVerdict")->text().isEmpty());
    QCOMPARE(run->currentIndex(), 0);
}

NETSMITH_WINDOW_TEST(TestTryItFeed)

} // namespace test_try_it_feed

#include "test_try_it_feed.moc"
