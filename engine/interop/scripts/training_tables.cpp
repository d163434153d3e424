#include "engine/interop/scripts/training_tables.h"

#include "engine/graph/specs/layer_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

constexpr std::array optimizers{
    OptimizerNames{"adadelta", "keras.optimizers.Adadelta", ""},
    OptimizerNames{"adagrad", "keras.optimizers.Adagrad", "torch.optim.Adagrad"},
    OptimizerNames{"adam", "keras.optimizers.Adam", "torch.optim.Adam"},
    OptimizerNames{"adamw", "keras.optimizers.AdamW", "torch.optim.AdamW", true},
    OptimizerNames{"lamb", "keras.optimizers.Lamb", ""},
    OptimizerNames{"lion", "keras.optimizers.Lion", ""},
    OptimizerNames{"nadam", "keras.optimizers.Nadam", ""},
    OptimizerNames{"rmsprop", "keras.optimizers.RMSprop", ""},
    OptimizerNames{"sgd", "keras.optimizers.SGD", "torch.optim.SGD"},
};

double number(const ParameterMap& values, std::string_view name, double usual)
{
    const auto found = values.find(name);
    if (found == values.end())
        return usual;
    if (const auto* whole = std::get_if<std::int64_t>(&found->second))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&found->second);
    return real ? *real : usual;
}

std::string text(const ParameterMap& values, std::string_view name, std::string usual)
{
    const auto found = values.find(name);
    const auto* words = found == values.end() ? nullptr : std::get_if<std::string>(&found->second);
    return words ? *words : usual;
}

std::vector<std::int64_t> sizes(const ParameterMap& values, const TransformSpec& spec, std::string_view name)
{
    const ParameterSpec& parameter = *spec.parameter(name);
    const auto found = values.find(name);
    return std::get<std::vector<std::int64_t>>(found == values.end() ? parameter.defaultValue
                                                                     : normalised(parameter, found->second));
}

/// Lines of the warm-up, after which `step` and `steps` count without it.
std::vector<std::string> warmupLines(const ParameterMap& values, const TrainingSettings& training)
{
    std::string length;
    if (const double steps = number(values, "warmup_steps", 0.0); steps > 0.0)
        length = fmt::format("min({:.0f}, steps)", steps);
    else if (const double epochs = number(values, "warmup_epochs", 0.0); epochs > 0.0)
        length = fmt::format("min(round({} * steps / {}), steps)", epochs, training.epochs);
    else if (const double ratio = number(values, "warmup_ratio", 0.0); ratio > 0.0)
        length = fmt::format("round({} * steps)", ratio);
    else
        return {};
    return {"warmup = " + length, "if step < warmup:", "    return LEARNING_RATE * step / warmup",
            "step, steps = step - warmup, steps - warmup"};
}

std::string named(std::string_view title, std::initializer_list<std::string> arguments)
{
    return pythonCall("keras.losses." + std::string(title), std::span(arguments.begin(), arguments.size()));
}

} // namespace

const OptimizerNames* optimizerNames(std::string_view id)
{
    const auto found = std::ranges::find(optimizers, id, &OptimizerNames::id);
    return found == optimizers.end() ? nullptr : found;
}

std::string schedulerText(const Component& schedule, double rate, ScriptFramework framework)
{
    const ParameterMap& values = schedule.parameters;
    for (const char* warmup : {"warmup_steps", "warmup_epochs"})
        if (number(values, warmup, 0.0) > 0.0)
            return {};
    const bool isTorch = framework == ScriptFramework::pytorch;
    if (schedule.id == "one_cycle" && isTorch)
        return pythonCall("torch.optim.lr_scheduler.OneCycleLR",
                          std::vector<std::string>{"optimizer", pythonText(rate), "steps",
                                                   keyword("pct_start", number(values, "warmup_ratio", 0.3), 0.3),
                                                   keyword("div_factor", number(values, "div_factor", 25.0), 25.0),
                                                   keyword("final_div_factor", number(values, "final_div_factor", 1e4), 1e4),
                                                   "cycle_momentum=False"});
    if (schedule.id != "cosine" || number(values, "warmup_ratio", 0.0) > 0.0)
        return {};
    const double alpha = number(values, "alpha", 0.0);
    return isTorch ? pythonCall("torch.optim.lr_scheduler.CosineAnnealingLR",
                                std::vector<std::string>{"optimizer", "steps", keyword("eta_min", alpha * rate, 0.0)})
                   : pythonCall("keras.optimizers.schedules.CosineDecay",
                                std::vector<std::string>{pythonText(rate), "steps", keyword("alpha", alpha, 0.0)});
}

