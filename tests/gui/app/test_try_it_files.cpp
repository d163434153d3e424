#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/input/sample_reading.h"
#include "engine/predict/prediction.h"
#include "gui/app/asking/answers_window.h"
#include "gui/app/asking/mistake_grid.h"
#include "gui/app/asking/mistakes_window.h"
#include "gui/app/asking/table_feed.h"
#include "gui/app/asking/try_it_feed.h"
#include "gui/document/document.h"
#include "gui/training/training_session.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/table_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_try_it_files {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

/// A network that was trained for some steps, with the panel that queries it.
struct Asked {
    QTemporaryDir folder;
    Document document;
    TrainingSession session{document};
    TryItPages pages;
    std::unique_ptr<TryItFeed> feed;
    std::filesystem::path run;

    ~Asked() { feed.reset(); }
    QString path(const QString& name) const { return folder.filePath(name); }
    void train(const char* sample, const char* source, int steps)
    {
        const std::string id(sample);
        Project project = loadProject(std::string(NETSMITH_PROJECTS) + "/" + id + "/" + id + ".netsmith").take();
        project.data.source = source;
        project.training.epochs = 100;
        project.training.device = "reference";
        document.reset(std::move(project), path(u"asked.netsmith"_s));
        session.setPlace({path(u"asked.netsmith"_s).toStdString()});
        session.setStepsPerLaunch(1);
        feed = std::make_unique<TryItFeed>(document, session, pages, nullptr);
        pages.resize(320, 640);
        pages.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pages));
        for (int i = 0; i < steps; ++i) {
            session.step();
            QTRY_COMPARE_WITH_TIMEOUT(session.snapshot().step, i + 1, patience);
            QTRY_COMPARE_WITH_TIMEOUT(session.state(), TrainingState::paused, patience);
        }
        run = session.run()->folder;
    }
    void stop()
    {
        session.stop();
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), TrainingState::stopped, patience);
    }
    template <class T>
    T* child(const char* name) const
    {
        return pages.findChild<T*>(QString::fromLatin1(name));
    }
};

} // namespace

/// Rows, files and mistakes: queries to a network besides drawings.
class TestTryItFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }
    void aRowIsFilledInAndAnswered();
    void whatIsTypedIsReadAsInATable();
    void picturesOfAFolderAreAnswered();
    void rowsOfAFileAreAnswered();
    void wordsThatTrainingNeverSawAreSaid();
    void whatCantBeReadIsSaid();
    void answersToOtherQuestionsAreIgnored_data();
    void answersToOtherQuestionsAreIgnored();
    void mistakesAreTheWorstFirst();
    void mistakesKeepTheirShape();
    void everyMistakeHasItsTip();
};

void TestTryItFiles::aRowIsFilledInAndAnswered()
{
    Asked asked;
    asked.train("table_classifier", "synthetic_flowers", 3);
    QCOMPARE(asked.pages.page(), TryItPages::Page::table);
    auto* panel = asked.child<TablePanel>("tablePanel");
    QVERIFY(panel->values().size() >= 4);
    const QPoint place = asked.child<QLineEdit>("tableField0")->mapToGlobal(QPoint());
    QTest::mouseClick(asked.child<QPushButton>("tryItNext"), Qt::LeftButton);
    auto* verdict = asked.child<QLabel>("tryItVerdict");
    QTRY_VERIFY_WITH_TIMEOUT(verdict->text().endsWith(u"correct"_s) || verdict->text().endsWith(u"wrong"_s), patience);
    const auto* bars = asked.child<ClassBars>("tableBars");
    const QString said = bars->accessibleDescription().section(u',', 0, 0);
    QCOMPARE(verdict->text().contains(u"not “"_s), verdict->text().endsWith(u"wrong"_s));
    if (verdict->text().endsWith(u"correct"_s))
        QVERIFY(verdict->text().contains(said));

    auto* field = asked.child<QLineEdit>("tableField0");
    QVERIFY(field && !field->text().isEmpty());
    QCOMPARE(field->mapToGlobal(QPoint()), place); // the answer moves nothing
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"twelve"_s);
    QVERIFY(verdict->text().isEmpty()); // now it is another row, without a known target
    const auto* row = qobject_cast<FormRow*>(field->parentWidget());
    QVERIFY(row && row->message().contains(u"number"_s));
    field->selectAll();
    QTest::keyClicks(field, u"1.5"_s);
    QVERIFY(row->message().isEmpty());

    asked.stop();
    Predictor predictor(asked.run);
    const auto numbers = predictor.predict(formSample(predictor.inputs(), panel->values())).front();
    const auto best = std::ranges::max_element(numbers) - numbers.begin();
    const QString engines = engineText(predictor.outputs().front().nameOf(best));
    panel->setValues(panel->values());
    QTRY_COMPARE_WITH_TIMEOUT(bars->accessibleDescription().section(u',', 0, 0), engines, patience);
}

