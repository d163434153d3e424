#include "engine/input/images/picture_file.h"
#include "engine/input/images/resample.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// Measures decoding a picture on one thread, including resampling to a square, as in loading an image folder.
// Prints µs a picture as JSON: `bench_decode FOLDER SIDE REPEATS`; decode.py compares it with Pillow.

using namespace netsmith;

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    if (argc != 4) {
        std::fputs("bench_decode FOLDER SIDE REPEATS\n", stderr);
        return 2;
    }
    const int side = std::atoi(argv[2]);
    const int repeats = std::atoi(argv[3]);
    std::vector<std::vector<char>> files;
    for (const auto& entry : fs::directory_iterator(argv[1])) {
        std::ifstream in(entry.path(), std::ios::binary);
        files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    std::uint64_t sum = 0; // of all pixels, so that nothing is optimised away
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i) {
        for (const std::vector<char>& file : files) {
            const auto decoded = data::decodePicture(std::as_bytes(std::span(file)), "picture", {3, side, side});
            if (!decoded) {
                std::fputs(decoded.error().what(), stderr);
                return 1;
            }
            const data::Picture square = data::fitted(decoded->picture, side, side, data::Fit::stretch);
            for (std::size_t at = 0; at < square.bytes(); at += 97)
                sum += square.pixels[at];
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto pictures = static_cast<double>(files.size()) * repeats;
    std::puts(nlohmann::ordered_json{{"pictures", files.size()}, {"us", seconds * 1e6 / pictures}, {"sum", sum}}.dump().c_str());
}
