#include "gui/app/asking/try_it_feed.h"

#include "engine/input/images/image_loading.h"
#include "engine/store/checkpoint_store.h"
#include "engine/store/run_folder.h"
#include "gui/app/asking/answers_window.h"
#include "gui/app/asking/mistakes_window.h"
#include "gui/app/asking/sample_text.h"
#include "gui/app/asking/sentence_feed.h"
#include "gui/app/asking/series_feed.h"
#include "gui/app/asking/table_feed.h"
#include "gui/app/asking/text_feed.h"
#include "gui/attribution/attribution_report.h"
#include "gui/document/document.h"
#include "gui/training/training_session.h"
#include "gui/tryit/sentence_panel.h"
#include "gui/tryit/series_panel.h"
#include "gui/tryit/text_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/tryit/try_it_panel.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>

namespace netsmith::gui {
namespace {

using Kind = TriedNetwork::Kind;
using Page = TryItPages::Page;

QStringList classNamesOf(const data::FieldSpec& target)
{
    QStringList names;
    for (int i = 0; i < target.classes; ++i)
        names << (std::cmp_less(i, target.classNames.size()) ? engineText(target.classNames[static_cast<std::size_t>(i)])
                                                             : QString::number(i));
    return names;
}

const data::Field* fieldNamed(const std::vector<data::Field>& fields, const std::string& name)
{
    const auto found = std::ranges::find(fields, name, [](const data::Field& field) { return field.spec.name; });
    return found == fields.end() ? nullptr : &*found;
}

} // namespace

TryItFeed::TryItFeed(Document& document, TrainingSession& session, TryItPages& pages, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_session(session)
    , m_pages(pages)
    , m_panel(pages.pictures())
    , m_texts(new TextFeed(session, pages.texts(), this))
    , m_sentences(new SentenceFeed(session, pages.sentences(), this))
    , m_series(new SeriesFeed(session, pages.series(), this))
    , m_table(new TableFeed(session, pages.table(), this))
    , m_samples(new TestSamples(this))
{
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (!change.everything)
            return;
        m_pages.setRuns({}, {}); // another project was opened
        chooseRun({});
    });
    connect(&document, &Document::analysed, this, &TryItFeed::follow);
    connect(&m_data, &DataLook::found, this, &TryItFeed::follow);
    connect(&session, &TrainingSession::runChanged, this, &TryItFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &TryItFeed::follow);
    connect(&session, &TrainingSession::answered, this, &TryItFeed::answer);
    connect(&session, &TrainingSession::updated, this, [this] {
        // The next request is sent after the last answer, so that a slow network isn't overloaded.
        if (m_asked == 0 && !m_session.asksChosen() && m_session.snapshot().step != m_answeredStep)
            m_panel.networkChanged();
    });
    connect(&session, &TrainingSession::askedChanged, this, [this] {
        m_asked = 0; // pending answers are of other weights
        m_panel.networkChanged();
        m_pages.sentences().networkChanged();
        m_pages.series().networkChanged();
        m_table->networkChanged();
    });
    connect(&m_panel, &TryItPanel::asked, this, &TryItFeed::ask);
    connect(&m_panel, &TryItPanel::sampleLeft, this, &TryItFeed::forgetSample);
    connect(m_sentences, &SentenceFeed::sampleLeft, this, &TryItFeed::forgetSample);
    connect(m_sentences, &SentenceFeed::answered, this, [this](const PredictionAnswer& answer) { judge(&answer); });
    connect(m_table, &TableFeed::sampleLeft, this, &TryItFeed::forgetSample);
    connect(m_table, &TableFeed::answered, this, [this](const PredictionAnswer& answer) { judge(&answer); });
    connect(m_series, &SeriesFeed::judged, this, [this](double error) {
        m_pages.showVerdict(TryItPages::Verdict::none, tr("Mean absolute error %1").arg(significantText(error)));
    });
    connect(m_texts, &TextFeed::sampleLeft, this, &TryItFeed::forgetSample);
    connect(&pages, &TryItPages::mistakesWanted, this, &TryItFeed::showMistakes);
    connect(&pages, &TryItPages::filesGiven, this, &TryItFeed::openFiles);
    connect(&pages, &TryItPages::nextWanted, this, &TryItFeed::nextSample);
    connect(&pages, &TryItPages::runChosen, this, [this](const QString& path) { chooseRun(path.toStdString()); });
    connect(m_samples, &TestSamples::came, this, &TryItFeed::showSample);
    connect(m_samples, &TestSamples::partRead, m_table, &TableFeed::setPoints);
    connect(m_samples, &TestSamples::failed, this,
            [this](const Message& message) { m_pages.showVerdict(TryItPages::Verdict::wrong, messageText(message)); });
    connect(m_samples, &TestSamples::readingChanged, this, [this] {
        if (m_samples->isAwaited())
            m_pages.showVerdict(TryItPages::Verdict::none, tr("Reading the data"));
        else if (!m_sample)
            m_pages.showVerdict(TryItPages::Verdict::none, {});
    });
    // Queued: by then it is known whether the question is about a sample of the data.
    connect(&session, &TrainingSession::questioned, this, &TryItFeed::subjectChanged, Qt::QueuedConnection);
    connect(&pages.texts(), &TextPanel::promptEdited, this, &TryItFeed::subjectChanged, Qt::QueuedConnection);
    nameRuns();
    follow();
}

