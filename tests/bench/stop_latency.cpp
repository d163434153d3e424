#include "gui/app/preferences.h"
#include "gui/app/studio.h"
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

// Measures the time from the Stop action to the state "stopped", with the checkpoint written, in the whole window while it trains.
// Prints milliseconds as JSON: `bench_stop_latency PROJECT [times]`, on any Qt platform.

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longest = 120000; // milliseconds

/// Runs the event loop until the condition holds.
bool await(TrainingSession& session, const std::function<bool()>& holds)
{
    QEventLoop loop;
    QTimer end;
    end.setSingleShot(true);
    const auto look = [&] {
        if (holds())
            loop.quit();
    };
    QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
    QObject::connect(&session, &TrainingSession::stateChanged, &loop, look);
    QObject::connect(&session, &TrainingSession::updated, &loop, look);
    end.start(longest);
    if (!holds())
        loop.exec();
    return holds();
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fputs("bench_stop_latency PROJECT [times]\n", stderr);
        return 2;
    }
    const int times = argc > 2 ? std::atoi(argv[2]) : 20;
    Theme::instance().setMode(Theme::Mode::dark);
    Theme::instance().apply();
    QTemporaryDir folder;
    Preferences preferences{QString()};
    Studio studio(preferences, {.autosave = {}, .untitledRuns = folder.filePath(u"untitled"_s), .dataDir = {}});
    MainWindow& window = studio.openWindow();
    window.files().openSample(QString::fromLocal8Bit(argv[1]));
    QEventLoop opening;
    window.files().whenIdle([&opening] { opening.quit(); });
    if (window.files().isBusy())
        opening.exec();
    window.document().edit(u"Epochs"_s, [](Project& project) { project.training.epochs = 1000; });
    TrainingSession& session = window.session();

    std::vector<double> milliseconds;
    for (int i = 0; i < times; ++i) {
        const std::int64_t before = session.snapshot().step;
        i == 0 ? session.startAtOnce() : session.resume();
        const std::int64_t some = 40 + 37 * (i % 5); // so that it is stopped at different moments
        if (!await(session, [&] { return session.state() == TrainingState::running && session.snapshot().step > before + some; })) {
            std::fputs("it does not train\n", stderr);
            return 1;
        }
        QElapsedTimer clock;
        clock.start();
        window.runActions().stopAction()->trigger();
        if (!await(session, [&] { return session.state() == TrainingState::stopped; })) {
            std::fputs("it does not stop\n", stderr);
            return 1;
        }
        milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(milliseconds);
    const auto at = [&](double share) {
        return milliseconds[static_cast<std::size_t>(share * static_cast<double>(milliseconds.size() - 1) + 0.5)];
    };
    const nlohmann::ordered_json out{{"times", times}, {"p50", at(0.5)}, {"p95", at(0.95)}, {"max", at(1.0)}};
    std::puts(out.dump().c_str());
    return 0;
}
