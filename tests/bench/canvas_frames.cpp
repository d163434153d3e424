#include "engine/graph/project/project.h"
#include "engine/layers/registry.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"
#include "gui/training/training_session.h"
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>

// Measures the canvas from an input event to the end of the resulting painting, with a thousand nodes at 1280×720.
// Prints milliseconds as JSON: `bench_canvas_frames [nodes [PROJECT]]`, on any Qt platform (offscreen where there is no display).
// PROJECT is trained at the same time, like in the window.

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

/// Milliseconds of wall time, which depend on other programs, and of processor time, which hardly do.
struct Frame {
    double wall = 0.0;
    double processor = 0.0;
};
using Frames = std::vector<Frame>;

/// Times events until their painting is done, and counts the paintings.
class PaintClock : public QObject {
public:
    explicit PaintClock(QWidget& painted) { painted.installEventFilter(this); }

    Frame timed(const std::function<void()>& send)
    {
        const double used = processorTime();
        QElapsedTimer timer;
        timer.start();
        send();
        // Pending updates are painted now, as the event loop would do next.
        QApplication::sendPostedEvents();
        QApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        return {static_cast<double>(timer.nsecsElapsed()) / 1e6, processorTime() - used};
    }
    int paintings() const { return m_paintings; }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        m_paintings += event->type() == QEvent::Paint;
        return false;
    }

private:
    static double processorTime()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }

    int m_paintings = 0;
};

/// Residual blocks one after the other: convolutions, normalisations, activations and skips.
Graph largeNetwork(int nodes)
{
    Graph graph;
    const auto add = [&graph](const char* layer) { return addNode(graph, *layers().find(layer), {}); };
    const auto wire = [&graph](const std::string& from, const std::string& to, const char* port = "input") {
        connect(graph, {from, "output"}, {to, port});
    };
    std::string last = add("input");
    const std::string first = add("conv2d");
    setParameter(graph, layers(), {first}, "padding", std::string("same"));
    wire(last, first);
    last = first;
    while (static_cast<int>(graph.nodes.size()) + 4 < nodes) {
        const std::string start = last;
        for (const char* layer : {"conv2d", "batch_normalization", "relu"}) {
            const std::string next = add(layer);
            if (layer == std::string_view("conv2d"))
                setParameter(graph, layers(), {next}, "padding", std::string("same"));
            wire(last, next);
            last = next;
        }
        const std::string sum = add("add");
        wire(last, sum, "inputs");
        wire(start, sum, "inputs");
        last = sum;
    }
    for (const char* layer : {"flatten", "dense"}) {
        const std::string next = add(layer);
        wire(last, next);
        last = next;
    }
    setParameter(graph, layers(), {last}, "units", std::int64_t{10});
    return graph;
}

nlohmann::ordered_json statistics(const Frames& frames, double Frame::*clock)
{
    std::vector<double> times;
    for (const Frame& frame : frames)
        times.push_back(frame.*clock);
    std::ranges::sort(times);
    const auto at = [&times](double share) {
        const double value = times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
        return std::round(value * 100.0) / 100.0;
    };
    return {{"p50", at(0.50)}, {"p95", at(0.95)}, {"p99", at(0.99)}, {"max", at(1.0)}};
}

class Hand {
public:
    explicit Hand(Canvas& canvas)
        : m_canvas(canvas)
        , m_clock(*canvas.viewport())
    {
    }

    Frame mouse(QEvent::Type type, QPointF at, Qt::MouseButton button)
    {
        const bool moves = type == QEvent::MouseMove;
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MouseButtons(button);
        return m_clock.timed([&] {
            QMouseEvent event(type, at, m_canvas.viewport()->mapToGlobal(at), moves ? Qt::NoButton : button, held, Qt::NoModifier);
            QApplication::sendEvent(m_canvas.viewport(), &event);
        });
    }
    Frames drag(QPointF from, QPointF to, int frames, Qt::MouseButton button)
    {
        Frames times;
        times.push_back(mouse(QEvent::MouseButtonPress, from, button));
        for (int i = 1; i <= frames; ++i)
            times.push_back(mouse(QEvent::MouseMove, from + (to - from) * i / frames, button));
        times.push_back(mouse(QEvent::MouseButtonRelease, to, button));
        return times;
    }
    Frame wheel(QPointF at, int eighths)
    {
        return m_clock.timed([&] {
            QWheelEvent event(at, m_canvas.viewport()->mapToGlobal(at), {}, {0, eighths}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(m_canvas.viewport(), &event);
        });
    }
    Frame run(const std::function<void()>& action) { return m_clock.timed(action); }
    int paintings() const { return m_clock.paintings(); }

private:
    Canvas& m_canvas;
    PaintClock m_clock;
};

/// While it lives, trains a project like the window does.
class TrainingBeside {
public:
    /// Throws if the file can't be read.
    explicit TrainingBeside(const char* projectFile)
    {
        Project project = loadProject(projectFile).take();
        project.training.epochs = 1000;
        m_document.reset(std::move(project), {});
        m_session.setPlace({.projectFile = m_folder.filePath(u"trained.netsmith"_s).toStdString()});
    }
    ~TrainingBeside()
    {
        QEventLoop loop;
        QObject::connect(&m_session, &TrainingSession::finishedShutdown, &loop, &QEventLoop::quit);
        m_session.shutdown(TrainingSession::Keep::nothing);
        loop.exec();
    }