const Project& TryItFeed::project() const
{
    if (m_chosenProject)
        return *m_chosenProject;
    const bool asked = m_session.canPredict() && m_session.run() && m_session.run()->project;
    return asked ? *m_session.run()->project : m_document.project();
}

void TryItFeed::follow()
{
    const bool ready = m_session.canPredict();
    const bool others = std::exchange(m_dataRevision, m_document.dataRevision()) != m_document.dataRevision();
    m_data.look(project().data, m_document.dataPaths(), others);
    m_tried = triedNetwork(project(), m_data.facts().fields());
    const bool picture = m_tried.kind == Kind::picture;
    const Page page = m_tried.kind == Kind::text ? Page::text
        : m_tried.kind == Kind::sentence         ? Page::sentence
        : m_tried.kind == Kind::series           ? Page::series
        : m_tried.kind == Kind::table            ? Page::table
                                                 : Page::picture;
    if (page != m_pages.page())
        forgetSample();
    m_pages.setPage(page);
    const auto format = picture ? data::imageFormatOf(m_tried.input, project().data) : std::nullopt;
    m_panel.setInput(picture ? std::optional(m_tried.input.shape) : std::nullopt,
                     picture && m_tried.input.classes == 0 && m_tried.input.shape[2] == 1,
                     format ? format->fit : data::Fit::stretch);
    const QStringList classes = m_tried.kind == Kind::text ? QStringList() : classNamesOf(m_tried.target); // not for each token
    m_panel.setClasses(picture ? classes : QStringList());
    m_panel.setReady(ready);
    m_texts->follow(ready && m_tried.kind == Kind::text);
    m_sentences->follow(ready && m_tried.kind == Kind::sentence, classes);
    m_series->follow(ready && m_tried.kind == Kind::series, m_tried, project().data);
    m_table->follow(ready && m_tried.kind == Kind::table, m_tried, classes);
    const bool samples = ready && m_tried.kind != Kind::nothing;
    if (m_samples->follow(samples ? m_session.askedRun() : std::filesystem::path(), m_document.dataDir()))
        m_table->forgetPoints();
    if (samples && m_table->wantsPoints())
        m_samples->want();
    m_pages.setNextEnabled(samples && !m_session.askedRun().empty());
    m_pages.setWhyEnabled(samples);
    m_pages.setFilesEnabled(samples && m_tried.kind != Kind::text && !m_session.askedRun().empty());
    if (!ready)
        forgetSample();
}

void TryItFeed::setRuns(const std::vector<runs::RunSummary>& runs)
{
    nameRuns();
    m_disk.run([this, runs, listing = ++m_listing] {
        QList<TryItPages::Run> asked;
        for (const runs::RunSummary& run : std::views::reverse(runs))
            if (run.readable && CheckpointStore(run.folder / "checkpoints").newest())
                asked.push_back({fromStd(run.folder.string()), fromStd(run.name())});
        m_disk.answer([this, listing, asked] {
            if (listing != m_listing)
                return;
            const QString chosen = fromStd(m_chosen.string());
            if (!m_chosen.empty() && std::ranges::find(asked, chosen, &TryItPages::Run::path) == asked.end())
                chooseRun({}); // it was deleted
            m_pages.setRuns(asked, fromStd(m_chosen.string()));
        });
    });
}

void TryItFeed::nameRuns()
{
    m_pages.setNamer([this](const QString& run) { return m_session.nameOf(run.toStdString()); });
}

void TryItFeed::chooseRun(const std::filesystem::path& run)
{
    const auto choose = [this](const std::filesystem::path& chosen, const std::shared_ptr<const Project>& made) {
        m_session.setAsked(chosen);
        m_chosen = chosen;
        m_chosenProject = made;
        m_pages.setAsked(fromStd(chosen.string()));
        forgetSample();
        m_asked = 0;
        m_answeredStep = -1;
        m_panel.setReady(false); // another network is used from now on
        m_texts->follow(false);
        m_sentences->follow(false);
        m_series->follow(false, m_tried, project().data);
        m_table->follow(false, m_tried, {});
        follow();
    };
    const std::uint64_t choice = ++m_choice;
    if (run.empty())
        return choose({}, nullptr);
    m_disk.run([this, run, choice, choose] {
        const Expected<Project> made = loadProject(projectPathOf(run));
        m_disk.answer([this, run, choice, choose, made] {
            if (choice != m_choice)
                return;
            if (made)
                return choose(run, std::make_shared<const Project>(*made));
            choose({}, nullptr);
            m_pages.showVerdict(TryItPages::Verdict::wrong, messageText(made.error().message()));
        });
    });
}