void TestTryItFiles::whatIsTypedIsReadAsInATable()
{
    data::FieldSpec spec{.name = "columns", .type = DataType::f32, .shape = Shape{4}};
    spec.columns = {{.name = "length", .fitted = true, .fit = {.fill = 5.0f, .subtract = 10.0f, .divide = 2.0f}},
                    {.name = "colour", .categories = {"red", "green", "blue"}, .fitted = true}};
    const QList<TablePanel::Column> form = formColumns({spec});
    QCOMPARE(form.size(), 2);
    QCOMPARE(form[0].name, u"length"_s);
    QVERIFY(form[0].categories.isEmpty());
    QCOMPARE(form[1].categories, (QStringList{u"red"_s, u"green"_s, u"blue"_s}));
    const data::Field raw = formSample({spec}, {u"13"_s, u"green"_s}).front();
    const auto* numbers = reinterpret_cast<const float*>(raw.bytes.get());
    QCOMPARE(std::vector(numbers, numbers + 4), (std::vector{13.0f, 0.0f, 1.0f, 0.0f})); // as in a file
    QVERIFY(!raw.spec.columns[0].fitted);
    const data::Field missing = formSample({spec}, {QString(), QString()}).front();
    const auto* gaps = reinterpret_cast<const float*>(missing.bytes.get());
    QVERIFY(std::all_of(gaps, gaps + 4, [](float number) { return std::isnan(number); }));

    data::NewField fitted = data::makeField(spec, 1);
    const float standardised[] = {1.5f, 0.0f, 0.0f, 1.0f};
    std::memcpy(fitted.bytes, standardised, sizeof standardised);
    QCOMPARE(formValues({spec}, {fitted.field}), (QStringList{u"13"_s, u"blue"_s}));
}

