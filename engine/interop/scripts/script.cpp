#include "engine/interop/scripts/script.h"

#include "engine/core/error.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/interop/scripts/data_text.h"
#include "engine/interop/scripts/network_text.h"
#include "engine/interop/scripts/script_weights.h"
#include "engine/interop/scripts/training_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::interop {
namespace {

constexpr std::string_view reader = R"(def read_safetensors(path):
    """The arrays of a safetensors file: the length of its header, the header as JSON, the bytes."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    types = {"F32": np.float32, "I64": np.int64}
    arrays = {}
    for name, entry in json.loads(data[8:start]).items():
        begin, end = entry["data_offsets"]
        array = np.frombuffer(data[start + begin : start + end], types[entry["dtype"]])
        arrays[name] = array.reshape(entry["shape"]).copy()
    return arrays
)";

constexpr std::string_view kerasLoader = R"(def load_weights(model):
    """Fills the layers, each with the arrays under its name."""
    arrays = read_safetensors(WEIGHTS)
    for layer in model.layers:
        layer.set_weights([array for name, array in arrays.items() if name.startswith(f"{layer.name}/")])
)";

constexpr std::string_view torchLoader = R"(def load_weights(model):
    arrays = read_safetensors(WEIGHTS)
    model.load_state_dict(model.state_dict() | {name: torch.from_numpy(array) for name, array in arrays.items()})
)";

constexpr std::string_view torchBatches = R"(def batches(data, shuffle=False):
    count = len(next(iter(data.values())))
    order = torch.randperm(count) if shuffle else torch.arange(count)
    for rows in order.split(BATCH):
        yield {name: values[rows] for name, values in data.items()}


def evaluate(model, data):
    """The means over all samples."""
    model.eval()
    sums = Counter()
    with torch.no_grad():
        for batch in batches(data):
            means, samples = measure(model, batch), len(next(iter(batch.values())))
            sums.update({name: mean.item() * samples for name, mean in means.items()})
    return {name: total / len(next(iter(data.values()))) for name, total in sums.items()}
)";

/// What a docstring may hold of the user's words.
std::string plainWords(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        result += c == '"' || c == '\\' ? '\'' : byte < 32 || byte == 127 ? ' ' : c;
    }
    return result;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

/// Puts the parts together.
class ScriptWriter {
public:
    ScriptWriter(const CheckedProject& project, const ScriptOptions& options)
        : m_project(project)
        , m_options(options)
        , m_network(networkCode(project, options.framework))
        , m_text(isTorch() ? torchText(m_network) : kerasText(m_network))
    {
        if (!options.training)
            return;
        m_training = trainingText(project, m_network, options.framework);
        m_data = dataText(project, options.framework, options.dataFolder);
    }

    Script take(const SafetensorsFile& arrays)
    {
        std::string body;
        const auto part = [&](std::string_view text) { body.append("\n\n").append(text); };
        part(reader);
        part(m_text.source);
        part(isTorch() ? torchLoader : kerasLoader);
        if (isTorch() && std::ranges::any_of(m_network.outputs, [](const auto& output) { return !output.activation.empty(); }))
            part(predictFunction());
        if (m_options.training) {
            part(m_data.source);
            if (!m_training.schedule.empty())
                part(function("learning_rate(step, steps)", m_training.schedule));
            if (isTorch())
                torchParts(part);
            part(isTorch() ? torchMain() : kerasMain());
            part("if __name__ == \"__main__\":\n    main()\n");
        }
        return {.source = head(body) + body,
                .weights = scriptWeights(m_network, m_options.framework, arrays, m_text.moduleNames),
                .readsData = m_data.isFile};
    }

private:
    bool isTorch() const { return m_options.framework == ScriptFramework::pytorch; }
    const TrainingSettings& training() const { return m_project.flat().training; }

    static std::string function(const std::string& signature, const std::vector<std::string>& lines)
    {
        std::string text = "def " + signature + ":\n";
        for (const std::string& line : lines)
            text += "    " + line + "\n";
        return text;
    }

    std::string head(const std::string& body) const
    {
        const std::string title = plainWords(m_project.project().title);
        std::string text = "\"\"\"" + (title.empty() ? std::string("A network") : title) + (title.ends_with('.') ? "" : ".")
            + "\n\nWritten by Netsmith. The weights that it starts from are in " + plainWords(m_options.name)
            + ".safetensors, beside this file";
        if (m_data.isFile)
            text += ",\nand the samples in " + plainWords(m_options.name) + ".data.safetensors";
        text += ".\n";
        if (!m_training.notes.empty())
            text += fmt::format("Not computed here: {}.\n", fmt::join(m_training.notes, ", "));
        text += "\"\"\"\n\n";
        const auto uses = [&](const std::string& name) { return body.find(name) != std::string::npos; };
        for (const std::string module : {"gzip", "json", "math", "tarfile"})
            if (uses(module + "."))
                text += "import " + module + "\n";
        if (uses("Counter("))
            text += "from collections import Counter\n";
        text += "from pathlib import Path\n\n";
        if (isTorch())
            text += std::string("import numpy as np\nimport torch\n") + (uses("F.") ? "import torch.nn.functional as F\n" : "")
                + (uses("nn.") ? "from torch import nn\n" : "");
        else
            text += std::string("import keras\nimport numpy as np\n") + (uses("layers.") ? "from keras import layers\n" : "");
        text += "\nWEIGHTS = Path(__file__).with_suffix(\".safetensors\")\n";
        if (!m_options.training)
            return text;
        text += m_data.constant + "\n" + fmt::format("EPOCHS = {}\nBATCH = {}\n", training().epochs, training().batch);
        if (!m_training.schedule.empty())
            text += "LEARNING_RATE = " + pythonText(rate()) + "\n";
        return text;
    }

    double rate() const
    {
        return m_project.catalog().optimizers->find(training().optimizer.id)->learningRate(training().optimizer.parameters);
    }

    std::string predictFunction() const
    {
        std::vector<std::string> results;
        const bool single = m_network.outputs.size() == 1;
        for (std::size_t i = 0; i < m_network.outputs.size(); ++i) {
            const std::string output = single ? "model(*inputs)" : fmt::format("outputs[{}]", i);
            const std::string& activation = m_network.outputs[i].activation;
            results.push_back(activation == "softmax"       ? "torch.softmax(" + output + ", dim=-1)"
                                  : activation == "sigmoid" ? "torch.sigmoid(" + output + ")"
                                                            : output);
        }
        std::string text = "def predict(model, *inputs):\n    model.eval()\n    with torch.no_grad():\n";
        if (!single)
            text += "        outputs = model(*inputs)\n";
        return text + fmt::format("        return {}\n", fmt::join(results, ", "));
    }

    std::vector<std::string> inputsOf(const std::string& data) const
    {
        std::vector<std::string> inputs;
        for (const NetworkCode::Input& input : m_network.inputs)
            inputs.push_back(data + "[" + pythonString(input.field) + "]");
        return inputs;
    }

    template <class Part>
    void torchParts(const Part& part) const
    {
        if (!m_training.augmentation.empty()) {
            std::vector<std::string> lines = m_training.augmentation;
            lines.emplace_back("return images");
            part(function("augment(images)", lines));
        }
        part(measureFunction());
        part(torchBatches);
    }

    std::string measureFunction() const
    {
        const bool single = m_network.outputs.size() == 1;
        const auto nameOf = [&](std::size_t output) { return single ? std::string("output") : fmt::format("outputs[{}]", output); };
        std::vector<std::string> sums, reported;
        for (const TrainingText::Goal& goal : m_training.goals) {
            const std::string output = nameOf(goal.output), target = "batch[" + pythonString(goal.field) + "]";
            const Shape shape =
                *m_project.shapes().at({m_network.outputs[goal.output].node,
                                        m_project.catalog()
                                            .layers->find(m_project.flat().graph.find(m_network.outputs[goal.output].node)->layer)
                                            ->outputs[0]
                                            .name});
            const bool perStep = goal.loss.starts_with("F.cross_entropy") && shape.rank() > 1;
            std::string loss = replaced(goal.loss, "{output}", perStep ? output + ".transpose(1, -1)" : output);
            loss = replaced(loss, "{target}", target);
            sums.push_back(goal.weight == 1.0 ? loss : pythonText(goal.weight) + " * " + loss);
            const std::string prefix = single ? "" : m_network.outputs[goal.output].node + "/";
            for (const std::string& metric : goal.metrics) {
                const std::string name = metric.find("argmax") != std::string::npos ? "accuracy"
                    : metric.find("abs()") != std::string::npos                     ? "mean_absolute_error"
                                                                                    : "mean_squared_error";
                const std::string value = replaced(replaced(metric, "{output}", output), "{target}", target);
                reported.push_back(pythonString(prefix + name) + ": (" + value + ").mean()");
            }
        }
        std::vector<std::string> lines{
            fmt::format("{} = model({})", single ? "output" : "outputs", fmt::join(inputsOf("batch"), ", ")),
            fmt::format("loss = {}", fmt::join(sums, " + "))};
        reported.insert(reported.begin(), "\"loss\": loss");
        lines.push_back(fmt::format("return {{{}}}", fmt::join(reported, ", ")));
        return function("measure(model, batch)", lines);
    }

    /// Loads the samples, the network and its weights.
    void begin(std::vector<std::string>& lines, bool validates) const
    {
        lines.push_back("train = load_data(" + m_data.train + ")");
        if (validates)
            lines.push_back("validation = load_data(" + m_data.validation + ")");
        lines.insert(lines.end(), {"model = " + m_text.creates, "load_weights(model)"});
        if (isTorch() && m_training.decays)
            lines.insert(lines.end(),
                         {"kernels = [weight for weight in model.parameters() if weight.ndim > 1]",
                          "others = [weight for weight in model.parameters() if weight.ndim <= 1]",
                          "groups = [{\"params\": kernels}, {\"params\": others, \"weight_decay\": 0.0}]"});
    }

    std::string torchMain() const
    {
        const TrainingSettings& settings = training();
        const bool validates = m_project.project().data.validation != "none";
        std::vector<std::string> lines{
            fmt::format("torch.manual_seed({})", settings.seed),
        };
        begin(lines, validates);
        lines.push_back("optimizer = " + m_training.optimizer);
        const bool scheduled = !m_training.schedule.empty();
        if (scheduled || !m_training.scheduler.empty())
            lines.push_back("steps = EPOCHS * math.ceil(len(" + inputsOf("train")[0] + ") / BATCH)");
        if (!m_training.scheduler.empty())
            lines.push_back("schedule = " + m_training.scheduler);
        if (scheduled)
            lines.emplace_back("step = 0");
        lines.insert(lines.end(),
                     {"for epoch in range(EPOCHS):", "    model.train()",
                      std::string("    for batch in batches(train, shuffle=")
                          + (m_project.project().data.shuffle ? "True" : "False") + "):"});
        if (!m_training.augmentation.empty())
            lines.push_back("        " + inputsOf("batch")[0] + " = augment(" + inputsOf("batch")[0] + ")");
        if (scheduled)
            lines.insert(lines.end(),
                         {"        for group in optimizer.param_groups:", "            group[\"lr\"] = learning_rate(step, steps)",
                          "        step += 1"});
        lines.insert(lines.end(), {"        optimizer.zero_grad()", "        measure(model, batch)[\"loss\"].backward()"});
        if (settings.globalClipnorm > 0.0)
            lines.push_back("        nn.utils.clip_grad_norm_(model.parameters(), " + pythonText(settings.globalClipnorm) + ")");
        if (settings.clipValue > 0.0)
            lines.push_back("        nn.utils.clip_grad_value_(model.parameters(), " + pythonText(settings.clipValue) + ")");
        lines.emplace_back("        optimizer.step()");
        if (!m_training.scheduler.empty())
            lines.emplace_back("        schedule.step()");
        lines.insert(
            lines.end(),
            {std::string("    print(f\"epoch {epoch + 1}: {evaluate(model, ") + (validates ? "validation" : "train") + ")}\")",
             "torch.save(model.state_dict(), Path(__file__).with_suffix(\".pt\"))"});
        return function("main()", lines);
    }

    std::string kerasMain() const
    {
        const DataSettings& data = m_project.project().data;
        std::vector<std::string> lines{fmt::format("keras.utils.set_random_seed({})", training().seed)};
        begin(lines, data.validation != "none");
        if (!m_training.schedule.empty() || !m_training.scheduler.empty())
            lines.push_back("steps = EPOCHS * math.ceil(len(" + inputsOf("train")[0] + ") / BATCH)");
        lines.push_back("optimizer = " + m_training.optimizer);
        if (m_training.decays)
            lines.emplace_back(
                "optimizer.exclude_from_weight_decay(var_names=[\"alpha\", \"beta\", \"bias\", \"gamma\", \"scale\"])");
        std::string trained = "model";
        if (!m_training.augmentation.empty()) {
            trained = "trained";
            lines.push_back(fmt::format("trained = keras.Sequential([{}, model])", fmt::join(m_training.augmentation, ", ")));
        }
        const bool single = m_training.goals.size() == 1;
        std::vector<std::string> losses, weights, metrics, targets, checks;
        bool weighted = false;
        for (const TrainingText::Goal& goal : m_training.goals) {
            losses.push_back(goal.loss);
            weights.push_back(pythonText(goal.weight));
            weighted = weighted || goal.weight != 1.0;
            metrics.push_back(fmt::format("[{}]", fmt::join(goal.metrics, ", ")));
            const auto target = [&](const std::string& part) {
                const std::string field = part + "[" + pythonString(goal.field) + "]";
                return goal.oneHot ? fmt::format("keras.utils.to_categorical({}, {})", field, goal.classes) : field;
            };
            targets.push_back(target("train"));
            checks.push_back(target("validation"));
        }
        const auto list = [](const std::vector<std::string>& all, bool one) {
            return one ? all[0] : fmt::format("[{}]", fmt::join(all, ", "));
        };
        const bool oneInput = m_network.inputs.size() == 1;
        lines.push_back(trained + ".compile(");
        lines.push_back("    optimizer=optimizer,");
        lines.push_back("    loss=" + list(losses, single) + ",");
        if (weighted)
            lines.push_back(fmt::format("    loss_weights=[{}],", fmt::join(weights, ", ")));
        lines.push_back("    metrics=" + list(metrics, single) + ",");
        lines.emplace_back(")");
        if (!m_training.schedule.empty())
            lines.insert(lines.end(),
                         {"rates = (learning_rate(step, steps) for step in range(steps))",
                          "schedule = keras.callbacks.LambdaCallback(",
                          "    on_train_batch_begin=lambda batch, logs: setattr(optimizer, \"learning_rate\", next(rates))", ")"});
        lines.push_back(trained + ".fit(");
        lines.push_back("    " + list(inputsOf("train"), oneInput) + ",");
        lines.push_back("    " + list(targets, single) + ",");
        lines.insert(lines.end(), {"    batch_size=BATCH,", "    epochs=EPOCHS,"});
        if (data.validation != "none")
            lines.push_back("    validation_data=(" + list(inputsOf("validation"), oneInput) + ", " + list(checks, single) + "),");
        if (!m_training.schedule.empty())
            lines.emplace_back("    callbacks=[schedule],");
        if (!data.shuffle)
            lines.emplace_back("    shuffle=False,");
        lines.insert(lines.end(), {")", "model.save(Path(__file__).with_suffix(\".keras\"))"});
        return function("main()", lines);
    }

    const CheckedProject& m_project;
    const ScriptOptions& m_options;
    NetworkCode m_network;
    NetworkText m_text;
    TrainingText m_training;
    DataText m_data;
};

} // namespace

Script scriptFor(const CheckedProject& project, const SafetensorsFile& arrays, const ScriptOptions& options)
{
    return ScriptWriter(project, options).take(arrays);
}

ScriptFramework scriptFramework(std::string_view id)
{
    if (id == "keras")
        return ScriptFramework::keras;
    if (id == "pytorch")
        return ScriptFramework::pytorch;
    throw Error(ErrorKind::usage,
                NS_MESSAGE("scripts.framework", "a script is written for \"keras\" or \"pytorch\", and \"{0}\" is neither"),
                std::string(id));
}

} // namespace netsmith::interop
