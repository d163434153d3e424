#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace test_includes {

namespace fs = std::filesystem;

namespace {

using Rooms = std::set<std::string>;

/// Which room may include which. A room may also include whatever those rooms may.
const std::map<std::string, Rooms> arrows = {
    {"engine/core", {}},
    {"engine/graph", {"engine/core"}},
    {"engine/ops", {"engine/core"}},
    {"engine/fields", {"engine/graph"}},
    {"engine/layers", {"engine/graph", "engine/ops"}},
    {"engine/losses", {"engine/graph", "engine/ops"}},
    {"engine/optimizers", {"engine/graph", "engine/ops"}},
    {"engine/schedules", {"engine/graph"}},
    {"engine/transforms", {"engine/graph", "engine/ops"}},
    {"engine/plan", {"engine/graph", "engine/ops"}},
    {"engine/backend", {"engine/plan"}},
    {"engine/reference", {"engine/backend"}},
    {"engine/lowering", {"engine/backend"}}, // and what its macros include of the backend that it is compiled for
    {"engine/cpu", {"engine/backend"}},
    {"engine/cuda", {"engine/backend"}},
    {"engine/catalog",
     {"engine/layers", "engine/losses", "engine/optimizers", "engine/schedules", "engine/transforms", "engine/plan"}},
    {"engine/store", {"engine/backend", "engine/catalog", "engine/fields"}},
    {"engine/predict", {"engine/store"}},
    {"engine/input", {"engine/predict"}},
    {"engine/data", {"engine/input"}},
    {"engine/runner", {"engine/input"}},
    {"engine/train", {"engine/data", "engine/interop", "engine/telemetry"}},
    {"engine/compress", {"engine/train", "engine/inspect"}},
    {"engine/inspect", {"engine/train"}},
    {"engine/runs", {"engine/train"}},
    {"engine/twin", {"engine/train"}},
    {"engine/report", {"engine/inspect", "engine/runs"}},
    {"engine/interop", {"engine/input"}},
    {"engine/telemetry", {"engine/core"}},
    {"engine/cluster", {"engine/backend"}},
    {"engine/mpi", {"engine/cluster"}},
    {"engine/cli",
     {"engine/train", "engine/inspect", "engine/runs", "engine/report", "engine/twin", "engine/compress", "engine/cluster",
      "engine/telemetry", "engine/reference", "engine/cpu", "engine/cuda"}},
    {"gui/widgets", {"engine/graph"}},
    {"gui/document", {"gui/widgets", "engine/graph", "engine/layers", "engine/data", "engine/train", "engine/inspect"}},
    {"gui/canvas", {"gui/document"}},
    {"gui/palette", {"gui/document"}},
    {"gui/properties", {"gui/document"}},
    {"gui/problems", {"gui/document"}},
    {"gui/outline", {"gui/document", "gui/palette"}},
    {"gui/jobs", {"gui/document"}},
    {"gui/training", {"gui/jobs", "engine/train", "engine/inspect", "engine/runs", "engine/telemetry"}},
    {"gui/settings", {"gui/training", "gui/plots"}},
    {"gui/progress", {"gui/training"}},
    {"gui/runs", {"gui/training", "gui/plots", "engine/report"}},
    {"gui/data", {"gui/document", "engine/data"}},
    {"gui/doctor", {"gui/training"}},
    {"gui/models", {"gui/training"}},
    {"gui/explanations", {"gui/training"}},
    {"gui/inspect", {"gui/canvas", "gui/training", "gui/explanations", "gui/weights"}},
    {"gui/weights", {"gui/training"}},
    {"gui/steps", {"gui/inspect", "gui/training"}},
    {"gui/predictions", {"gui/training", "gui/data", "gui/plots"}},
    {"gui/attribution", {"gui/training", "gui/data"}},
    {"gui/profiler", {"gui/document", "gui/jobs", "gui/plots"}},
    {"gui/embedding", {"gui/training", "gui/data", "gui/plots"}},
    {"gui/twin", {"gui/jobs", "gui/plots", "engine/twin"}},
    {"gui/compare", {"gui/settings", "gui/progress", "gui/runs"}},
    {"gui/compress", {"gui/training", "gui/plots", "engine/compress"}},
    {"gui/plots", {"gui/widgets"}},
    {"gui/tryit", {"gui/widgets", "engine/data"}},
    {"gui/start", {"gui/document"}},
    {"gui/app", {"gui/canvas",    "gui/palette",  "gui/properties", "gui/problems",    "gui/outline",     "gui/training",
                 "gui/settings",  "gui/progress", "gui/runs",       "gui/data",        "gui/plots",       "gui/tryit",
                 "gui/start",     "gui/twin",     "gui/compare",    "gui/inspect",     "gui/predictions", "gui/doctor",
                 "gui/embedding", "gui/profiler", "gui/steps",      "gui/attribution", "gui/models",      "gui/compress"}},
};

/// Rooms whose headers the studio must not include: how a network is computed is internal to the engine.
const Rooms behindTheEngine = {"engine/ops", "engine/plan", "engine/reference", "engine/lowering", "engine/cpu", "engine/cuda"};

struct Library {
    std::string name;
    std::regex headers;
    Rooms rooms; ///< that may include it
};

/// Libraries that only one room may use.
const std::vector<Library> libraries = {
    {"CUDA",
     std::regex("(cuda|cudnn|cublas|cufft|curand|cusparse|cusolver|cupti|nccl|nvrtc|nvml|nvtx|cub/|cute/|thrust/|cooperative_).*"),
     {"engine/cuda"}},
    {"oneDNN", std::regex("(oneapi/dnnl/|dnnl).*"), {"engine/cpu"}},
    {"protobuf", std::regex("google/protobuf/.*|.*\\.pb\\.h"), {"engine/interop"}},
    {"FlatBuffers", std::regex("flatbuffers/.*|.*_generated\\.h"), {"engine/interop"}},
    {"httplib", std::regex("httplib\\.h"), {"engine/runner"}},
    {"Qt", std::regex("(Q[A-Z]|Qt|q[a-z]+\\.h).*"), {"gui/*"}},
};

/// `room` and every room that it may include.
Rooms reachable(const std::string& room)
{
    Rooms reached{room};
    std::vector<std::string> open{room};
    while (!open.empty()) {
        const std::string next = open.back();
        open.pop_back();
        for (const std::string& target : arrows.at(next))
            if (reached.insert(target).second)
                open.push_back(target);
    }
    return reached;
}

/// "engine/core" for "engine/core/shape.h" and files below that folder; empty for a file in no room.
std::string roomOf(const std::string& path)
{
    static const std::regex room("((engine|gui)/[^/]+)/.+");
    std::smatch match;
    return std::regex_match(path, match, room) ? match[1].str() : std::string();
}

bool isOurs(const std::string& header)
{
    return header.starts_with("engine/") || header.starts_with("gui/") || header.starts_with("tests/");
}

/// Why `file` may not contain `#include "header"` (or <header>); empty when it may.
std::string objection(const std::string& file, const std::string& header, bool quoted)
{
    const std::string room = roomOf(file);
    if (room.empty())
        return "lies in no room";
    if (!arrows.contains(room))
        return room + " is not in the table of dependencies: add it, here and in engine/README.md";
    for (const Library& library : libraries)
        if (std::regex_match(header, library.headers) && !library.rooms.contains(room)
            && !library.rooms.contains(room.substr(0, room.find('/')) + "/*"))
            return "includes <" + header + ">, but " + library.name + " stays behind the door of " + *library.rooms.begin();
    if (isOurs(header)) {
        if (!reachable(room).contains(roomOf(header)))
            return "includes \"" + header + "\", but no arrow leads there from " + room;
        if (room.starts_with("gui/") && behindTheEngine.contains(roomOf(header)))
            return "includes \"" + header + "\", which the studio never does itself";
    } else if (quoted)
        return "includes \"" + header + "\": ours are written from the root (\"engine/...\"), others in <>";
    return {};
}

struct Include {
    std::string header;
    bool quoted;
};

std::vector<Include> includesOf(const fs::path& path)
{
    static const std::regex directive("\\s*#\\s*include\\s*([\"<])([^\">]+)[\">].*");
    std::vector<Include> includes;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_match(line, match, directive))
            includes.push_back({match[2].str(), match[1] == "\""});
    }
    return includes;
}

