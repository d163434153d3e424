#include "engine/runner/netsmith.h"

#include "engine/fields/field_fit.h"
#include "engine/input/arrays/npy_samples.h"
#include "engine/predict/answer.h"
#include "engine/runner/packed_network.h"

#include <cfenv>
#include <cstring>
#include <map>
#include <new>

using namespace netsmith;

struct netsmith_model {
    std::shared_ptr<runner::PackedNetwork> network;
    std::string description;
};

struct netsmith_answers {
    std::shared_ptr<runner::PackedNetwork> network;
    std::size_t count = 0;
    std::vector<std::vector<float>> values{}; ///< by output
    std::vector<std::string> names{}; ///< of the samples
    std::mutex mutex{};
    std::map<std::pair<std::size_t, std::size_t>, std::string> json{}; ///< of those asked for
};

namespace {

/// The caller's floating-point environment, which the engine sets to its own: denormals are flushed.
class KeptEnvironment {
public:
    KeptEnvironment() { std::fegetenv(&m_environment); }
    ~KeptEnvironment() { std::fesetenv(&m_environment); }
    KeptEnvironment(const KeptEnvironment&) = delete;
    KeptEnvironment& operator=(const KeptEnvironment&) = delete;

private:
    std::fenv_t m_environment{};
};

std::string& lastMessage()
{
    static thread_local std::string message;
    return message;
}

netsmith_status statusOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::usage: return NETSMITH_USAGE;
    case ErrorKind::input: return NETSMITH_INPUT;
    case ErrorKind::resources: return NETSMITH_RESOURCES;
    case ErrorKind::failed:
    case ErrorKind::diverged:
    case ErrorKind::deviceLost: break;
    }
    return NETSMITH_FAILED;
}

/// Lets no exception out.
template <class Work>
netsmith_status guarded(Work work) noexcept
{
    try {
        const KeptEnvironment kept;
        try {
            work();
            return NETSMITH_OK;
        } catch (const Error& error) {
            lastMessage() = error.what();
            return statusOf(error.kind());
        } catch (const std::bad_alloc&) {
            lastMessage() = "there is not enough memory; close other programs or choose a smaller batch";
            return NETSMITH_RESOURCES;
        } catch (const std::exception& error) {
            lastMessage() = error.what();
            return NETSMITH_FAILED;
        }
    } catch (...) { // not even the sentence fits into memory
        return NETSMITH_RESOURCES;
    }
}

void require(bool given, const char* argument)
{
    if (!given)
        throw Error(ErrorKind::usage, NS_MESSAGE("runner.argument", "the argument \"{0}\" is missing; pass one"), argument);
}

/// A caller in C may write any number into an enum, which may not be read as one then.
DataType typeOf(const netsmith_type& given)
{
    int type = 0;
    static_assert(sizeof type == sizeof given);
    std::memcpy(&type, &given, sizeof type);
    switch (type) {
    case NETSMITH_F32: return DataType::f32;
    case NETSMITH_F64: return DataType::f64;
    case NETSMITH_U8: return DataType::u8;
    case NETSMITH_I32: return DataType::i32;
    case NETSMITH_I64: return DataType::i64;
    }
    throw Error(ErrorKind::usage, NS_MESSAGE("runner.type", "there is no type {0}; pass one of netsmith_type"), std::int64_t{type});
}

netsmith_answers* answersFor(const netsmith_model& model, std::span<const data::Field> samples, std::size_t count,
                             std::vector<std::string> names = {})
{
    auto answers = std::make_unique<netsmith_answers>();
    answers->network = model.network;
    answers->count = count;
    if (count > 0)
        answers->values = model.network->predict(samples, static_cast<std::int64_t>(count));
    answers->names = std::move(names);
    return answers.release();
}

netsmith_answers* answersFor(const netsmith_model& model, data::Samples samples)
{
    return answersFor(model, samples.inputs, static_cast<std::size_t>(samples.count()), std::move(samples.names));
}

/// The caller's numbers, which outlive the call, as samples of an input.
data::Field samplesIn(const netsmith_array& array, const data::FieldSpec& input, std::size_t samples)
{
    require(array.numbers != nullptr, "numbers");
    if (!std::in_range<std::int32_t>(samples))
        throw Error(ErrorKind::usage, NS_MESSAGE("runner.samples", "{0} are too many samples for one call; pass a part of them"),
                    samples);
    const data::NpyArray numbers{
        .type = typeOf(array.type),
        .shape = Shape{static_cast<std::int64_t>(samples), input.shape.elements()},
        .bytes = {static_cast<const std::byte*>(array.numbers), [](const std::byte*) {}},
    };
    return data::samplesOfArray(numbers, data::unfitted(input), input.name);
}

const std::vector<float>* valuesOf(const netsmith_answers* answers, std::size_t output, std::size_t sample)
{
    return answers && output < answers->values.size() && sample < answers->count ? &answers->values[output] : nullptr;
}

} // namespace

const char* netsmith_version(void)
{
    return NETSMITH_VERSION;
}

