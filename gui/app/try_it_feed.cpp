#include "gui/app/try_it_feed.h"

#include "engine/data/source.h"
#include "gui/document/document.h"
#include "gui/training/training_session.h"
#include "gui/tryit/sample_image.h"
#include "gui/tryit/try_it_panel.h"
#include "gui/widgets/engine_text.h"

#include <algorithm>
#include <cstring>

namespace netsmith::gui {
namespace {

/// The picture that a data set's samples are, where they are one and it is known.
std::optional<data::FieldSpec> imageField(const DataSettings& settings)
try {
    const std::shared_ptr<const data::Source> source = data::sourceFor(settings, data::dataPaths());
    for (const data::FieldSpec& field : source->fields())
        if (field.type == DataType::u8 && isImageShape(field.shape))
            return field;
    return std::nullopt;
} catch (const Error&) {
    return std::nullopt; // the list of problems says why
}

} // namespace

TryItFeed::TryItFeed(Document& document, TrainingSession& session, TryItPanel& panel, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_session(session)
    , m_panel(panel)
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
    connect(&panel, &TryItPanel::asked, this, &TryItFeed::ask);
    follow();
}

void TryItFeed::follow()
{
    const bool ready = m_session.canPredict();
    const Project& project =
        ready && m_session.run() && m_session.run()->project ? *m_session.run()->project : m_document.project();
    const std::optional<data::FieldSpec> field = imageField(project.data);
    m_panel.setInput(field ? std::optional(field->shape) : std::nullopt, field && field->classes == 0 && field->shape[2] == 1);
    m_panel.setReady(ready);
}

void TryItFeed::ask(const QByteArray& sample)
{
    const Project& project = m_session.run() && m_session.run()->project ? *m_session.run()->project : m_document.project();
    const std::optional<data::FieldSpec> spec = imageField(project.data);
    if (!spec || spec->sampleBytes() != sample.size())
        return;
    data::NewField field = data::makeField(*spec, 1);
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
