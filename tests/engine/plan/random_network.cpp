#include "tests/engine/plan/random_network.h"

#include "engine/core/philox.h"

#include <deque>

namespace netsmith::test {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t size = 8, channels = 4, classes = 4, numbers = 3;

class NetworkDrawing {
public:
    explicit NetworkDrawing(std::uint64_t seed)
        : m_random(seed, 1)
    {
        add("input", {{"shape", Sizes{size, size, channels}}, {"field", std::string("image")}}, {}, size);
    }

    Graph take()
    {
        for (int i = 0; i < 14; ++i)
            grow();
        close();
        return std::move(m_graph);
    }

    std::string judgedWithin; ///< an inner dense layer with a loss, which other layers may read too

private:
    struct Tensor {
        std::string node;
        std::int64_t height = 0;
        int readers = 0;
    };

    bool chance(double share) { return m_random.uniform() < share; }
    template <class T>
    T oneOf(const std::vector<T>& all)
    {
        return all[m_random.below(static_cast<std::uint32_t>(all.size()))];
    }

    /// Mostly the last one, which makes chains; else any of them, which makes branches.
    Tensor& source()
    {
        return chance(0.65) ? m_tensors.back() : m_tensors[m_random.below(static_cast<std::uint32_t>(m_tensors.size()))];
    }

    std::string add(const std::string& layer, ParameterMap parameters, std::vector<Tensor*> from, std::int64_t height,
                    const std::string& port = "input")
    {
        const std::string id = layer + "_" + std::to_string(m_graph.nodes.size());
        addNode(m_graph, id, layer, std::move(parameters), {});
        for (Tensor* each : from) {
            m_graph.edges.push_back({{each->node, "output"}, {id, port}, Json::object()});
            ++each->readers;
        }
        m_tensors.push_back({id, height});
        return id;
    }

    void grow()
    {
        Tensor& x = source();
        const std::int64_t height = x.height;
        switch (m_random.below(13)) {
        case 0:
        case 1:
            add("conv2d",
                {{"filters", channels},
                 {"padding", std::string("same")},
                 {"kernel_size", oneOf<Sizes>({{1, 1}, {3, 3}})},
                 {"use_bias", chance(0.5)},
                 {"activation", oneOf<std::string>({"none", "none", "none", "relu"})}},
                {&x}, height);
            break;
        case 2:
            add(oneOf<std::string>({"depthwise_conv2d", "conv2d_transpose"}), {{"padding", std::string("same")}}, {&x}, height);
            if (m_graph.nodes.back().layer == "conv2d_transpose")
                m_graph.nodes.back().parameters["filters"] = channels;
            break;
        case 3:
        case 4:
            add("batch_normalization", {}, {&x}, height);
            if (chance(0.2))
                m_graph.nodes.back().parameters["trainable"] = false;
            break;
        case 5:
        case 6:
        case 7: activate(x); break;
        case 8:
        case 9: sum(x); break;
        case 10:
            if (height > 2)
                add(oneOf<std::string>({"max_pooling2d", "max_pooling2d", "average_pooling2d"}), {}, {&x}, height / 2);
            break;
        case 11: volume(x); break;
        case 12: joinNorms(x); break;
        }
    }

    void activate(Tensor& x)
    {
        const auto layer = oneOf<std::string>({"relu", "relu", "relu", "relu", "leaky_relu", "elu", "tanh", "sigmoid"});
        const std::int64_t height = x.height;
        add(layer, {}, {&x}, height);
        if (layer == "leaky_relu" && chance(0.5))
            m_graph.nodes.back().parameters["negative_slope"] = 0.25;
        if (layer == "elu" && chance(0.5))
            m_graph.nodes.back().parameters["alpha"] = 0.5;
    }

    void sum(Tensor& x)
    {
        std::vector<Tensor*> terms{&x};
        for (Tensor& other : m_tensors)
            if (&other != &x && other.height == x.height && terms.size() < 3 && chance(0.4))
                terms.push_back(&other);
        if (terms.size() > 1)
            add(oneOf<std::string>({"add", "add", "average", "multiply"}), {}, terms, x.height, "inputs");
    }