const char* netsmith_message(void)
{
    return lastMessage().c_str();
}

netsmith_status netsmith_load(const char* file, int64_t batch, netsmith_model** model)
{
    if (model)
        *model = nullptr;
    return guarded([&] {
        require(file != nullptr, "file");
        require(model != nullptr, "model");
        constexpr std::int64_t batchAtMost = 65536;
        if (batch < 0 || batch > batchAtMost)
            throw Error(ErrorKind::usage, NS_MESSAGE("runner.batch", "a batch of {0} is not possible; choose one from 1 to {1}"),
                        batch, batchAtMost);
        auto loaded = std::make_unique<netsmith_model>();
        loaded->network = std::make_shared<runner::PackedNetwork>(file, batch);
        loaded->description = loaded->network->description().dump(-1, ' ', false, Json::error_handler_t::replace);
        *model = loaded.release();
    });
}

void netsmith_free(netsmith_model* model)
{
    delete model;
}

const char* netsmith_description(const netsmith_model* model)
{
    return model ? model->description.c_str() : nullptr;
}

size_t netsmith_inputs(const netsmith_model* model)
{
    return model ? model->network->inputs().size() : 0;
}

size_t netsmith_outputs(const netsmith_model* model)
{
    return model ? model->network->outputs().size() : 0;
}

const char* netsmith_input_name(const netsmith_model* model, size_t input)
{
    return input < netsmith_inputs(model) ? model->network->inputs()[input].name.c_str() : nullptr;
}

size_t netsmith_input_size(const netsmith_model* model, size_t input)
{
    return input < netsmith_inputs(model) ? static_cast<size_t>(model->network->inputs()[input].shape.elements()) : 0;
}

const char* netsmith_output_name(const netsmith_model* model, size_t output)
{
    return output < netsmith_outputs(model) ? model->network->outputs()[output].node.c_str() : nullptr;
}

size_t netsmith_output_size(const netsmith_model* model, size_t output)
{
    return output < netsmith_outputs(model) ? static_cast<size_t>(model->network->outputs()[output].shape.elements()) : 0;
}

netsmith_status netsmith_predict(netsmith_model* model, const netsmith_array* arrays, size_t count, size_t samples,
                                 netsmith_answers** answers)
{
    if (answers)
        *answers = nullptr;
    return guarded([&] {
        require(model != nullptr, "model");
        require(arrays != nullptr || count == 0, "arrays");
        require(answers != nullptr, "answers");
        const std::vector<data::FieldSpec>& inputs = model->network->inputs();
        if (count != inputs.size())
            throw Error(ErrorKind::usage, NS_MESSAGE("runner.arrays", "the network takes {0:array|arrays}, got {1}"), inputs.size(),
                        count);
        std::vector<data::Field> fields;
        for (std::size_t i = 0; i < count && samples > 0; ++i)
            fields.push_back(samplesIn(arrays[i], inputs[i], samples));
        *answers = answersFor(*model, fields, samples);
    });
}

netsmith_status netsmith_predict_file(netsmith_model* model, const char* file, netsmith_answers** answers)
{
    if (answers)
        *answers = nullptr;
    return guarded([&] {
        require(model != nullptr, "model");
        require(file != nullptr, "file");
        require(answers != nullptr, "answers");
        *answers = answersFor(*model, data::readSamples(file, model->network->reading()));
    });
}

netsmith_status netsmith_predict_text(netsmith_model* model, const char* text, netsmith_answers** answers)
{
    if (answers)
        *answers = nullptr;
    return guarded([&] {
        require(model != nullptr, "model");
        require(text != nullptr, "text");
        require(answers != nullptr, "answers");
        const std::string words = text;
        *answers = answersFor(*model, data::samplesOfTexts(std::span(&words, 1), model->network->reading()));
    });
}

size_t netsmith_answers_count(const netsmith_answers* answers)
{
    return answers ? answers->count : 0;
}

const float* netsmith_answers_values(const netsmith_answers* answers, size_t output, size_t sample)
{
    const std::vector<float>* values = valuesOf(answers, output, sample);
    return values ? values->data() + sample * (values->size() / answers->count) : nullptr;
}

const char* netsmith_answers_json(netsmith_answers* answers, size_t output, size_t sample)
{
    const char* text = nullptr;
    guarded([&] {
        const std::vector<float>* values = valuesOf(answers, output, sample);
        if (!values)
            return;
        const std::lock_guard lock(answers->mutex);
        std::string& json = answers->json[{output, sample}];
        if (json.empty()) {
            const PredictedOutput& asked = answers->network->outputs()[output];
            const std::size_t size = values->size() / answers->count;
            Json object{{"output", asked.node}};
            if (sample < answers->names.size())
                object["input"] = answers->names[sample];
            object.update(answerOf(asked, std::span(*values).subspan(sample * size, size), 0).json);
            json = object.dump(-1, ' ', false, Json::error_handler_t::replace);
        }
        text = json.c_str();
    });
    return text;
}

void netsmith_answers_free(netsmith_answers* answers)
{
    delete answers;
}