void TestTryItFiles::picturesOfAFolderAreAnswered()
{
    Asked asked;
    asked.train("mnist_mlp", "synthetic_digits", 5);
    const QString folder = asked.path(u"pictures"_s);
    const data::DataSet set = data::sourceFor(asked.document.project().data, {})->load({}, {}).take();
    for (int i = 0; i < 6; ++i) {
        const auto label = static_cast<int>(set.test.field("label").sample(i)[0]);
        QVERIFY(QDir().mkpath(folder + u"/%1"_s.arg(label)));
        const auto pixels = set.test.field("image").sample(i);
        const QImage picture(reinterpret_cast<const uchar*>(pixels.data()), 28, 28, 28, QImage::Format_Grayscale8);
        QVERIFY(picture.save(folder + u"/%1/%2.png"_s.arg(label).arg(i)));
    }
    asked.feed->openFiles({folder});
    auto* window = asked.child<AnswersWindow>("answersWindow");
    QVERIFY(window && window->isVisible());
    QVERIFY(window->findChild<NoteBox*>(u"answersNote"_s)->isVisible()); // a run is live
    const auto* table = window->findChild<QTableWidget*>(u"answersTable"_s);
    const auto* empty = window->findChild<QLabel*>(u"answersEmpty"_s);
    QVERIFY(empty->isVisible() && !table->isVisible()); // no headings over an empty table
    asked.stop();
    asked.feed->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(window->shown().has_value(), patience);
    const GivenAnswers& answers = *window->shown();
    QCOMPARE(answers.samples, 6);
    QCOMPARE(table->rowCount(), 6);
    QVERIFY(table->isVisible() && !empty->isVisible());
    Predictor predictor(asked.run);
    std::int64_t right = 0;
    for (int row = 0; row < 6; ++row) {
        const data::Samples one = data::readSamples(answers.first[static_cast<std::size_t>(row)].name, data::readingFor(predictor));
        const auto numbers = predictor.predict(one.inputs).front();
        const auto best = std::ranges::max_element(numbers) - numbers.begin();
        QCOMPARE(table->item(row, 1)->text(), QString::number(best));
        const QString truth = QFileInfo(table->item(row, 0)->text()).dir().dirName();
        QCOMPARE(table->item(row, 3)->text(), truth);
        QCOMPARE(table->item(row, 4)->text(), truth == QString::number(best) ? u"yes"_s : u"no"_s);
        right += truth == QString::number(best) ? 1 : 0;
    }
    QCOMPARE(answers.known, 6);
    QCOMPARE(answers.right, right);
    QVERIFY(right < 6); // mistakes stand out, in the current colours
    for (const Theme::Mode mode : {Theme::Mode::light, Theme::Mode::dark}) {
        Theme::instance().setMode(mode);
        for (int row = 0; row < 6; ++row)
            QCOMPARE(table->item(row, 0)->foreground().color() == Theme::instance().color(Token::bad),
                     table->item(row, 4)->text() == u"no"_s);
    }
    for (int column = 0; column < table->columnCount(); ++column)
        QVERIFY(table->columnWidth(column) >= table->horizontalHeader()->sectionSizeHint(column));

    QTest::mouseClick(window->findChild<QPushButton*>(u"answersSave"_s), Qt::LeftButton);
    auto* dialog = window->findChild<QFileDialog*>(u"answersDialog"_s);
    QVERIFY(dialog && !dialog->isModal());
    dialog->close();
    Q_EMIT dialog->fileSelected(asked.path(u"answers.csv"_s));
    QTRY_VERIFY(QFile::exists(asked.path(u"answers.csv"_s)));
    const std::string csv = readTextFile(asked.path(u"answers.csv"_s).toStdString()).take();
    QCOMPARE(csv, answers.csv);
    QCOMPARE(std::ranges::count(csv, '\n'), 7);
    QVERIFY(csv.starts_with("input,class,name,share 0,"));
}

void TestTryItFiles::rowsOfAFileAreAnswered()
{
    Asked asked;
    asked.train("table_classifier", "synthetic_flowers", 3);
    asked.stop();
    Predictor predictor(asked.run);
    const std::vector<data::Column>& columns = predictor.inputs().front().columns;
    QString csv;
    for (const data::Column& column : columns)
        csv += (csv.isEmpty() ? QString() : u","_s) + fromStd(column.name);
    for (int row = 0; row < 700; ++row) {
        QStringList cells;
        for (const data::Column& column : columns)
            cells << (column.categories.empty() ? QString::number(row % 7) : fromStd(column.categories.front()));
        csv += u'\n' + cells.join(u',');
    }
    writeFileSafely(asked.path(u"rows.csv"_s).toStdString(), csv.toStdString() + "\n").take();
    asked.feed->openFiles({asked.path(u"rows.csv"_s)});
    auto* window = asked.child<AnswersWindow>("answersWindow");
    QTRY_VERIFY_WITH_TIMEOUT(window->shown().has_value(), patience);
    QCOMPARE(window->shown()->samples, 700);
    QCOMPARE(window->shown()->known, 0);
    QCOMPARE(window->findChild<QTableWidget*>(u"answersTable"_s)->rowCount(), static_cast<int>(GivenAnswers::shownAtMost));
    QCOMPARE(std::ranges::count(window->shown()->csv, '\n'), 701); // all of them
    QVERIFY(!window->findChild<NoteBox*>(u"answersNote"_s)->isVisible()); // there is nothing to be careful of
}

