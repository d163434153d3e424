// How long principal components and t-SNE take, for random samples in ten groups or for an array of samples × features, whose
// places are then written for a comparison: see tests/parity/tsne.py.
//
//   bench_embeddings [SAMPLES FEATURES [PERPLEXITY]]
//   bench_embeddings IN.npy OUT.npy [PERPLEXITY]

#include "engine/core/parallel.h"
#include "engine/core/philox.h"
#include "engine/inspect/embeddings/pca.h"
#include "engine/inspect/embeddings/tsne.h"
#include "engine/input/arrays/npy.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

using namespace netsmith;
using namespace netsmith::inspect;

namespace {

/// Wall and processor time since the last call.
class Clock {
public:
    void tell(const char* what)
    {
        const auto now = std::chrono::steady_clock::now();
        const std::clock_t used = std::clock();
        std::printf("%-22s %7.2f s, of the processors %7.2f s\n", what, std::chrono::duration<double>(now - m_now).count(),
                    static_cast<double>(used - m_used) / CLOCKS_PER_SEC);
        m_now = now;
        m_used = used;
    }

private:
    std::chrono::steady_clock::time_point m_now = std::chrono::steady_clock::now();
    std::clock_t m_used = std::clock();
};

SampleMatrix groups(std::int64_t rows, std::int64_t columns)
{
    RandomStream random(1, 1);
    SampleMatrix centres{10, columns}, samples{rows, columns};
    for (std::int64_t i = 0; i < 10 * columns; ++i)
        centres.numbers.push_back(static_cast<float>(random.normal()));
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t c = 0; c < columns; ++c)
            samples.numbers.push_back(centres.row(i % 10)[static_cast<std::size_t>(c)] + static_cast<float>(random.normal()));
    return samples;
}

/// An array of f4 in C's order, version 1.
SampleMatrix readArray(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::size_t header = static_cast<unsigned char>(bytes.at(8)) + 256U * static_cast<unsigned char>(bytes.at(9)) + 10U;
    const std::size_t shape = bytes.find("'shape': (");
    SampleMatrix samples;
    std::sscanf(bytes.c_str() + shape, "'shape': (%ld, %ld)", &samples.rows, &samples.columns);
    samples.numbers.resize(static_cast<std::size_t>(samples.rows * samples.columns));
    if (bytes.find("'<f4'") > header || bytes.size() != header + 4 * samples.numbers.size()) {
        std::fputs("expected a matrix of f4\n", stderr);
        std::exit(2);
    }
    std::memcpy(samples.numbers.data(), bytes.data() + header, 4 * samples.numbers.size());
    return samples;
}

} // namespace

int main(int argc, char** argv)
{
    const bool isFile = argc > 1 && std::string(argv[1]).ends_with(".npy");
    const SampleMatrix samples =
        isFile ? readArray(argv[1]) : groups(argc > 2 ? std::atol(argv[1]) : 10000, argc > 2 ? std::atol(argv[2]) : 64);
    TsneOptions options{.perplexity = argc > 3 ? std::atof(argv[3]) : 30.0};
    std::printf("%ld samples, %ld features, %d threads\n", samples.rows, samples.columns, threadCount());
    Clock clock;
    const Pca two = principalComponents(samples);
    clock.tell("2 components");
    std::printf("  shares %.4f %.4f\n", two.shares[0], two.shares[1]);
    SampleMatrix reduced = samples;
    if (!isFile && samples.columns > 50) {
        reduced = principalComponents(samples, {.components = 50}).scores;
        clock.tell("50 components");
    }
    affinitiesOf(reduced, usedPerplexity(options.perplexity, reduced.rows));
    clock.tell("neighbors, once more");
    const Tsne places = tsne(reduced, options);
    clock.tell("t-SNE");
    std::printf("  divergence %.4f\n", places.divergence);
    if (isFile && argc > 2) {
        std::vector<float> numbers;
        for (const PlanePoint& point : places.points)
            numbers.insert(numbers.end(), {static_cast<float>(point.x), static_cast<float>(point.y)});
        const auto bytes = data::npyOf(Shape{samples.rows, 2}, numbers);
        std::ofstream(argv[2], std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
    }
    return 0;
}
