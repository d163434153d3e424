#include "gui/app/help_pages.h"

#include "engine/graph/settings.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"
#include "engine/transforms/registry.h"
#include "gui/widgets/controls/parameter_text.h"
#include "gui/widgets/engine_text.h"
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
            HelpPages::tr("Open the panel Data and choose a set, or drop a file or folder of your own on the window: pictures in "
                          "folders by class, CSV, NumPy arrays or texts. A set that is not here yet has a button to download it."))
        + section(HelpPages::tr("2. Draw the network"),
                  HelpPages::tr("Drag layers from the list onto the canvas. A layer dropped on a wire is inserted there; one "
                                "dropped after the last is connected to it, before the loss. Ctrl+K adds a layer by its name, and "
                                "a double click on the background or on a wire does the same."))
        + section(
            HelpPages::tr("3. Fix what is wrong"),
            HelpPages::tr("A red wire or node says what does not fit, and often a button fixes it. F8 goes to the next problem."))
        + section(
            HelpPages::tr("4. Train"),
            HelpPages::tr("Press Run. A card tells what the run will do, how long it takes and how much memory it needs before it "
                          "begins. Loss and metrics are drawn while it trains; it can be paused, stopped and resumed."))
        + section(HelpPages::tr("5. Judge it"),
                  HelpPages::tr(
                      "The solid curve is of the training samples, the dashed one of samples that the network never learned from. "
                      "Where the dashed one rises while the other falls, the network learns by heart: train for less long, or add "
                      "dropout or more data. Try it asks the trained network about a drawing, a text or a series of your own."))
        + section(
            HelpPages::tr("6. Compare"),
            HelpPages::tr("The panel Runs keeps every run with its settings. Compare trains the project in several ways, and the "
                          "precision twin shows layer by layer what fewer bits change.")));
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
        {HelpPages::tr("Wheel"), HelpPages::tr("Zoom where the pointer is")},
        {HelpPages::tr("Space and drag, or the middle button"), HelpPages::tr("Move the view")},
        {HelpPages::tr("Double click"), HelpPages::tr("Add a layer there; open a block; name a layer; edit a note")},
        {HelpPages::tr("Shift and click"), HelpPages::tr("Choose one more, or one less")},
        {HelpPages::tr("Drag a frame's title or edge"), HelpPages::tr("Move it with all that lies in it, or resize it")},
        {HelpPages::tr("Alt and drag"), HelpPages::tr("Move a layer without snapping to its neighbours' lines")},
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
                + heading(HelpPages::tr("Settings of the training")) + parametersOf(trainingSettings().specs())
                + heading(HelpPages::tr("Settings of the data")) + parametersOf(dataSettings().specs()));
}

} // namespace netsmith::gui
