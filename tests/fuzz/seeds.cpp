#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Runs a fuzz target over the seeds in a folder, whole and cut off at every 16th of their length, as a plain program for any
/// compiler.
int main(int argc, char** argv)
{
    constexpr std::size_t pieces = 16;
    namespace fs = std::filesystem;
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(argv[1]))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        std::ifstream stream(file, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(stream), {}};
        std::printf("%s, %zu bytes\n", file.filename().c_str(), content.size());
        std::fflush(stdout); // before what may end the program
        for (std::size_t piece = 0; piece <= pieces; ++piece) {
            const std::string_view part = std::string_view(content).substr(0, content.size() * piece / pieces);
            const std::vector<std::uint8_t> bytes(part.begin(), part.end()); // of exactly this size, which a sanitizer watches
            LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        }
    }
    std::printf("%zu seeds\n", files.size());
    return files.empty() ? 1 : 0;
}
