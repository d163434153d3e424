#include "gui/inspect/activation_feed.h"

#include "gui/canvas/canvas.h"
#include "gui/inspect/layer_image.h"
#include "gui/inspect/layer_window.h"
#include "gui/training/training_session.h"
#include "gui/weights/weights_panel.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <utility>

namespace netsmith::gui {

ActivationFeed::ActivationFeed(TrainingSession& session, Canvas& canvas, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_canvas(&canvas)
{
    constexpr int interval = 500; // milliseconds
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        follow();
        // Not at once: Try it may be about to ask about what it shows.
        if (m_session.canPredict() && !m_session.wasAsked() && !std::exchange(m_wanted, true))
            Q_EMIT sampleWanted();
    });
    connect(&session, &TrainingSession::answered, this, &ActivationFeed::take);
    connect(&session, &TrainingSession::stateChanged, this, &ActivationFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, [this] {
        if (m_on && m_session.wasAsked() && m_session.canPredict())
            m_session.askAgain();
    });
    connect(&session.document(), &Document::changed, this, [this](const Change& change) {
        if (change.everything)
            clear(); // another project
    });
    connect(&Theme::instance(), &Theme::changed, this, &ActivationFeed::show);
    connect(&canvas, &Canvas::pictureActivated, this, &ActivationFeed::open);
}

void ActivationFeed::setOn(bool on)
{
    if (on == m_on)
        return;
    m_on = on;
    m_session.setObserving(on);
    if (!on) {
        m_timer.stop();
        clear();
        return;
    }
    m_refused.clear();
    m_timer.start();
    if (!m_session.canPredict())
        m_canvas->refuse(tr("Train the network, or choose a run in Try it: then each layer shows its output for a sample, and a "
                            "click on it its weights."));
    follow();
}

/// Asks again where the weights have changed, or another network is asked.
void ActivationFeed::follow()
{
    if (!m_on)
        return;
    if (!m_session.canPredict())
        return clear(); // the run was deleted, or a new one is being prepared
    const bool live = m_session.isLive() && !m_session.asksChosen();
    // Of a run that has ended its result is shown, which may be of another step than its last.
    const bool moved = live ? m_session.snapshot().step != m_step : m_wasLive;
    if (m_session.wasAsked() && (!m_answered || moved || m_session.askedRun() != m_run))
        m_session.askAgain();
}

void ActivationFeed::take(const PredictionAnswer& answer)
{
    if (!m_on || !m_canvas || !answer.observed || answer.run != m_session.askedRun())
        return; // of another project, or of a run that is no longer asked
    m_answered = true;
    m_run = answer.run;
    m_step = answer.step;
    m_wasLive = answer.live;
    m_pictures = answer.pictures;
    m_ofGrid = answer.surface.has_value();
    if (m_window && m_window->isVisible() && !m_pictures.empty()) {
        if (answer.detail && answer.detail->picture.node == m_window->layer()) {
            m_window->show(*answer.detail, {answer.step, m_ofGrid ? QImage() : nodePictureOf(m_pictures.front()).image});
            if (answer.explanation && answer.explanation->node == m_window->layer())
                m_window->explain(*answer.explanation, docOf(*answer.explanation));
            else if (answer.unexplained)
                m_window->refuse(messageText(*answer.unexplained));
            if (answer.weights && m_window->showsWeights())
                m_window->weights().take(answer.weights, movedTo(answer.run));
            else if (answer.unweighed && m_window->showsWeights())
                m_window->weights().refuse(asSentence(messageText(*answer.unweighed)));
        } else if (std::ranges::find(m_pictures, m_window->layer(), &inspect::LayerPicture::node) == m_pictures.end())
            m_window->close(); // the network that was asked has no such layer
    }
    if (m_pictures.empty())
        m_canvas->setPictures({});
    const QString refusal = answer.unobserved ? messageText(*answer.unobserved) : QString();
    if (std::exchange(m_refused, refusal) != refusal && !refusal.isEmpty())
        m_canvas->refuse(refusal);
    show();
}

void ActivationFeed::show()
{
    if (!m_on || !m_canvas || m_pictures.empty())
        return;
    NetworkPictures pictures{.title = m_ofGrid ? tr("Units for all inputs, each layer on its own scale")
                                               : tr("Layer outputs, each on its own scale"),
                             .nodes = {}};
    for (const inspect::LayerPicture& picture : m_pictures) {
        const NodePicture made = nodePictureOf(picture);
        if (made.image.isNull())
            continue;
        pictures.nodes[picture.node] = made;
        // A block shows the output of its last layer.
        for (std::size_t end = picture.node.rfind('/'); end != std::string::npos && end > 0; end = picture.node.rfind('/', end - 1))
            pictures.nodes[picture.node.substr(0, end)] = made;
    }
    m_canvas->setPictures(std::move(pictures));
}

void ActivationFeed::open(const std::string& path)
{
    const auto isOf = [&](const inspect::LayerPicture& picture) {
        return picture.node == path || picture.node.starts_with(path + '/');
    };
    const auto last = std::ranges::find_if(m_pictures.rbegin(), m_pictures.rend(), isOf);
    if (last == m_pictures.rend() || !m_canvas)
        return;
    if (!m_window) {
        m_window = new LayerWindow(m_canvas->window());
        connect(m_window, &LayerWindow::closed, this, [this] {
            m_session.setDetailed({});
            m_session.setExplained({});
            m_session.setWeighed({});
        });
        connect(m_window, &LayerWindow::weightsWanted, this, [this](bool wanted) {
            m_session.setWeighed(wanted ? m_window->layer() : std::string());
            if (wanted)
                m_session.askAgain();
        });
        connect(m_window, &LayerWindow::wanted, this, [this](const inspect::ExplanationRequest& number) {
            m_session.setExplained(number);
            m_session.askAgain();
        });
    }
    m_session.setDetailed(last->node);
    m_window->open(last->node, fromStd(last->node)); // which asks
}

/// What the layer does, as the palette says it.
QString ActivationFeed::docOf(const inspect::LayerExplanation& explanation) const
{
    const LayerSpec* spec = m_session.document().layers().find(explanation.layer);
    return spec ? engineText(spec->doc) : QString();
}

void ActivationFeed::clear()
{
    if (m_window)
        m_window->close();
    m_pictures.clear();
    m_wanted = m_answered = m_wasLive = false;
    if (m_canvas)
        m_canvas->setPictures({});
}

} // namespace netsmith::gui
