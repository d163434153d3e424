#include "gui/plots/curve_model.h"
#include "gui/plots/curve_plot.h"
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>

// Measures drawing a plot of a million points, from the values to the pixels of its widget. Prints JSON, milliseconds.
// Run: QT_QPA_PLATFORM=offscreen build/release/bin/bench_plot_frames

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int pointCount = 1'000'000;
constexpr int frames = 200;

std::vector<CurvePoint> pointsFrom(std::int64_t first, int count, std::mt19937& random)
{
    std::normal_distribution<double> normal;
    std::vector<CurvePoint> points;
    for (std::int64_t step = first; step < first + count; ++step) {
        const auto at = static_cast<double>(step);
        points.push_back({step, at / 1875.0, at / 200.0, (0.05 + 2.2 * std::exp(-at / 50000.0)) * std::exp(0.4 * normal(random))});
    }
    return points;
}

/// Wall time and processor time of this thread, which differ on a busy machine.
double milliseconds(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

QJsonObject measured(const std::function<void(int)>& frame)
{
    QJsonObject out;
    std::vector<double> wall;
    std::vector<double> processor;
    for (int i = 0; i < frames; ++i) {
        const double wallBefore = milliseconds(CLOCK_MONOTONIC);
        const double processorBefore = milliseconds(CLOCK_THREAD_CPUTIME_ID);
        frame(i);
        processor.push_back(milliseconds(CLOCK_THREAD_CPUTIME_ID) - processorBefore);
        wall.push_back(milliseconds(CLOCK_MONOTONIC) - wallBefore);
    }
    for (auto& [name, times] : {std::pair{u"clock"_s, &wall}, std::pair{u"processor"_s, &processor}}) {
        std::ranges::sort(*times);
        out[name] = QJsonObject{{u"median"_s, (*times)[frames / 2]}, {u"p99"_s, (*times)[frames * 99 / 100]}};
    }
    return out;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    Theme::instance().apply();
    std::mt19937 random(1);
    CurveModel model;
    model.setSmoothing(0.95);
    const CurveModel::Key key{"run", "loss", CurveKind::train};
    const CurveSeries& series = model.append(key, pointsFrom(1, pointCount, random));

    CurvePlot plot;
    plot.setQuantity({"loss", u"Loss"_s, Better::lower, false});
    plot.setCurves({{&series, CurveKind::train, u"train"_s, Theme::instance().color(Token::accent), true, "run"}});
    plot.setX(CurveX::step, false);
    plot.resize(640, 300);
    plot.show();
    QApplication::processEvents();
    const auto draw = [&] {
        plot.refresh();
        plot.repaint();
    };

    std::int64_t next = pointCount + 1;
    QJsonObject results{{u"points"_s, pointCount}, {u"frames"_s, frames}, {u"width"_s, 640}, {u"height"_s, 300}};
    plot.setSight(QCPRange(0, pointCount));
    results[u"all points in sight"_s] = measured([&](int) { draw(); });
    results[u"with 500 new points each"_s] = measured([&](int) {
        model.append(key, pointsFrom(next, 500, random));
        next += 500;
        plot.setSight(QCPRange(0, static_cast<double>(next)));
        draw();
    });
    results[u"zooming in"_s] = measured([&](int i) {
        const double half = 0.5 * pointCount * std::pow(0.96, i);
        plot.setSight(QCPRange(0.5 * pointCount - half, 0.5 * pointCount + half));
        draw();
    });
    plot.setSight(QCPRange(0, static_cast<double>(next)));
    results[u"with the smoothing changed"_s] = measured([&](int i) {
        model.setSmoothing(0.9 + 0.0004 * i);
        draw();
    });
    plot.setLogarithmicY(true);
    results[u"logarithmic"_s] = measured([&](int) { draw(); });
    std::puts(QJsonDocument(results).toJson().constData());
    return 0;
}
