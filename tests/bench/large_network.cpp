#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/data/source.h"
#include "engine/inspect/estimate.h"
#include "engine/layers/registry.h"
#include "engine/train/project_checks.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "tests/gui/document/large_network.h"

#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

// Measures a chain of dense layers, batch normalization, ReLU and dropout: checking it, planning it, estimating the memory of its
// training on the CPU, and edits of it in a document, each with the check that follows.
// Prints medians in milliseconds as JSON, a line for each number of layers: `bench_large_network [layers...]`.

using namespace netsmith;

namespace {

double medianOf(int rounds, const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

nlohmann::ordered_json measured(int count)
{
    constexpr int rounds = 5;
    const Project project = test::largeNetwork(count);
    const data::DataPaths paths;
    const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, paths);
    CheckedProject checked;
    nlohmann::ordered_json out{{"layers", count}};
    out["check_ms"] = medianOf(rounds, [&] { checked = train::checkProject(project, paths); });
    checked.requireOk();
    out["plan_ms"] = medianOf(rounds, [&] { buildPlan(checked, {}); });
    Backend& backend = *backendFor("cpu").take();
    out["estimate_ms"] =
        medianOf(rounds, [&] { inspect::memoryEstimate(checked, inspect::sampleCounts(project, *source), backend); });

    gui::Document document;
    document.reset(project, {});
    const std::string middle = test::middleOf(count);
    std::int64_t units = 16;
    out["set_parameter_ms"] = medianOf(rounds, [&] {
        document.editGraph(QStringLiteral("Set"),
                           [&](Graph& graph) { gui::setParameter(graph, layers(), {middle}, "units", ++units); });
    });
    out["add_layer_ms"] = medianOf(rounds, [&] {
        document.editGraph(QStringLiteral("Add"),
                           [&](Graph& graph) { gui::addBehind(graph, document.layers(), *layers().find("relu"), middle); });
    });
    out["undo_ms"] = medianOf(rounds, [&] { document.undoStack().undo(); });
    return out;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(std::atoi(argv[i]));
    if (counts.empty())
        counts = {2000, 8000};
    for (const int count : counts)
        std::puts(measured(count).dump().c_str());
    return 0;
}
