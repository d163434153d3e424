#include "gui/app/window/panels.h"

#include "gui/data/data_panel.h"
#include "gui/doctor/doctor_panel.h"
#include "gui/outline/outline_panel.h"
#include "gui/palette/palette.h"
#include "gui/plots/plot_panel.h"
#include "gui/problems/problems_panel.h"
#include "gui/progress/device_panel.h"
#include "gui/properties/properties_panel.h"
#include "gui/runs/runs_panel.h"
#include "gui/settings/settings_panel.h"
#include "gui/steps/steps_panel.h"
#include "gui/tryit/try_it_pages.h"

#include <QCoreApplication>

namespace netsmith::gui {
namespace {

constexpr const char* titleContext = "netsmith::gui::MainWindow";

template <class Panel>
QWidget* make(const PanelParts& parts)
{
    if constexpr (std::is_constructible_v<Panel, Document&, QWidget*>)
        return new Panel(parts.document, parts.window);
    else if constexpr (std::is_constructible_v<Panel, TrainingSession&, QWidget*>)
        return new Panel(parts.session, parts.window);
    else
        return new Panel(parts.window);
}

QWidget* makeData(const PanelParts& parts)
{
    return new DataPanel(parts.document, DataShelf{.dataDir = parts.dataDir.toStdString()}, parts.window);
}

constexpr PanelSpec table[] = {
    {"layersDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Layers"), PanelPlace::left, false, make<Palette>},
    {"dataDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Data"), PanelPlace::left, true, makeData},
    {"outlineDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Outline"), PanelPlace::left, false, make<OutlinePanel>},
    {"propertiesDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Properties"), PanelPlace::right, true,
     make<PropertiesPanel>},
    {"trainingSettingsDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Training"), PanelPlace::right, true,
     make<TrainingSettingsPanel>},
    {"deviceDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Device"), PanelPlace::rightBelow, true, make<DevicePanel>},
    {"curvesDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Curves"), PanelPlace::bottom, false, make<PlotPanel>},
    {"problemsDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Problems"), PanelPlace::bottom, false, make<ProblemsPanel>},
    {"doctorDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Doctor"), PanelPlace::bottom, false, make<DoctorPanel>},
    {"stepsDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Step by step"), PanelPlace::bottom, true, make<StepsPanel>},
    {"runsDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Runs"), PanelPlace::bottom, false, make<RunsPanel>},
    {"tryItDock", QT_TRANSLATE_NOOP("netsmith::gui::MainWindow", "Try it"), PanelPlace::right, true, make<TryItPages>},
};

} // namespace

std::span<const PanelSpec> panels()
{
    return table;
}

QString panelTitle(const PanelSpec& panel)
{
    return QCoreApplication::translate(titleContext, panel.title);
}

} // namespace netsmith::gui