std::vector<std::string> scheduleFormula(const Component& schedule, const TrainingSettings& training)
{
    const ParameterMap& values = schedule.parameters;
    if (schedule.id == "one_cycle") {
        const std::string first = pythonText(number(values, "div_factor", 25.0));
        const std::string last = pythonText(number(values, "final_div_factor", 1e4));
        return {
            "\"\"\"Up along half a cosine wave to LEARNING_RATE, then down to almost nothing.\"\"\"",
            fmt::format("first, top = LEARNING_RATE / {}, {} * steps - 1", first, pythonText(number(values, "warmup_ratio", 0.3))),
            "if 0 < top and step <= top:",
            "    begin, end, share = first, LEARNING_RATE, step / top",
            "else:",
            fmt::format("    begin, end, top = LEARNING_RATE, first / {}, max(top, 0)", last),
            "    share = (step - top) / (steps - 1 - top) if steps - 1 > top else 1",
            "return end + (begin - end) * (1 + math.cos(math.pi * min(share, 1))) / 2"};
    }
    std::vector<std::string> lines = warmupLines(values, training);
    if (schedule.id == "constant") {
        if (!lines.empty())
            lines.emplace_back("return LEARNING_RATE");
        return lines;
    }
    if (schedule.id == "cosine") {
        const std::string alpha = pythonText(number(values, "alpha", 0.0));
        lines.emplace_back("wave = (1 + math.cos(math.pi * min(step / max(steps, 1), 1))) / 2");
        lines.push_back(alpha == "0.0" ? "return LEARNING_RATE * wave"
                                       : fmt::format("return LEARNING_RATE * ((1 - {0}) * wave + {0})", alpha));
        return lines;
    }
    if (schedule.id == "step" && lines.empty())
        return {fmt::format("return LEARNING_RATE * {} ** (step // ({:.0f} * steps // EPOCHS))",
                            pythonText(number(values, "factor", 0.1)), number(values, "every", 10.0))};
    return {};
}

std::string lossText(const Component& loss, const LossSpec& spec, ScriptFramework framework, LossText& text)
{
    const bool isTorch = framework == ScriptFramework::pytorch;
    if (const auto weights = loss.parameters.find("class_weights"); weights != loss.parameters.end())
        if (const auto* list = std::get_if<std::vector<double>>(&weights->second); !list || !list->empty())
            return {};
    const double smoothing = number(loss.parameters, "label_smoothing", 0.0);
    const std::string smooth = keyword("label_smoothing", smoothing, 0.0);
    const std::string logits = text.ofLogits ? "from_logits=True" : "";
    const bool ofClasses =
        spec.id == "sparse_categorical_crossentropy" || (spec.id == "categorical_crossentropy" && text.classes > 0);
    if (ofClasses || spec.id == "categorical_crossentropy") {
        if (isTorch)
            return text.ofLogits ? pythonCall("F.cross_entropy", std::vector<std::string>{"{output}", "{target}", smooth})
                                 : std::string();
        text.oneHot = text.classes > 0 && (spec.id == "categorical_crossentropy" || smoothing > 0.0);
        return text.oneHot || text.classes == 0 ? named("CategoricalCrossentropy", {logits, smooth})
                                                : named("SparseCategoricalCrossentropy", {logits});
    }
    if (spec.id == "binary_crossentropy") {
        if (!isTorch)
            return named("BinaryCrossentropy", {logits, smooth});
        if (smoothing > 0.0)
            return {};
        return text.ofLogits ? "F.binary_cross_entropy_with_logits({output}, {target}.float().view_as({output}))"
                             : "F.binary_cross_entropy({output}, {target}.float().view_as({output}))";
    }
    const std::string delta = keyword("delta", number(loss.parameters, "delta", 1.0), 1.0);
    struct Names {
        std::string_view id, keras, torch;
    };
    constexpr std::array plain{
        Names{"cosine_similarity", "CosineSimilarity", ""},
        Names{"hinge", "Hinge", ""},
        Names{"huber", "Huber", "F.huber_loss"},
        Names{"kl_divergence", "KLDivergence", ""},
        Names{"log_cosh", "LogCosh", ""},
        Names{"mean_absolute_error", "MeanAbsoluteError", "F.l1_loss"},
        Names{"mean_squared_error", "MeanSquaredError", "F.mse_loss"},
        Names{"poisson", "Poisson", ""},
        Names{"squared_hinge", "SquaredHinge", ""},
    };
    const auto found = std::ranges::find(plain, spec.id, &Names::id);
    if (found == plain.end() || (isTorch && found->torch.empty()))
        return {};
    const std::string extra = spec.id == "huber" ? delta : "";
    return isTorch ? pythonCall(found->torch, std::vector<std::string>{"{output}", "{target}.view_as({output})", extra})
                   : named(found->keras, {extra});
}