void TryItFeed::nextSample()
{
    if (m_tried.kind == Kind::series)
        return m_pages.series().next();
    m_samples->next();
}

void TryItFeed::showMistakes()
{
    if (m_session.askedRun().empty())
        return;
    if (!m_mistakes)
        m_mistakes = new MistakesWindow(m_session, m_pages.window());
    m_mistakes->open(m_session.askedRun());
}

void TryItFeed::openFiles(const QStringList& paths)
{
    if (m_session.askedRun().empty() || paths.isEmpty())
        return;
    if (!m_answers)
        m_answers = new AnswersWindow(m_session, m_pages.window());
    m_answers->open(m_session.askedRun(), paths);
}

std::optional<AttributedSample> TryItFeed::subject() const
{
    if (m_sample)
        return AttributedSample{.fields = m_sample->fields, .title = sampleTitle(*m_sample)};
    const std::optional<PredictionRequest>& question = m_session.question();
    switch (m_tried.kind) {
    case Kind::text:
        return AttributedSample{
            .text = m_pages.texts().prompt().toStdString(), .continues = true, .title = tr("What follows your text")};
    case Kind::sentence:
        if (question && question->text)
            return AttributedSample{.text = question->text, .title = tr("Your text")};
        break;
    case Kind::picture:
    case Kind::table:
    case Kind::series:
        if (question && !question->samples.empty())
            return AttributedSample{.fields = question->samples,
                                    .title = m_tried.kind == Kind::picture ? tr("Your picture")
                                        : m_tried.kind == Kind::table      ? tr("Your row")
                                                                           : tr("The chosen part of the series")};
        break;
    case Kind::nothing: break;
    }
    return std::nullopt;
}

void TryItFeed::showSample(const JudgedSample& sample)
{
    const data::Field* input = fieldNamed(sample.fields, m_tried.input.name);
    if (!input)
        return;
    forgetSample();
    m_asked = 0; // pending answers are for another input
    const auto bytes = input->all();
    switch (m_tried.kind) {
    case Kind::picture:
        m_panel.showSample(QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
        break;
    case Kind::sentence: m_sentences->showSample(*input); break;
    case Kind::text:
        m_texts->showSample(tokensText(*input));
        m_asked = m_session.predict({*input});
        break;
    case Kind::table: m_table->showSample(sample.fields); break;
    case Kind::series:
    case Kind::nothing: return;
    }
    m_sample = sample;
    judge(nullptr);
}

void TryItFeed::forgetSample()
{
    m_sample.reset();
    m_pages.showVerdict(TryItPages::Verdict::none, {});
}

void TryItFeed::judge(const PredictionAnswer* answer)
{
    const data::Field* target = m_sample ? fieldNamed(m_sample->fields, m_tried.target.name) : nullptr;
    if (!target)
        return;
    const SampleVerdict verdict = verdictOf(*m_sample, *target, project().data, answer);
    m_pages.showVerdict(verdict.verdict, verdict.text);
}

void TryItFeed::ask(const QByteArray& sample)
{
    if (m_tried.kind != Kind::picture || m_tried.input.sampleBytes() != sample.size())
        return;
    data::NewField field = data::makeField(m_tried.input, 1);
    std::memcpy(field.bytes, sample.constData(), static_cast<std::size_t>(sample.size()));
    m_asked = m_session.predict({std::move(field.field)});
}

void TryItFeed::answer(const PredictionAnswer& answer)
{
    if (answer.id != m_asked)
        return;
    m_asked = 0;
    m_answeredStep = answer.step;
    if (m_tried.kind == Kind::text)
        return answer.problem ? m_pages.showVerdict(TryItPages::Verdict::wrong, messageText(*answer.problem)) : judge(&answer);
    if (answer.problem) {
        m_panel.showProblem(messageText(*answer.problem));
        return;
    }
    if (answer.outputs.empty())
        return;
    const PredictionAnswer::Output& output = answer.outputs.front();
    QStringList names;
    for (const std::string& name : output.classNames)
        names << engineText(name);
    const QString run = fromStd(answer.run.string());
    if (m_tried.target.name.empty() || m_tried.target.classes > 0)
        m_panel.showAnswer(output.values, names, run, answer.step);
    else
        m_panel.showNumbers(output.values, run, answer.step);
    judge(&answer);
}

} // namespace netsmith::gui
