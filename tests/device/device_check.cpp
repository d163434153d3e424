#include "engine/backend/loader.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/philox.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/engine/train/tiny_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <unistd.h>

// The tests of a backend for a machine without Qt: every op against the reference, the same bits twice, and trainings that are
// stopped and resumed. Prints a line for each group of checks and returns 1 if one failed.

using namespace netsmith;
using namespace netsmith::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostFailures = 25; // shown for one group

/// Counts the checks, and prints those that failed.
class Tally {
public:
    explicit Tally(std::string name)
        : m_name(std::move(name))
    {
    }
    /// `attempt` returns what is wrong, or nothing.
    void tryOut(const std::string& what, const std::function<std::string()>& attempt)
    {
        ++m_tried;
        std::string wrong;
        try {
            wrong = attempt();
        } catch (const std::exception& error) {
            wrong = error.what();
        }
        if (!wrong.empty() && ++m_failed <= mostFailures)
            fmt::print("FAIL  {}, {}: {}\n", m_name, what, wrong);
    }
    /// Prints the result; returns whether all passed.
    bool tell() const
    {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
        fmt::print("{}  {}: {} of {} ({:.1f} s)\n", m_failed ? "FAIL" : "pass", m_name, m_tried - m_failed, m_tried, seconds);
        std::fflush(stdout);
        return m_failed == 0;
    }

private:
    std::string m_name;
    std::size_t m_tried = 0;
    std::size_t m_failed = 0;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

struct Options {
    std::string device = "auto";
    int stops = 50;
    int every = 1;
    std::vector<Precision> precisions{Precision::fp32, Precision::tf32, Precision::bf16, Precision::fp16};
};

bool isMeant(const OpCase& each, Precision precision)
{
    return precision == Precision::fp32 || std::ranges::any_of(each.inputs, &OpInput::low);
}

bool checkOps(Backend& backend, Precision precision, const Options& options)
{
    Tally tally(fmt::format("ops in {} agree with the reference", nameOf(precision)));
    for (std::size_t i = 0; i < opCases().size(); i += static_cast<std::size_t>(options.every))
        if (const OpCase& each = opCases()[i]; isMeant(each, precision))
            tally.tryOut(each.name, [&] { return differenceFromReference(backend, each, precision); });
    return tally.tell();
}

std::vector<std::vector<double>> writtenBy(OpRun& run)
{
    run.run();
    std::vector<std::vector<double>> all;
    for (const TensorId id : run.written())
        all.push_back(run.read(id));
    return all;
}

bool areEqual(const std::vector<std::vector<double>>& one, const std::vector<std::vector<double>>& other)
{
    return std::ranges::equal(one, other, [](const auto& a, const auto& b) {
        return std::ranges::equal(a, b, [](double x, double y) { return x == y || (x != x && y != y); });
    });
}

bool checkRepeats(Backend& backend, Precision precision, const Options& options)
{
    Tally tally(fmt::format("ops in {} give the same bits twice", nameOf(precision)));
    for (std::size_t i = 0; i < opCases().size(); i += static_cast<std::size_t>(options.every))
        if (const OpCase& each = opCases()[i]; isMeant(each, precision) && each.into.empty())
            tally.tryOut(each.name, [&]() -> std::string {
                OpRun run(backend, each, precision);
                const auto first = writtenBy(run);
                return areEqual(first, writtenBy(run)) ? "" : "the second time gave other numbers";
            });
    return tally.tell();
}

/// A temporary folder, removed with this.
class Folder {
public:
    Folder()
        : m_path((fs::temp_directory_path() / "netsmith-device-XXXXXX").string())
    {
        if (!mkdtemp(m_path.data()))
            throw std::runtime_error("no folder for the runs");
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        std::error_code code;
        fs::remove_all(m_path, code);
    }
    fs::path operator/(const char* name) const { return fs::path(m_path) / name; }

private:
    std::string m_path;
};

/// The bits of a run's metrics, weights and slots.
std::string hashOf(const fs::path& run)
{
    fs::path last;
    for (const fs::directory_entry& entry : fs::directory_iterator(run / "checkpoints"))
        if (entry.path().filename().string().find_first_not_of("0123456789") == std::string::npos)
            last = std::max(last, entry.path());
    const std::string all =
        contentOf(run / "metrics.csv") + contentOf(last / "weights.safetensors") + contentOf(last / "optimizer.safetensors");
    return last.filename().string() + ' ' + sha256(std::as_bytes(std::span(all)));
}

bool checkSteps(Backend& backend, Precision precision, const Options& options)
{
    Project project = tinyProject();
    project.training.precision = nameOf(precision);
    project.training.epochs = 12; // of 5 steps
    constexpr std::uint32_t steps = 60;
    const Folder folder;
    Tally tally(fmt::format("a training in {} is the same again, and whenever it is stopped and goes on", nameOf(precision)));
    std::string whole;
    tally.tryOut("the whole", [&]() -> std::string {
        trainTiny(backend, optionsFor(folder / "whole"), project);
        whole = hashOf(folder / "whole");
        trainTiny(backend, optionsFor(folder / "again"), project);
        return hashOf(folder / "again") == whole ? "" : "the second training ended in other bits";
    });
    RandomStream random(precision == Precision::fp32 ? 1 : 2, 0);
    for (int i = 0; i < options.stops; ++i) {
        const std::int64_t stop = 1 + random.below(steps - 1);
        tally.tryOut(fmt::format("stopped at step {}", stop), [&]() -> std::string {
            const fs::path parts = folder / "parts";
            fs::remove_all(parts);
            trainUntil(backend, stop, optionsFor(parts), project);
            train::TrainOptions resumed;
            resumed.resume = parts;
            trainTiny(backend, resumed, project);
            return hashOf(parts) == whole ? "" : "it ended in other bits";
        });
    }
    fmt::print("bits  {}: {}\n", nameOf(precision), whole);
    return tally.tell();
}

int usage()
{
    fmt::print(stderr,
               "netsmith-device-check [--device DEVICE] [--precision PRECISION] [--stops N] [--every N] [ops] [repeats] [steps]\n"
               "  --precision P  only fp32, tf32, bf16 or fp16 (all)\n"
               "  --stops N      how often a training is stopped and goes on (50)\n"
               "  --every N      only every Nth of the ops' cases, for a slow tool (1)\n");
    return 2;
}

} // namespace