/// Every source of the engine and the studio, as a path from the root.
std::vector<std::string> sources()
{
    const fs::path root = NETSMITH_SOURCE_DIR;
    std::vector<std::string> found;
    for (const char* part : {"engine", "gui"})
        if (fs::is_directory(root / part))
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / part))
                if (Rooms{".h", ".cpp", ".cu", ".cuh"}.contains(entry.path().extension().string()))
                    found.push_back(fs::relative(entry.path(), root).generic_string());
    std::ranges::sort(found);
    return found;
}

} // namespace

/// Checks the dependencies of engine/README.md against the sources.
class TestIncludes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tableHasNoRoundWay();
    void judgesIncludes_data();
    void judgesIncludes();
    void sourcesKeepToTheArrows();
    void includedFilesExist();
    void idsAreForPeople();
};

void TestIncludes::tableHasNoRoundWay()
{
    for (const auto& [room, targets] : arrows)
        for (const std::string& target : targets) {
            QVERIFY2(arrows.contains(target), target.c_str());
            QVERIFY2(!reachable(target).contains(room), (room + " leads back to itself through " + target).c_str());
        }
}

void TestIncludes::judgesIncludes_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<std::string>("header");
    QTest::addColumn<bool>("quoted");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char* file, const char* header, bool quoted, bool allowed) {
        QTest::addRow("%s: %s", file, header) << std::string(file) << std::string(header) << quoted << allowed;
    };
    row("engine/ops/relu.cpp", "engine/ops/op.h", true, true);
    row("engine/ops/relu.cpp", "engine/core/shape.h", true, true);
    row("engine/layers/dense.cpp", "engine/core/shape.h", true, true);
    row("engine/train/trainer/trainer.cpp", "engine/core/shape.h", true, true);
    row("engine/ops/relu.cpp", "vector", false, true);
    row("engine/cpu/relu.cpp", "oneapi/dnnl/dnnl.hpp", false, true);
    row("engine/cuda/relu.cu", "cudnn.h", false, true);
    row("engine/core/shape.cpp", "engine/ops/op.h", true, false);
    row("engine/core/shape.cpp", "engine/ops/op.h", false, false);
    row("engine/plan/plan.cpp", "engine/cpu/relu.h", true, false);
    row("engine/train/trainer/trainer.cpp", "engine/cpu/relu.h", true, false);
    row("engine/cpu/relu.cpp", "engine/reference/relu.h", true, false);
    row("engine/cpu/relu.cpp", "relu.h", true, false);
    row("engine/cpu/relu.cpp", "gui/app/main.h", true, false);
    row("engine/cpu/relu.cpp", "tests/fixture.h", true, false);
    row("engine/cpu/relu.cpp", "cuda_runtime.h", false, false);
    row("engine/train/trainer/trainer.cpp", "dnnl.hpp", false, false);
    row("engine/train/trainer/trainer.cpp", "google/protobuf/message_lite.h", false, false);
    row("engine/interop/events.cpp", "tensorboard_event.pb.h", false, true);
    row("engine/data/a.cpp", "tflite_generated.h", false, false);
    row("engine/train/trainer/trainer.cpp", "QString", false, false);
    row("engine/train/trainer/trainer.cpp", "QtCore/QString", false, false);
    row("engine/train/trainer/trainer.cpp", "qglobal.h", false, false);
    row("gui/canvas/canvas.cpp", "gui/document/document.h", true, true);
    row("gui/canvas/canvas.cpp", "QWidget", false, true);
    row("gui/canvas/canvas.cpp", "gui/training/mailbox.h", true, false);
    row("gui/document/analysis.cpp", "engine/train/catalog.h", true, true);
    row("gui/document/analysis.cpp", "engine/plan/build_plan.h", true, false);
    row("gui/plots/curve_model.cpp", "engine/train/trainer/events.h", true, false);
    row("engine/netsmith.h", "vector", false, false);
    row("engine/attic/old.cpp", "vector", false, false);
}

