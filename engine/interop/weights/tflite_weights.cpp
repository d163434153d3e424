#include "engine/interop/weights/tflite_weights.h"

#include "engine/core/error.h"
#include "engine/interop/tflite/tflite_file.h"

#include <deque>
#include <map>
#include <utility>

namespace netsmith::interop {
namespace {

/// Collects the tensors of a model that hold numbers.
class TfliteWeights {
public:
    explicit TfliteWeights(const TfliteModel& model)
        : m_model(model)
        , m_numbers(model)
    {
        m_content->owner = model.content;
    }

    WeightFile read()
    {
        for (const TfliteGraph& graph : m_model.graphs)
            for (const TfliteTensor& tensor : graph.tensors)
                add(tensor);
        if (m_integers > 0)
            m_file.notes.emplace_back(
                NS_MESSAGE("tflite.integers", "{0:tensor|tensors} left out: integers without a scale are no weights"), m_integers);
        m_file.format = "TensorFlow Lite";
        m_file.framework = Framework::tflite;
        m_file.content = std::move(m_content);
        return std::move(m_file);
    }

private:
    struct Content {
        std::shared_ptr<const void> owner{};
        std::deque<std::vector<float>> converted{};
    };

    void add(const TfliteTensor& tensor)
    {
        if (tensor.bytes.empty())
            return; // computed
        if (const std::optional<Message> problem = tensor.problem()) {
            m_file.notes.emplace_back(NS_MESSAGE("tflite.left_out", "\"{0}\" left out: {1}"), tensor.name, *problem);
            return;
        }
        const TfliteType& type = *tensor.type();
        const Shape shape = m_numbers.shapeOf(tensor);
        if (type.numbers == TfliteType::Numbers::floatingPoint) {
            m_file.tensors.push_back({uniqueName(tensor.name), std::string(type.name), type.type, shape, tensor.bytes});
        } else if (!tensor.quantization) {
            ++m_integers;
        } else {
            const std::vector<float>& kept = m_content->converted.emplace_back(m_numbers.floatsOf(tensor));
            m_file.tensors.push_back({uniqueName(tensor.name), std::string(type.name) + " × scale", DataType::f32, shape,
                                      std::as_bytes(std::span(kept))});
        }
    }

    /// Two graphs may use the same names.
    std::string uniqueName(const std::string& name)
    {
        const int count = ++m_names[name];
        return count == 1 ? name : uniqueName(name + ":" + std::to_string(count));
    }

    const TfliteModel& m_model;
    TfliteNumbers m_numbers;
    std::shared_ptr<Content> m_content = std::make_shared<Content>();
    WeightFile m_file{};
    std::map<std::string, int> m_names;
    std::int64_t m_integers = 0;
};

} // namespace

Expected<WeightFile> readTfliteWeights(const std::filesystem::path& path)
try {
    const TfliteModel model = openTflite(path);
    WeightFile weights = TfliteWeights(model).read();
    checkMapped(model.all);
    return weights;
} catch (const Error& error) {
    return error;
}

Expected<WeightFile> parseTfliteWeights(std::span<const std::byte> bytes, std::string_view name)
try {
    return TfliteWeights(parseTflite(bytes, nullptr, name)).read();
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::interop
