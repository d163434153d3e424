// How long one view of all layers' outputs takes for a saved run: the network, the pictures of its layers, their images.
//
//   bench_layer_outputs RUN [VIEWS]

#include "engine/core/files/mapped_file.h"
#include "engine/inspect/activations/layer_picture.h"
#include "engine/predict/prediction.h"
#include "gui/inspect/layer_image.h"

#include <QGuiApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace netsmith;

namespace {

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const QGuiApplication application(argc, argv);
    if (argc < 2) {
        std::fputs("usage: bench_layer_outputs RUN [VIEWS]\n", stderr);
        return 2;
    }
    const int views = argc > 2 ? std::atoi(argv[2]) : 200;
    Predictor predictor(argv[1], {}, 1, {std::string(everyLayer)});
    std::vector<data::Field> sample;
    for (const data::FieldSpec& spec : predictor.inputs()) { // a gradient, so that the layers have something to show
        const data::NewField made = data::makeField(spec, 1);
        for (std::int64_t i = 0; i < spec.bytesOf(1); ++i)
            made.bytes[i] = spec.classes > 0 ? std::byte{} : static_cast<std::byte>(spec.type == DataType::u8 ? i % 256 : 0);
        sample.push_back(made.field);
    }
    std::vector<double> network, pictures, images;
    std::size_t layers = 0;
    for (int view = 0; view < views + 5; ++view) {
        const auto begin = std::chrono::steady_clock::now();
        const auto values = predictor.predict(sample, 1);
        const auto computed = std::chrono::steady_clock::now();
        std::vector<inspect::LayerPicture> reduced;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (const PredictedOutput& output = predictor.outputs()[i]; output.source != OutputSource::objective)
                reduced.push_back(inspect::pictureOf(output.node, output.shape, values[i], output.source == OutputSource::input));
        const auto pictured = std::chrono::steady_clock::now();
        for (const inspect::LayerPicture& picture : reduced)
            gui::nodePictureOf(picture);
        const auto end = std::chrono::steady_clock::now();
        layers = reduced.size();
        if (view < 5) // until caches and clocks have settled
            continue;
        const auto ms = [](auto from, auto to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
        network.push_back(ms(begin, computed));
        pictures.push_back(ms(computed, pictured));
        images.push_back(ms(pictured, end));
    }
    std::printf("%zu layers, median of %d views: network %.2f ms, pictures %.2f ms, images %.2f ms\n", layers, views,
                median(network), median(pictures), median(images));
    return 0;
}