void TestIncludes::judgesIncludes()
{
    QFETCH(std::string, file);
    QFETCH(std::string, header);
    QFETCH(bool, quoted);
    QFETCH(bool, allowed);
    QCOMPARE(objection(file, header, quoted).empty(), allowed);
}

void TestIncludes::sourcesKeepToTheArrows()
{
    int objections = 0;
    const std::vector<std::string> files = sources();
    QVERIFY(files.size() > 10);
    for (const std::string& file : files)
        for (const Include& include : includesOf(fs::path(NETSMITH_SOURCE_DIR) / file)) {
            const std::string why = objection(file, include.header, include.quoted);
            if (!why.empty()) {
                qWarning("%s %s", file.c_str(), why.c_str());
                ++objections;
            }
        }
    QCOMPARE(objections, 0);
}

void TestIncludes::includedFilesExist()
{
    // Otherwise a header provided only by a stale build folder or a system path would go unnoticed.
    const std::set<std::string> generated{"engine/ops/all_ops.h", "engine/report/node_icons.h"};
    for (const std::string& file : sources())
        for (const Include& include : includesOf(fs::path(NETSMITH_SOURCE_DIR) / file))
            if (isOurs(include.header) && !generated.contains(include.header))
                QVERIFY2(fs::exists(fs::path(NETSMITH_SOURCE_DIR) / include.header), (file + ": " + include.header).c_str());
}

/// Code acts on types and facts. Ids of messages are shown, stored and translated, never compared.
void TestIncludes::idsAreForPeople()
{
    const std::regex asked("[mM]essage(\\(\\))?\\.id\\(\\)");
    const Rooms showing = {"engine/cli/commands/check.cpp", "engine/store/message_json.cpp", "gui/training/session_diagnostics.cpp",
                           "gui/widgets/engine_text.cpp"};
    int asking = 0;
    for (const std::string& file : sources()) {
        std::ifstream stream(fs::path(NETSMITH_SOURCE_DIR) / file);
        int number = 1;
        for (std::string line; std::getline(stream, line); ++number)
            if (std::regex_search(line, asked)) {
                ++asking;
                QVERIFY2(showing.contains(file), (file + ':' + std::to_string(number) + ' ' + line).c_str());
            }
    }
    QVERIFY(asking >= 4); // the search still finds something
}

NETSMITH_TEST(TestIncludes)

} // namespace test_includes

#include "test_includes.moc"