void TestTryItFiles::wordsThatTrainingNeverSawAreSaid()
{
    Asked asked;
    asked.train("table_classifier", "synthetic_flowers", 3);
    asked.stop();
    Predictor predictor(asked.run);
    QStringList names;
    QStringList cells;
    for (const data::Column& column : predictor.inputs().front().columns) {
        names << fromStd(column.name);
        cells << (column.categories.empty() ? u"1"_s : u"turquoise"_s);
    }
    QVERIFY(cells.contains(u"turquoise"_s));
    const QString csv = names.join(u',') + u'\n' + cells.join(u',') + u'\n';
    writeFileSafely(asked.path(u"unseen.csv"_s).toStdString(), csv.toStdString()).take();
    asked.feed->openFiles({asked.path(u"unseen.csv"_s)});
    auto* window = asked.child<AnswersWindow>("answersWindow");
    QTRY_VERIFY_WITH_TIMEOUT(window->shown().has_value(), patience);
    const auto* note = window->findChild<NoteBox*>(u"answersNote"_s);
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(u"turquoise"_s), qPrintable(note->text()));
}

void TestTryItFiles::whatCantBeReadIsSaid()
{
    Asked asked;
    asked.train("mnist_mlp", "synthetic_digits", 1);
    asked.stop();
    writeFileSafely(asked.path(u"bad.npy"_s).toStdString(), std::string_view("no array")).take();
    asked.feed->openFiles({asked.path(u"bad.npy"_s)});
    auto* window = asked.child<AnswersWindow>("answersWindow");
    auto* note = window->findChild<NoteBox*>(u"answersNote"_s);
    QTRY_VERIFY_WITH_TIMEOUT(note->isVisible(), patience);
    QVERIFY2(note->text().contains(u"bad.npy"_s), qPrintable(note->text()));
    QVERIFY(!window->findChild<QPushButton*>(u"answersSave"_s)->isEnabled());
}

void TestTryItFiles::answersToOtherQuestionsAreIgnored_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("bars");
    QTest::newRow("mnist_mlp") << u"synthetic_digits"_s << u"tryItBars"_s;
    QTest::newRow("sentiment") << u"synthetic_reviews"_s << u"sentenceBars"_s;
    QTest::newRow("table_classifier") << u"synthetic_flowers"_s << u"tableBars"_s;
    QTest::newRow("sine_forecast") << u"synthetic_waves"_s << QString();
}

/// An answer may arrive when something else is shown already, and all pages hear of the answers to each.
void TestTryItFiles::answersToOtherQuestionsAreIgnored()
{
    QFETCH(QString, source);
    QFETCH(QString, bars);
    Asked asked;
    asked.train(QTest::currentDataTag(), source.toLatin1(), 1);
    QSignalSpy answered(&asked.session, &TrainingSession::answered);
    const auto* verdict = asked.child<QLabel>("tryItVerdict");
    QTest::mouseClick(asked.child<QPushButton>("tryItNext"), Qt::LeftButton);
    const auto isJudged = [&] {
        const QString text = verdict->text();
        return text.endsWith(u"correct"_s) || text.endsWith(u"wrong"_s) || text.startsWith(u"Mean absolute error"_s);
    };
    QTRY_VERIFY_WITH_TIMEOUT(answered.count() > 0 && isJudged(), patience);
    const auto shown = [&] {
        const QWidget* said = bars.isEmpty() ? nullptr : asked.pages.findChild<ClassBars*>(bars);
        return verdict->text() + u'\n' + (said ? said->accessibleDescription() : QString());
    };
    const QString before = shown();
    auto other = answered.back().front().value<PredictionAnswer>();
    ++other.id;
    for (float& value : other.outputs.front().values)
        value = 1.0f - value;
    Q_EMIT asked.session.answered(other);
    QCOMPARE(shown(), before);
}