std::string metricText(const Component& metric, ScriptFramework framework, std::string_view loss, bool oneHot)
{
    const bool isTorch = framework == ScriptFramework::pytorch;
    const bool binary = metric.id == "binary_accuracy";
    if (metric.id == "accuracy" || binary) {
        if (isTorch)
            return metric.id == "accuracy" && loss.find("categorical") != std::string_view::npos
                ? "({output}.argmax(-1) == {target}).float()"
                : "";
        return metric.id == "accuracy" && !oneHot && loss.find("sparse") == std::string_view::npos ? "" : pythonString(metric.id);
    }
    if (metric.id == "mean_absolute_error")
        return isTorch ? "({output} - {target}.view_as({output})).abs()" : pythonString("mean_absolute_error");
    if (metric.id == "root_mean_squared_error")
        return isTorch ? "({output} - {target}.view_as({output})) ** 2" : "keras.metrics.RootMeanSquaredError()";
    return {};
}

std::vector<std::string> transformText(const Component& transform, const TransformSpec& spec, ScriptFramework framework)
{
    const bool isTorch = framework == ScriptFramework::pytorch;
    const ParameterMap& values = transform.parameters;
    const std::string fill = text(values, "fill_mode", "constant");
    const bool black = number(values, "fill_value", 0.0) == 0.0;
    if (transform.id == "pad") {
        const std::vector<std::int64_t> padding = sizes(values, spec, "padding");
        if (fill != "constant" || !black)
            return {};
        if (!isTorch)
            return {fmt::format("layers.ZeroPadding2D({})", pythonSize(padding))};
        return {fmt::format("images = F.pad(images, ({0}, {0}, {1}, {1}))", padding[1], padding[0])};
    }
    if (transform.id == "random_crop") {
        const std::vector<std::int64_t> size = sizes(values, spec, "size");
        if (!isTorch)
            return {fmt::format("layers.RandomCrop({}, {})", size[0], size[1])};
        return {fmt::format("windows = images.unfold(2, {}, 1).unfold(3, {}, 1)", size[0], size[1]),
                "rows, columns = (torch.randint(size, (len(images),)) for size in windows.shape[2:4])",
                "images = windows[torch.arange(len(images)), :, rows, columns]"};
    }
    if (transform.id == "random_flip") {
        const std::string mode = text(values, "mode", "horizontal");
        if (!isTorch)
            return {fmt::format("layers.RandomFlip({})", pythonString(mode))};
        std::vector<std::string> lines;
        for (const auto& [axis, word] : {std::pair{3, "horizontal"}, std::pair{2, "vertical"}})
            if (mode.find(word) != std::string::npos)
                lines.push_back(
                    fmt::format("images = torch.where(torch.rand(len(images), 1, 1, 1) < 0.5, images.flip({}), images)", axis));
        return lines;
    }
    if (transform.id == "random_translation") {
        const std::string height = pythonText(number(values, "height_factor", 0.1));
        const std::string width = pythonText(number(values, "width_factor", 0.1));
        if (fill != "constant" || !black)
            return {};
        if (!isTorch)
            return {fmt::format("layers.RandomTranslation({}, {}, fill_mode=\"constant\")", height, width)};
        return {"moves = torch.eye(2, 3).repeat(len(images), 1, 1)",
                fmt::format("moves[:, 0, 2] = {} * 2 * (2 * torch.rand(len(images)) - 1)", width),
                fmt::format("moves[:, 1, 2] = {} * 2 * (2 * torch.rand(len(images)) - 1)", height),
                "grid = F.affine_grid(moves, images.shape, align_corners=False)",
                "images = F.grid_sample(images, grid, align_corners=False)"};
    }
    return {};
}

} // namespace netsmith::interop