    /// Waits until it takes steps; false if it failed.
    bool begin()
    {
        QEventLoop loop;
        QObject::connect(&m_session, &TrainingSession::updated, &loop, [&] {
            if (trains() || m_session.isResting())
                loop.quit();
        });
        m_session.startAtOnce();
        loop.exec();
        return trains();
    }
    bool trains() const { return m_session.state() == TrainingState::running && step() > 100; }
    std::int64_t step() const { return m_session.snapshot().step; }

private:
    QTemporaryDir m_folder;
    Document m_document;
    TrainingSession m_session{m_document};
};

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const int nodes = argc > 1 ? std::atoi(argv[1]) : 1000;
    Theme::instance().setMode(Theme::Mode::dark);
    Theme::instance().apply();

    Document document;
    Project project;
    project.graph = largeNetwork(nodes);
    document.reset(project, {});
    Canvas canvas(document);
    canvas.resize(1280, 720);
    canvas.show();
    canvas.autoLayout(LayoutDirection::leftToRight);
    QApplication::processEvents();
    std::unique_ptr<TrainingBeside> training;
    if (argc > 2) {
        training = std::make_unique<TrainingBeside>(argv[2]);
        if (!training->begin()) {
            std::fputs("it does not train\n", stderr);
            return 1;
        }
    }

    Hand hand(canvas);
    std::map<std::string, Frames> times;
    const auto note = [&times](const std::string& what, const Frames& more) {
        times[what].insert(times[what].end(), more.begin(), more.end());
    };
    const QRectF network = canvas.network().networkRectangle();
    const QPointF middle = network.center();
    const auto lookAt = [&](double zoom) {
        canvas.setZoom(zoom);
        canvas.centerOn(middle);
        QApplication::processEvents();
    };
    const auto nodeInView = [&] {
        NodeItem* best = nullptr;
        double least = 1e12;
        for (const auto& [id, item] : canvas.network().nodes())
            if (const double way = QLineF(item->rectangle().center(), middle).length(); way < least) {
                least = way;
                best = item;
            }
        return best;
    };

    const auto groundNear = [&](QPoint place) {
        while (canvas.network().at(canvas.mapToScene(place), canvas.scale()).kind != Hit::Kind::ground)
            place += QPoint(3, 2);
        return QPointF(place);
    };

    for (const double zoom : {0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0}) {
        const std::string at = std::to_string(static_cast<int>(std::lround(zoom * 100.0))) + " %";
        lookAt(zoom);
        note("pan at " + at, hand.drag({200.0, 600.0}, {900.0, 150.0}, 60, Qt::MiddleButton));
        lookAt(zoom);
        note("rubber band at " + at, hand.drag(groundNear({30, 30}), {1240.0, 640.0}, 60, Qt::LeftButton));
        document.selection().clear();
        lookAt(zoom);
        const NodeItem* item = nodeInView();
        const QPointF from = canvas.mapFromScene(item->rectangle().center() + QPointF(14.0, 12.0));
        note("node drag at " + at, hand.drag(from, from + QPointF(160.0, 120.0), 60, Qt::LeftButton));
        document.undoStack().undo();
        const QPointF port = canvas.mapFromScene(item->rectangle().center() + QPointF(nodeSize.x() / 2.0, 0.0));
        note("wire drag at " + at, hand.drag(port, port + QPointF(300.0, 200.0), 60, Qt::LeftButton));
        Frames hovers;
        for (int i = 0; i < 60; ++i)
            hovers.push_back(hand.mouse(QEvent::MouseMove, QPointF(100.0 + 18.0 * i, 100.0 + 8.0 * i), Qt::NoButton));
        note("hover at " + at, hovers);
    }
    for (int round = 0; round < 2; ++round) {
        lookAt(0.1);
        Frames zooms;
        for (int i = 0; i < 180; ++i)
            zooms.push_back(hand.wheel({640.0, 360.0}, i < 90 ? 28 : -28));
        note("wheel zoom", zooms);
    }
    lookAt(0.2);
    canvas.selectAll();
    QApplication::processEvents();
    const QPointF grip = canvas.mapFromScene(nodeInView()->rectangle().center());
    note("drag of all nodes at 20 %", hand.drag(grip, grip + QPointF(100.0, 80.0), 40, Qt::LeftButton));
    document.undoStack().undo();
    document.selection().clear();
    lookAt(0.7);
    const std::string edited = nodeInView()->id();
    for (int i = 0; i < 20; ++i)
        note("nudge at 70 %", {hand.run([&] {
                 document.selection().select(edited);
                 document.edit(u"nudge"_s, [&](Project& changed) { move(changed.graph, {edited}, {10.0, 0.0}); });
             })});
    for (int i = 0; i < 20; ++i)
        note("parameter edit at 70 %", {hand.run([&] {
                 document.edit(u"filters"_s, [&](Project& changed) {
                     setParameter(changed.graph, layers(), {"conv2d_1"}, "filters", std::int64_t{16 + i});
                 });
             })});

    nlohmann::ordered_json out{
        {"nodes", document.graph().nodes.size()}, {"wires", document.graph().edges.size()},
        {"width", canvas.viewport()->width()},    {"height", canvas.viewport()->height()},
        {"paintings", hand.paintings()},          {"platform", QGuiApplication::platformName().toStdString()}};
    if (training) {
        out["steps trained"] = training->step();
        if (!training->trains()) {
            std::fputs("the training ended before the input\n", stderr);
            return 1;
        }
    }
    Frames all;
    const auto print = [&out](const std::string& what, const Frames& list) {
        out["milliseconds"][what] = {
            {"frames", list.size()}, {"wall", statistics(list, &Frame::wall)}, {"processor", statistics(list, &Frame::processor)}};
    };
    for (const auto& [what, list] : times) {
        print(what, list);
        if (what.find("edit") == std::string::npos)
            all.insert(all.end(), list.begin(), list.end());
    }
    print("all input", all);
    std::puts(out.dump(2).c_str());
    return 0;
}
