#include "gui/app/help/help_pages.h"

#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"
#include "engine/transforms/registry.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/theme.h"

#include <QAction>
#include <QCoreApplication>

#include <array>
#include <span>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

class HelpPages {
    Q_DECLARE_TR_FUNCTIONS(netsmith::gui::HelpPages)
};

QString page(const QString& body)
{
    const Theme& theme = Theme::instance();
    return u"<style>body, p, td, li { color: %1; } h1, h2, h3 { color: %1; } .quiet { color: %2; }</style><body>%3</body>"_s.arg(
        theme.color(Token::text).name(), theme.color(Token::textSecondary).name(), body);
}

QString heading(const QString& text)
{
    return u"<h2>%1</h2>"_s.arg(text.toHtmlEscaped());
}

QString section(const QString& title, const QString& text)
{
    return u"<h3>%1</h3><p>%2</p>"_s.arg(title.toHtmlEscaped(), text.toHtmlEscaped());
}

QString row(const QString& one, const QString& other)
{
    return u"<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>"_s.arg(one, other);
}

QString parametersOf(std::span<const ParameterSpec> parameters)
{
    QString rows;
    for (const ParameterSpec& parameter : parameters)
        rows += row(fromStd(parameter.name).toHtmlEscaped(),
                    HelpPages::tr("%1 Default: %2.")
                        .arg(engineText(parameter.doc), valueText(parameter, parameter.defaultValue))
                        .toHtmlEscaped());
    return rows.isEmpty() ? rows : u"<table>%1</table>"_s.arg(rows);
}

template <class Registry>
QString partOf(const QString& title, const Registry& registry)
{
    QString out = heading(title);
    for (const Spec& spec : registry)
        out += u"<h3>%1 <span class=\"quiet\">%2</span></h3><p>%3</p>%4"_s.arg(
            engineText(spec.title, spec.id).toHtmlEscaped(), fromStd(spec.id).toHtmlEscaped(), engineText(spec.doc).toHtmlEscaped(),
            parametersOf(spec.parameters));
    return out;
}

} // namespace

QString guidePage()
{
    return page(
        heading(HelpPages::tr("From data to a trained network"))
        + section(
            HelpPages::tr("1. Choose data"),
            HelpPages::tr(
                "Open the Data panel and choose a data set, or drop your own file or folder on the window: images in one folder "
                "per class, CSV, NumPy arrays or text. A data set that is not on this computer yet has a download button."))
        + section(HelpPages::tr("2. Draw the network"),
                  HelpPages::tr("Drag layers from the list onto the canvas. A layer dropped on a wire is inserted there; one "
                                "dropped after the last layer is connected to it, before the loss. To add a layer by name, press "
                                "Ctrl+K or double-click the background or a wire."))
        + section(HelpPages::tr("3. Fix what is wrong"),
                  HelpPages::tr("A red wire or node shows what does not fit, often with a button that fixes it. Press F8 to go to "
                                "the next problem."))
        + section(HelpPages::tr("4. Train"),
                  HelpPages::tr(
                      "Press Run. Before the run starts, a card shows what it will do, how long it will take and how much memory "
                      "it needs. Loss and metrics are plotted during training, which can be paused, stopped and resumed."))
        + section(
            HelpPages::tr("5. Evaluate"),
            HelpPages::tr(
                "The solid curve shows the training samples, the dashed one validation samples that the network is never trained "
                "on. If the dashed loss rises while the solid one falls, the network is overfitting: train for fewer epochs, add "
                "dropout or use more data. In Try it, give the trained network your own drawing, text or series; Layer outputs, "
                "below the network, shows each layer's output for it, and Why? which parts of it the answer depends on."))
        + section(HelpPages::tr("6. Compare"),
                  HelpPages::tr("The Runs panel keeps every run with its settings. Compare trains the project with different "
                                "settings, and the precision twin shows layer by layer what a lower precision changes."))
        + section(HelpPages::tr("7. See how it learns"),
                  HelpPages::tr("Press F7 to follow one batch through the network layer by layer, and its gradient back: the Step "
                                "by step panel shows every weight, product and sum. Change a weight there to see at once what it "
                                "does to the loss."))
        + section(
            HelpPages::tr("8. Make it smaller"),
            HelpPages::tr("The Compress page makes a trained run smaller and faster in stages: it removes channels, sets weights "
                          "to zero, lets them share values, or rounds to 8 bits, with training in between. It measures size, "
                          "latency and accuracy after each stage, and keeps every result as a run.")));
}

QString shortcutsPage(const QList<QAction*>& actions)
{
    QString rows;
    for (const QAction* action : actions) {
        QStringList keys;
        for (const QKeySequence& sequence : action->shortcuts())
            keys << sequence.toString(QKeySequence::NativeText).toHtmlEscaped();
        if (!keys.isEmpty())
            rows += row(keys.join(HelpPages::tr(" or ")), action->statusTip().toHtmlEscaped());
    }
    const std::array<std::pair<QString, QString>, 6> mouse{{
        {HelpPages::tr("Wheel"), HelpPages::tr("Zoom at the pointer")},
        {HelpPages::tr("Space and drag, or the middle button"), HelpPages::tr("Move the view")},
        {HelpPages::tr("Double click"), HelpPages::tr("Add a layer, open a block, rename a layer or edit a note")},
        {HelpPages::tr("Shift and click"), HelpPages::tr("Add to or remove from the selection")},
        {HelpPages::tr("Drag a frame's title or edge"), HelpPages::tr("Move it with everything in it, or resize it")},
        {HelpPages::tr("Alt and drag"), HelpPages::tr("Move a layer without snapping to its neighbors")},
    }};
    QString byMouse;
    for (const auto& [deed, does] : mouse)
        byMouse += row(deed.toHtmlEscaped(), does.toHtmlEscaped());
    return page(heading(HelpPages::tr("Keys")) + u"<table>%1</table>"_s.arg(rows) + heading(HelpPages::tr("Mouse on the canvas"))
                + u"<table>%1</table>"_s.arg(byMouse));
}

QString referencePage()
{
    return page(partOf(HelpPages::tr("Layers"), layers()) + partOf(HelpPages::tr("Losses"), losses())
                + partOf(HelpPages::tr("Metrics"), metrics()) + partOf(HelpPages::tr("Optimizers"), optimizers())
                + partOf(HelpPages::tr("Schedules"), schedules()) + partOf(HelpPages::tr("Transforms"), transforms())
                + heading(HelpPages::tr("Training settings")) + parametersOf(trainingSettings().specs())
                + heading(HelpPages::tr("Data settings")) + parametersOf(dataSettings().specs()));
}

} // namespace netsmith::gui