    /// The results of two norms, or of one and a tensor, are added and rectified; sometimes an intermediate result has another
    /// reader.
    void joinNorms(Tensor& x)
    {
        const std::int64_t height = x.height;
        std::vector<Tensor*> terms;
        for (int i = 0; i < 2; ++i) {
            Tensor& other = source();
            add("batch_normalization", {}, {other.height == height ? &other : &x}, height);
            terms.push_back(&m_tensors.back());
        }
        if (chance(0.3))
            terms[m_random.below(2)] = &x;
        add("add", {}, terms, height, "inputs");
        Tensor& sum = m_tensors.back();
        add("relu", {}, {&sum}, height);
        if (chance(0.4))
            add("conv2d", {{"filters", channels}, {"kernel_size", Sizes{1, 1}}}, {chance(0.5) ? &sum : terms[0]}, height);
    }

    /// A convolution over the image's halves as two slices of a volume.
    void volume(Tensor& x)
    {
        const std::int64_t height = x.height;
        add("reshape", {{"target_shape", Sizes{2, height / 2, height, channels}}}, {&x}, 0);
        add("conv3d", {{"filters", channels}, {"padding", std::string("same")}}, {&m_tensors.back()}, 0);
        const std::size_t product = m_tensors.size() - 1;
        add("relu", {}, {&m_tensors[product]}, 0);
        const std::string rectified = m_tensors.back().node;
        const bool shared = chance(0.4);
        m_tensors.resize(product - 1); // only tensors with the shape of an image may be read later
        const auto back = [&](const std::string& from) {
            Tensor inner{from, height};
            add("reshape", {{"target_shape", Sizes{height, height, channels}}}, {&inner}, height);
        };
        if (shared)
            back(m_graph.nodes[m_graph.nodes.size() - 2].id);
        back(rectified);
    }

    /// Tensors without a reader go into dense layers with two losses.
    void close()
    {
        std::vector<Tensor> open;
        for (const Tensor& each : m_tensors)
            if (each.readers == 0)
                open.push_back(each);
        m_tensors.clear();
        for (Tensor& each : open)
            add("global_average_pooling2d", {}, {&each}, 1);
        std::vector<Tensor*> ends;
        for (Tensor& each : m_tensors)
            ends.push_back(&each);
        if (ends.size() > 1)
            add("concatenate", {}, ends, 1, "inputs");
        Tensor& joined = m_tensors.back();
        judgedWithin = add("dense", {{"units", numbers}}, {&joined}, 1);
        Tensor& within = m_tensors.back();
        activate(within);
        if (chance(0.5)) {
            Tensor* activated = &m_tensors.back();
            add("add", {}, {activated, &within}, 1, "inputs");
        }
        add("dense", {{"units", std::int64_t{6}}, {"use_bias", chance(0.5)}}, {&m_tensors.back()}, 1);
        if (chance(0.5))
            add("batch_normalization", {}, {&m_tensors.back()}, 1);
        activate(m_tensors.back());
        add("dense", {{"units", classes}}, {&m_tensors.back()}, 1);
        add("softmax", {}, {&m_tensors.back()}, 1);
    }

    RandomStream m_random;
    Graph m_graph;
    std::deque<Tensor> m_tensors; ///< references stay valid while others are added
};

} // namespace

std::vector<Given> randomSamples(std::uint64_t seed, std::int64_t count)
{
    RandomStream random(seed, 0);
    std::vector<float> image, value;
    std::vector<std::int32_t> label;
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::int64_t j = 0; j < size * size * channels; ++j)
            image.push_back(static_cast<float>(random.normal()));
        for (std::int64_t j = 0; j < numbers; ++j)
            value.push_back(static_cast<float>(random.normal()));
        label.push_back(static_cast<std::int32_t>(random.below(classes)));
    }
    return {{.type = {"image", {size, size, channels}, DataType::f32}, .numbers = std::move(image)},
            classesOf("label", {}, classes, std::move(label)),
            {.type = {"value", {numbers}, DataType::f32}, .numbers = std::move(value)}};
}

Project randomNetwork(std::uint64_t seed)
{
    NetworkDrawing drawing(seed);
    Project project;
    project.title = "random";
    project.data.shuffle = false;
    project.data.divide = 1.0;
    project.training.optimizer = {"sgd", {}, Json::object()};
    project.graph = drawing.take();
    Objective classified;
    classified.output = project.graph.nodes.back().id;
    Objective fitted;
    fitted.output = drawing.judgedWithin;
    fitted.target = "value";
    fitted.loss = {"mean_squared_error", {}, Json::object()};
    fitted.metrics.clear();
    project.training.objectives = {classified, fitted};
    return project;
}

} // namespace netsmith::test
