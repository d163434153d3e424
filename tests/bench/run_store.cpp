#include "engine/runs/store/run_store.h"
#include "tests/engine/runs/made_runs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <unistd.h>

// Measures listing a folder of many runs: without its index, with it, and after one run has changed.
// Prints milliseconds as JSON: `bench_run_store [runs] [folder]`; the folder is created and removed.

using namespace netsmith;

namespace {

double millisecondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    const int count = argc > 1 ? std::atoi(argv[1]) : 10000;
    const fs::path root =
        (argc > 2 ? fs::path(argv[2]) : fs::temp_directory_path()) / ("netsmith-bench-" + std::to_string(::getpid()));
    for (int i = 0; i < count; ++i) {
        RunRecord record = test::madeRecord(i);
        record.started = "2026-01-" + std::to_string(10 + i % 20) + "T03:04:05Z";
        for (int n = 0; n < 12; ++n) // as many facts as a real run's fingerprint has
            record.fingerprint["fact" + std::to_string(n)] = "a value of some length";
        test::writeRun(root / ("20260101-000000-net-" + std::to_string(i)), record);
    }
    std::size_t found = 0;
    const auto list = [&] { found = runs::RunStore(root).list().size(); };
    const double cold = millisecondsOf(list);
    std::vector<double> warm;
    for (int i = 0; i < 5; ++i)
        warm.push_back(millisecondsOf(list));
    std::ranges::sort(warm);
    runs::changeLabel(root / "20260101-000000-net-0", [](runs::RunLabel& label) { label.name = "changed"; });
    const double changed = millisecondsOf(list);
    const auto indexBytes = fs::file_size(root / ".index");
    fs::remove_all(root);
    const nlohmann::ordered_json out{
        {"runs", found}, {"no_index_ms", cold}, {"index_ms", warm[2]}, {"one_changed_ms", changed}, {"index_bytes", indexBytes}};
    std::puts(out.dump().c_str());
    return found == static_cast<std::size_t>(count) ? 0 : 1;
}
