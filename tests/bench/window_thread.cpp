#include "engine/layers/registry.h"
#include "gui/app/preferences.h"
#include "gui/app/studio.h"
#include "gui/canvas/canvas.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/theme.h"
#include "tests/gui/document/large_network.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>

// Measures how long the window's thread is busy at a time while the window is used: a chain of layers is opened, edited, selected
// and saved, and a run is trained. Prints JSON, a line for each step: what the step itself took on the thread, its longest event,
// and how many took more than 10 ms, all in milliseconds: `bench_window_thread [layers]`, on any Qt platform.

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr double busy = 10.0; // milliseconds

/// Times what the event loop delivers.
class TimedApplication final : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_inside) // delivered by another event, whose time includes it
            return QApplication::notify(receiver, event);
        m_inside = true;
        QElapsedTimer clock;
        clock.start();
        const bool done = QApplication::notify(receiver, event);
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        m_inside = false;
        return done;
    }

    std::vector<double> times;

private:
    bool m_inside = false;
};

class Steps {
public:
    explicit Steps(TimedApplication& application)
        : m_application(application)
    {
    }

    /// Does it, and runs the event loop until it has ended and nothing is left to do.
    void measure(
        const char* name, const std::function<void()>& step, const std::function<bool()>& ended = [] { return true; })
    {
        m_application.times.clear();
        QElapsedTimer clock;
        clock.start();
        step();
        const double itself = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        QElapsedTimer quiet;
        quiet.start();
        for (std::size_t seen = 0; !ended() || quiet.elapsed() < 400;) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            if (m_application.times.size() != seen) {
                seen = m_application.times.size();
                if (!ended())
                    quiet.start();
            }
        }
        const std::vector<double>& times = m_application.times;
        const nlohmann::ordered_json out{
            {"step", name},
            {"itself_ms", itself},
            {"longest_event_ms", times.empty() ? 0.0 : *std::ranges::max_element(times)},
            {"events_over_10_ms", std::ranges::count_if(times, [](double time) { return time > busy; })},
            {"events", times.size()},
        };
        std::puts(out.dump().c_str());
    }

private:
    TimedApplication& m_application;
};

} // namespace

int main(int argc, char** argv)
{
    TimedApplication application(argc, argv);
    const int layers = argc > 1 ? std::atoi(argv[1]) : 8000;
    Theme::instance().setMode(Theme::Mode::dark);
    Theme::instance().apply();
    QTemporaryDir folder;
    const QString path = folder.filePath(u"large.netsmith"_s);
    if (!saveProject(test::largeNetwork(layers), path.toStdString())) {
        std::fputs("the project can't be written\n", stderr);
        return 1;
    }
    Preferences preferences{QString()};
    Studio studio(preferences,
                  {.autosave = folder.filePath(u"autosave"_s), .untitledRuns = folder.filePath(u"runs"_s), .dataDir = {}});
    Steps steps(application);
    MainWindow* window = nullptr;
    steps.measure("start", [&] { window = &studio.openWindow(); });
    Document& document = window->document();
    const auto idle = [&] { return !window->files().isBusy(); };
    steps.measure(
        "open", [&] { window->files().open(path); }, idle);
    const std::string middle = test::middleOf(layers);
    steps.measure("select a layer", [&] { document.selection().select(middle); });
    steps.measure("set a parameter", [&] {
        document.editGraph(u"Set"_s,
                           [&](Graph& graph) { setParameter(graph, netsmith::layers(), {middle}, "units", std::int64_t{17}); });
    });
    steps.measure("add a layer", [&] { window->canvas().addLayer(u"relu"_s); });
    steps.measure("undo", [&] { document.undoStack().undo(); });
    steps.measure(
        "save", [&] { window->files().save(); }, idle);
    steps.measure("fit the view", [&] { window->canvas().fitAll(); });
    return 0;
}
