#include "engine/backend/loader.h"
#include "gui/app/preferences.h"
#include "gui/app/studio.h"
#include "gui/app/window/main_window.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/training/training_session.h"
#include "gui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QThread>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

// Measures the window while everything is on: a project trains on all cores, each layer shows its output for a sample and is
// coloured by its time, the doctor watches, the machine is drawn beside the loss, and a node is dragged all the while. Prints JSON,
// milliseconds of the window's own work in a frame and from one painting of the canvas to the next:
// `bench_busy_window PROJECT [seconds]`, on any Qt platform. With `--off` nothing but the training is on.

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int frame = 16; // milliseconds between two moves of the mouse

/// Notes when the canvas was painted.
class Paintings : public QObject {
public:
    explicit Paintings(QWidget& painted)
    {
        painted.installEventFilter(this);
        m_clock.start();
    }
    std::vector<double> at; ///< milliseconds

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            at.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
        return false;
    }

private:
    QElapsedTimer m_clock;
};

nlohmann::ordered_json figuresOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto at = [&](double share) {
        return values.empty() ? 0.0 : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    return {{"count", values.size()}, {"median", at(0.5)}, {"p99", at(0.99)}, {"largest", at(1.0)}};
}

void send(QWidget& widget, QEvent::Type type, QPointF at)
{
    QMouseEvent event(type, at, widget.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
    QCoreApplication::sendEvent(&widget, &event);
}

void runEvents(int milliseconds)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QStringList arguments = application.arguments().mid(1);
    const bool everything = arguments.removeAll(u"--off"_s) == 0;
    if (arguments.isEmpty()) {
        std::fputs("bench_busy_window PROJECT [seconds] [--off]\n", stderr);
        return 2;
    }
    const int seconds = arguments.size() > 1 ? arguments[1].toInt() : 20;
    Theme::instance().setMode(Theme::Mode::dark);
    Theme::instance().apply();
    QTemporaryDir folder;
    Preferences preferences{QString()};
    Studio studio(preferences,
                  {.autosave = folder.filePath(u"autosave"_s),
                   .untitledRuns = folder.filePath(u"runs"_s),
                   .dataDir = qEnvironmentVariable("NETSMITH_DATA_DIR")});
    MainWindow& window = studio.openWindow();
    window.resize(1440, 900);
    window.files().openSample(arguments.first());
    while (window.files().isBusy())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    TrainingSession& session = window.session();
    session.startAtOnce();
    while (session.state() != TrainingState::running && session.state() != TrainingState::failed)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    const auto trigger = [&](const char* name) {
        if (auto* action = window.findChild<QAction*>(QString::fromLatin1(name)))
            action->trigger();
        else
            std::fprintf(stderr, "there is no %s\n", name);
    };
    if (everything) {
        window.raisePanel("curvesDock");
        for (const char* name :
             {"activationsAction", "heat_timeAction", "plotMachine_machine/utilization", "plotMachine_machine/memory"})
            trigger(name);
        window.raisePanel("doctorDock");
        window.raisePanel("curvesDock");
    }
    runEvents(3000); // the first pictures
    Canvas& canvas = window.canvas();
    canvas.fitAll();
    const NodeItem* node = nullptr;
    for (const Node& each : window.document().graph().nodes)
        if (!node)
            node = canvas.network().node(each.id);
    QWidget& view = *canvas.viewport();
    const QPointF from = canvas.mapFromScene(node->sceneBoundingRect().center());
    send(view, QEvent::MouseButtonPress, from);
    const std::int64_t before = session.snapshot().step;
    Paintings paintings(view);
    std::vector<double> work;
    QElapsedTimer whole, clock;
    whole.start();
    for (int i = 0; whole.elapsed() < 1000 * seconds; ++i) { // far enough each time to leave its place in the grid
        clock.start();
        send(view, QEvent::MouseMove, from + QPointF(150.0 * std::cos(0.3 * i), 150.0 * std::sin(0.3 * i)));
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::AllEvents);
        work.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        if (const qint64 left = frame - clock.elapsed(); left > 0)
            QThread::msleep(static_cast<unsigned long>(left));
    }
    send(view, QEvent::MouseButtonRelease, from);
    std::vector<double> between;
    for (std::size_t i = 1; i < paintings.at.size(); ++i)
        between.push_back(paintings.at[i] - paintings.at[i - 1]);
    const nlohmann::ordered_json out{{"everything", everything},
                                     {"seconds", seconds},
                                     {"steps", session.snapshot().step - before},
                                     {"work_ms", figuresOf(work)},
                                     {"frame_to_frame_ms", figuresOf(between)}};
    std::puts(out.dump().c_str());
    session.shutdown(TrainingSession::Keep::nothing);
    while (!session.isShutDown())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    return 0;
}
