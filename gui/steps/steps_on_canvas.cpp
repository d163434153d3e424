#include "gui/steps/steps_on_canvas.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_trail.h"
#include "gui/canvas/node_pictures.h"
#include "gui/inspect/layer_image.h"
#include "gui/steps/steps_panel.h"
#include "gui/widgets/theme.h"

namespace netsmith::gui {
namespace {

NetworkTrail::Way trailWay(StepWay way)
{
    return way == StepWay::back  ? NetworkTrail::Way::back
        : way == StepWay::update ? NetworkTrail::Way::update
                                 : NetworkTrail::Way::forward;
}

NetworkTrail trailOf(const StepsPanel& panel, const inspect::TracedStep& step)
{
    const StepStage now = *panel.stage();
    NetworkTrail trail{.way = trailWay(now.way)};
    if (now.way != StepWay::loss)
        trail.current = step.layers[now.layer].node;
    for (const StepStage& stage : panel.stages()) {
        if (stage == now)
            break;
        if (trailWay(stage.way) == trail.way && stage.way != StepWay::loss)
            trail.passed.insert(step.layers[stage.layer].node);
    }
    return trail;
}

/// One sample's part of a layer's numbers as a picture.
void addPicture(NetworkPictures& pictures, const inspect::TracedLayer& layer, const std::vector<double>& numbers,
                std::size_t sample, std::size_t samples)
{
    if (numbers.empty() || samples == 0 || layer.shape.rank() == 0)
        return;
    const std::size_t size = numbers.size() / samples;
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(sample * size);
    const std::vector<float> values(first, first + static_cast<std::ptrdiff_t>(size));
    const NodePicture made =
        nodePictureOf(inspect::pictureOf(layer.node, layer.shape.withoutBatch(), values, layer.inputs.empty()));
    if (made.image.isNull())
        return;
    pictures.nodes[layer.node] = made;
    // A block shows its last layer.
    for (std::size_t end = layer.node.rfind('/'); end != std::string::npos && end > 0; end = layer.node.rfind('/', end - 1))
        pictures.nodes[layer.node.substr(0, end)] = made;
}

NetworkPictures picturesOf(const StepsPanel& panel, const inspect::TracedStep& step)
{
    const bool back = panel.stage()->way == StepWay::back || panel.stage()->way == StepWay::update;
    NetworkPictures pictures{.title = back ? StepsOnCanvas::tr("Gradients of the outputs, each on its own scale")
                                           : StepsOnCanvas::tr("Layer outputs, each on its own scale"),
                             .nodes = {}};
    for (const StepStage& stage : panel.stages()) {
        if (stage.way == (back ? StepWay::back : StepWay::forward)) {
            const inspect::TracedLayer& layer = step.layers[stage.layer];
            addPicture(pictures, layer, back ? layer.gradient : layer.output, panel.sample(), step.samples.size());
        }
        if (stage == *panel.stage())
            break;
    }
    return pictures;
}

} // namespace

StepsOnCanvas::StepsOnCanvas(StepsPanel& panel, Canvas& canvas, std::function<bool()> mayDraw, QObject* parent)
    : QObject(parent)
    , m_panel(&panel)
    , m_canvas(&canvas)
    , m_mayDraw(std::move(mayDraw))
{
    connect(&panel, &StepsPanel::shownChanged, this, &StepsOnCanvas::renew);
    connect(&Theme::instance(), &Theme::changed, this, &StepsOnCanvas::renew);
}

void StepsOnCanvas::renew()
{
    if (!m_canvas || !m_panel)
        return;
    const StepsSession::Step step = m_panel->session().step();
    const bool shows = m_panel->isWatching() && step && m_panel->stage() && !m_panel->session().isOutdated();
    m_canvas->setTrail(shows ? std::optional(trailOf(*m_panel, *step)) : std::nullopt);
    if (!m_mayDraw()) {
        m_hasDrawn = false;
        return;
    }
    if (shows)
        m_canvas->setPictures(picturesOf(*m_panel, *step));
    else if (m_hasDrawn)
        m_canvas->setPictures({});
    m_hasDrawn = shows;
}

} // namespace netsmith::gui
