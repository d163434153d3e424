#include "gui/app/try_it_feed.h"

#include "engine/data/images/image_loading.h"
#include "gui/app/sentence_feed.h"
#include "gui/app/series_feed.h"
#include "gui/app/text_feed.h"
#include "gui/app/tried_network.h"
#include "gui/document/document.h"
#include "gui/training/training_session.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/tryit/try_it_panel.h"
#include "gui/widgets/engine_text.h"

#include <cstring>

namespace netsmith::gui {

TryItFeed::TryItFeed(Document& document, TrainingSession& session, TryItPages& pages, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_session(session)
    , m_pages(pages)
    , m_panel(pages.pictures())
    , m_texts(new TextFeed(session, pages.texts(), this))
    , m_sentences(new SentenceFeed(session, pages.sentences(), this))
    , m_series(new SeriesFeed(session, pages.series(), this))
{
    connect(&document, &Document::analysed, this, &TryItFeed::follow);
    connect(&session, &TrainingSession::runChanged, this, &TryItFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &TryItFeed::follow);
    connect(&session, &TrainingSession::answered, this, &TryItFeed::answer);
    connect(&session, &TrainingSession::updated, this, [this] {
        // The next question follows the last answer, so that a slow network is not asked faster than it can tell.
        if (m_asked == 0 && m_session.snapshot().step != m_answeredStep)
            m_panel.networkChanged();
    });
    connect(&m_panel, &TryItPanel::asked, this, &TryItFeed::ask);
    follow();
}

const Project& TryItFeed::project() const
{
    const bool asked = m_session.canPredict() && m_session.run() && m_session.run()->project;
    return asked ? *m_session.run()->project : m_document.project();
}

void TryItFeed::follow()
{
    using Kind = TriedNetwork::Kind;
    using Page = TryItPages::Page;
    const bool ready = m_session.canPredict();
    const TriedNetwork tried = triedNetwork(project(), m_document.dataPaths());
    const bool picture = tried.kind == Kind::picture;
    m_pages.setPage(tried.kind == Kind::text           ? Page::text
                        : tried.kind == Kind::sentence ? Page::sentence
                        : tried.kind == Kind::series   ? Page::series
                                                       : Page::picture);
    const auto format = picture ? data::imageFormatOf(tried.input, project().data) : std::nullopt;
    m_panel.setInput(picture ? std::optional(tried.input.shape) : std::nullopt,
                     picture && tried.input.classes == 0 && tried.input.shape[2] == 1, format ? format->fit : data::Fit::stretch);
    m_panel.setReady(ready);
    m_texts->follow(ready && tried.kind == Kind::text);
    m_sentences->follow(ready && tried.kind == Kind::sentence);
    m_series->follow(ready && tried.kind == Kind::series, tried, project().data);
}

void TryItFeed::ask(const QByteArray& sample)
{
    const TriedNetwork tried = triedNetwork(project(), m_document.dataPaths());
    if (tried.kind != TriedNetwork::Kind::picture || tried.input.sampleBytes() != sample.size())
        return;
    data::NewField field = data::makeField(tried.input, 1);
    std::memcpy(field.bytes, sample.constData(), static_cast<std::size_t>(sample.size()));
    m_asked = m_session.predict({std::move(field.field)});
}

void TryItFeed::answer(const PredictionAnswer& answer)
{
    if (answer.id != m_asked)
        return;
    m_asked = 0;
    m_answeredStep = answer.step;
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
    m_panel.showAnswer(output.values, names, fromStd(answer.run.filename().string()), answer.step);
}

} // namespace netsmith::gui
