// The smallest program that queries a trained network: it links the libraries that this needs, and no others.
//
//   runner RUN FILE      prints the outputs for each sample, a line each; then the engine's libraries that the process has loaded

#include "engine/core/error.h"
#include "engine/input/sample_reading.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

using namespace netsmith;

namespace {

std::set<std::string> loadedLibraries()
{
    std::set<std::string> names;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (const std::string name = std::filesystem::path(line).filename().string(); name.starts_with("libnetsmith"))
            names.insert(name);
    return names;
}

} // namespace

int main(int, char** arguments)
try {
    Predictor predictor(arguments[1]);
    const data::Samples samples = data::readSamples(arguments[2], data::readingFor(predictor));
    const std::vector<std::vector<float>> answers = predictor.predict(samples.inputs);
    const std::int64_t count = samples.count(), numbers = std::ssize(answers[0]) / count;
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::int64_t j = 0; j < numbers; ++j)
            std::printf("%.9g ", static_cast<double>(answers[0][static_cast<std::size_t>(i * numbers + j)]));
        std::puts("");
    }
    for (const std::string& name : loadedLibraries())
        std::puts(name.c_str());
    return 0;
} catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