int main(int count, char** words)
{
    prepareBackends();
    Options options;
    std::vector<std::string> parts;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool hasValue = word == "--device" || word == "--precision" || word == "--stops" || word == "--every";
        if (hasValue && i + 1 == count)
            return usage();
        if (word == "--device")
            options.device = words[++i];
        else if (word == "--precision") {
            const std::string_view only = words[++i];
            std::erase_if(options.precisions, [only](Precision each) { return nameOf(each) != only; });
            if (options.precisions.empty())
                return usage();
        } else if (word == "--stops")
            options.stops = std::atoi(words[++i]);
        else if (word == "--every")
            options.every = std::max(1, std::atoi(words[++i]));
        else if (word == "ops" || word == "repeats" || word == "steps")
            parts.push_back(word);
        else
            return usage();
    }
    if (parts.empty())
        parts = {"ops", "repeats", "steps"};

    const auto backend = backendFor(options.device);
    if (!backend) {
        fmt::print(stderr, "{}\n", backend.error().what());
        return 1;
    }
    bool good = true;
    for (const Precision precision : options.precisions) {
        const Availability available = availabilityOf(std::string((*backend)->name()), precision);
        if (!available.backend) {
            fmt::print("none  {}: {}\n", nameOf(precision), available.reason);
            continue;
        }
        for (const std::string& part : parts)
            good &= part == "ops"   ? checkOps(**backend, precision, options)
                : part == "repeats" ? checkRepeats(**backend, precision, options)
                                    : checkSteps(**backend, precision, options);
    }
    return good ? 0 : 1;
}
