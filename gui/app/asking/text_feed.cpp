#include "gui/app/asking/text_feed.h"

#include "gui/training/training_session.h"
#include "gui/tryit/text_panel.h"
#include "gui/widgets/engine_text.h"

#include <utility>

namespace netsmith::gui {
namespace {

ShownToken shownToken(const WrittenToken& token)
{
    ShownToken shown{fromStd(token.text), fromStd(token.shown), token.probability, {}, {}};
    for (const WrittenToken::Chance& chance : token.likeliest) {
        shown.names << fromStd(chance.text);
        shown.shares.push_back(static_cast<float>(chance.probability));
    }
    return shown;
}

} // namespace

TextFeed::TextFeed(TrainingSession& session, TextPanel& panel, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_panel(panel)
{
    panel.setSettings(train::writingParameters().specs());
    connect(&panel, &TextPanel::writeAsked, this, &TextFeed::write);
    connect(&panel, &TextPanel::stopAsked, this, &TextFeed::stop);
    connect(&panel, &TextPanel::promptEdited, this, [this](const QString& prompt) {
        if (m_sample && prompt != *m_sample) {
            m_sample.reset();
            Q_EMIT sampleLeft();
        }
    });
    connect(&session, &TrainingSession::written, this, &TextFeed::show);
}

void TextFeed::follow(bool ready)
{
    if (!ready)
        stop();
    m_panel.setReady(ready);
}

void TextFeed::showSample(const QString& text)
{
    m_sample.reset();
    m_panel.setPrompt(text);
    m_sample = m_panel.prompt(); // its line ends may differ
}

void TextFeed::write(const QString& prompt, const ParameterMap& settings)
{
    m_text = m_session.write(prompt.toStdString(), train::writingParameters().bind(settings));
}

void TextFeed::stop()
{
    if (std::exchange(m_text, 0) != 0)
        m_session.stopWriting();
}

void TextFeed::show(const WrittenText& text)
{
    if (text.id != m_text)
        return;
    if (!text.unknown.empty()) {
        QStringList unknown;
        for (const std::string& token : text.unknown)
            unknown << fromStd(token);
        m_panel.showUnknown(unknown);
    }
    if (!text.tokens.empty()) {
        std::vector<ShownToken> tokens;
        for (const WrittenToken& token : text.tokens)
            tokens.push_back(shownToken(token));
        m_panel.showTokens(std::move(tokens), fromStd(text.run.string()), text.step);
    }
    if (text.done) {
        m_text = 0;
        m_panel.finish(text.problem ? messageText(*text.problem) : QString());
    }
}

} // namespace netsmith::gui