void TestTryItFiles::mistakesAreTheWorstFirst()
{
    Asked asked;
    asked.train("mnist_mlp", "synthetic_digits", 3);
    asked.stop();
    const data::DataSet set = data::sourceFor(asked.document.project().data, {})->load({}, {}).take();
    Predictor predictor(asked.run);
    std::int64_t wrong = 0;
    double worst = 0.0;
    const std::vector<float> numbers = predictor.predict({&set.test.field("image"), 1}).front();
    for (std::int64_t i = 0; i < set.test.count(); ++i) {
        const auto shares = std::span(numbers).subspan(static_cast<std::size_t>(i) * 10, 10);
        const auto truth = static_cast<std::size_t>(set.test.field("label").sample(i)[0]);
        const auto best = std::ranges::max_element(shares) - shares.begin();
        wrong += static_cast<std::size_t>(best) == truth ? 0 : 1;
        worst = std::max(worst, static_cast<double>(shares[static_cast<std::size_t>(best)]) - static_cast<double>(shares[truth]));
    }
    QVERIFY(wrong > 60); // more than are shown

    asked.feed->showMistakes();
    auto* window = asked.child<MistakesWindow>("mistakesWindow");
    QTRY_VERIFY_WITH_TIMEOUT(window->shown().has_value(), patience);
    const Mistakes& mistakes = *window->shown();
    QCOMPARE(mistakes.samples, set.test.count());
    QCOMPARE(mistakes.wrong, wrong);
    QCOMPARE(mistakes.worst.size(), Mistakes::atMost);
    QVERIFY(std::abs(mistakes.worst.front().badness - worst) < 1e-6);
    QVERIFY(std::ranges::is_sorted(mistakes.worst, std::ranges::greater(), &Mistake::badness));
    for (const Mistake& mistake : mistakes.worst) {
        QVERIFY(!mistake.content.picture.isNull());
        QCOMPARE(mistake.truth, std::to_string(static_cast<int>(set.test.field("label").sample(mistake.position)[0])));
        QVERIFY(mistake.answer != mistake.truth);
    }
    const QString title = window->findChild<QLabel*>(u"mistakesTitle"_s)->text();
    QVERIFY2(title.contains(QLocale().toString(wrong)) && title.contains(u"60"_s), qPrintable(title));
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        window->grab().save(folder + u"/mistakes.png"_s);
}

/// A picture twice as wide as high is centred in its square and not stretched.
void TestTryItFiles::mistakesKeepTheirShape()
{
    Mistakes mistakes;
    Mistake& mistake = mistakes.worst.emplace_back();
    mistake.content.picture = QImage(32, 16, QImage::Format_RGB32);
    mistake.content.picture.fill(Qt::red);
    MistakeGrid grid;
    grid.show(mistakes);
    const int side = 100;
    grid.resize(side, grid.heightForWidth(side));
    const QImage seen = grid.grab().toImage();
    QCOMPARE(seen.pixelColor(side / 2, side / 2), QColor(Qt::red));
    QCOMPARE(seen.pixelColor(side / 2, 5), Theme::instance().color(Token::track));
    QCOMPARE(seen.pixelColor(side / 2, side - 5), Theme::instance().color(Token::track));
}

void TestTryItFiles::everyMistakeHasItsTip()
{
    Mistakes mistakes;
    mistakes.tellsClass = false;
    for (const std::int64_t position : {6, 41, 3}) {
        Mistake& mistake = mistakes.worst.emplace_back();
        mistake.position = position;
        mistake.content.picture = QImage(16, 16, QImage::Format_RGB32);
        mistake.content.picture.fill(Qt::red);
    }
    MistakeGrid grid;
    grid.show(mistakes);
    grid.resize(400, grid.heightForWidth(400));
    QStringList tips; // from left to right
    for (int x = 0; x < grid.width(); ++x) {
        QToolTip::showText({}, {});
        const QPoint at(x, 20);
        QHelpEvent event(QEvent::ToolTip, at, grid.mapToGlobal(at));
        QCoreApplication::sendEvent(&grid, &event);
        if (const QString tip = QToolTip::text(); !tip.isEmpty() && (tips.isEmpty() || tips.last() != tip))
            tips << tip;
    }
    QCOMPARE(tips.size(), 3);
    for (int i = 0; i < 3; ++i)
        QVERIFY2(tips[i].contains(QStringList{u"Sample 7"_s, u"Sample 42"_s, u"Sample 4"_s}[i] + u'\n'), qPrintable(tips[i]));
}

NETSMITH_WINDOW_TEST(TestTryItFiles)

} // namespace test_try_it_files

#include "test_try_it_files.moc"
