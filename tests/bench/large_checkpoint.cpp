#include "engine/catalog/catalog.h"
#include "engine/plan/build_plan.h"
#include "engine/store/checkpoint.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <unistd.h>

// Measures a checkpoint of many weights with Adam's moments, taken, written, read and restored, beside a file of as many bytes that
// is written and read plainly, in turn. Prints JSON: medians in MB a second, the ratios, and the memory beside the state.
//   bench_large_checkpoint [MILLIONS] [FOLDER]     100 million weights, in the current folder

using namespace netsmith;
namespace fs = std::filesystem;

namespace {

/// Different numbers between 1/128 and 1/64, as in a dense network.
std::vector<std::byte> manyNumbers(std::size_t size)
{
    std::vector<std::byte> bytes(size);
    std::uint32_t bits = 1;
    for (std::size_t i = 0; i + sizeof bits <= size; i += sizeof bits) {
        bits = bits * 1664525 + 1013904223;
        const std::uint32_t number = 0x3c000000 | bits >> 9;
        std::memcpy(bytes.data() + i, &number, sizeof number);
    }
    return bytes;
}

/// A state in the host's memory that nothing trains.
class HostState final : public State {
public:
    explicit HostState(StateLayout layout)
        : m_layout(std::move(layout))
    {
        for (const StateRow& row : m_layout.rows)
            if (row.isKept())
                m_arenas[row.arena] = manyNumbers(static_cast<std::size_t>(row.bytes()));
    }
    const StateLayout& layout() const override { return m_layout; }
    Expected<void> readBytes(Arena arena, std::int64_t first, std::span<std::byte> out) override
    {
        std::memcpy(out.data(), m_arenas.at(arena).data() + first * 4, out.size());
        return {};
    }
    Expected<void> writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values) override
    {
        std::memcpy(m_arenas.at(arena).data() + first * 4, values.data(), values.size());
        return {};
    }
    Expected<void> readCounters(std::string_view, std::span<std::int64_t, control::counterCount>) override { return {}; }
    Expected<void> writeCounters(std::string_view, std::span<const std::int64_t, control::counterCount>) override { return {}; }
    Expected<void> bind(std::string_view, const HostArray&) override { return {}; }

private:
    StateLayout m_layout;
    std::map<Arena, std::vector<std::byte>> m_arenas;
};

template <class F>
double secondsOf(F work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void require(bool done, const char* what)
{
    if (done)
        return;
    std::perror(what);
    std::exit(1);
}

void dropFromCache(const fs::path& file)
{
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    require(fd >= 0 && ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0, "fadvise");
    ::close(fd);
}

double writePlainly(const fs::path& file, std::int64_t bytes)
{
    const std::vector<char> piece(std::size_t{8} << 20, 'x');
    return secondsOf([&] {
        const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        for (std::int64_t left = bytes; left > 0;) {
            const ssize_t count = ::write(fd, piece.data(), static_cast<std::size_t>(std::min(left, std::ssize(piece))));
            require(count > 0, "write");
            left -= count;
        }
        require(::fsync(fd) == 0, "fsync");
        ::close(fd);
    });
}

double readPlainly(const fs::path& file)
{
    std::vector<char> piece(std::size_t{8} << 20);
    return secondsOf([&] {
        const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        while (::read(fd, piece.data(), piece.size()) > 0) { }
        ::close(fd);
    });
}

std::int64_t statusBytes(const char* key)
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key))
            return std::stoll(line.substr(std::strlen(key))) * 1024;
    return 0;
}

/// The most memory that `work` had at once beyond what there was before.
template <class F>
std::int64_t memoryOf(F work)
{
    std::ofstream("/proc/self/clear_refs") << 5; // the peak begins again
    const std::int64_t before = statusBytes("VmRSS:");
    work();
    return statusBytes("VmHWM:") - before;
}

Project largeProject(std::int64_t weights)
{
    const auto units = static_cast<std::int64_t>(std::sqrt(static_cast<double>(weights)));
    Project project;
    for (const char* layer : {"input", "dense"}) {
        Node node;
        node.id = node.layer = layer;
        project.graph.nodes.push_back(node);
    }
    project.graph.nodes[0].parameters = {{"shape", std::vector<std::int64_t>{units}}};
    project.graph.nodes[1].parameters = {{"units", units}};
    project.graph.edges = {{{"input", "output"}, {"dense", "input"}}};
    Objective objective;
    objective.target = "target";
    objective.loss.id = "mean_squared_error";
    objective.metrics.clear();
    project.training.objectives = {objective};
    project.training.batch = 1;
    return project;
}

} // namespace

int main(int count, char** words)
{
    const std::int64_t millions = count > 1 ? std::atoll(words[1]) : 100;
    const fs::path folder = fs::absolute(count > 2 ? words[2] : ".");
    const Project project = largeProject(millions * 1'000'000);
    const std::int64_t units = std::get<std::int64_t>(project.graph.nodes[1].parameters.at("units"));
    const std::vector<FieldType> fields{{.name = "image", .shape = Shape{units}, .type = DataType::f32},
                                        {.name = "target", .shape = Shape{units}, .type = DataType::f32}};
    const LogicalPlan plan = buildPlan(CheckedProject(project, catalog(), fields), {});
    HostState state(plan.state);

    constexpr int rounds = 3;
    const fs::path made = folder / "large-checkpoint", plain = folder / "large-checkpoint.plain";
    std::int64_t bytes = 0, written = 0, read = 0; // the last two: memory
    std::vector<double> writing, reading, plainWriting, plainReading;
    for (int round = 0; round < rounds; ++round) {
        written = memoryOf([&] {
            writing.push_back(secondsOf([&] {
                CheckpointState header;
                header.precision = "fp32";
                const CheckpointFiles files = takeCheckpoint(state, plan, header);
                bytes = files.bytes();
                writeCheckpoint(OpenFolder::open(folder).take(), made.filename(), files).take();
            }));
        });
        plainWriting.push_back(writePlainly(plain, bytes));
        const auto dropAll = [&] { // both are read into memory that was just in use: a virtual machine is slow to give other
            dropFromCache(plain);
            for (const auto& entry : fs::directory_iterator(made))
                dropFromCache(entry.path());
        };
        dropAll();
        read = memoryOf([&] {
            reading.push_back(secondsOf([&] {
                const Checkpoint checkpoint = readCheckpoint(made).take();
                restoreWeights(state, plan, checkpoint.weights, "weights");
                restoreSlots(state, plan, checkpoint.optimizer, "optimizer");
            }));
        });
        dropAll();
        plainReading.push_back(readPlainly(plain));
        fs::remove_all(made);
        fs::remove(plain);
    }
    const auto rate = [&](std::vector<double>& seconds) {
        std::ranges::sort(seconds);
        return std::round(static_cast<double>(bytes) / 1e6 / seconds[rounds / 2]);
    };
    const double write = rate(writing), diskWrite = rate(plainWriting), reads = rate(reading), diskReads = rate(plainReading);
    const auto times = [&](std::int64_t memory) { return static_cast<double>(memory) / static_cast<double>(bytes); };
    const nlohmann::ordered_json out{{"weights", plan.parameterCount()},
                                     {"bytes", bytes},
                                     {"write_mb_s", write},
                                     {"disk_write_mb_s", diskWrite},
                                     {"write_ratio", write / diskWrite},
                                     {"read_mb_s", reads},
                                     {"disk_read_mb_s", diskReads},
                                     {"read_ratio", reads / diskReads},
                                     {"write_memory_ratio", times(written)},
                                     {"read_memory_ratio", times(read)}};
    std::puts(out.dump().c_str());
    return 0;
}
