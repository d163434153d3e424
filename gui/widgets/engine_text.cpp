#include "gui/widgets/engine_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace netsmith::gui {
namespace {

/// What the engine's NS_TEXT name as contexts. A text does not know its own, and the same words mean the same in all of them; a
/// test holds this list against the sources.
constexpr const char* contexts[] = {"accuracy",
                                    "activation",
                                    "adam",
                                    "adamw",
                                    "add",
                                    "average_pooling2d",
                                    "batch_normalization",
                                    "categorical_crossentropy",
                                    "concatenate",
                                    "constant",
                                    "conv2d",
                                    "cosine",
                                    "data",
                                    "data.fashion_mnist",
                                    "data.mnist",
                                    "data.random_images",
                                    "data.synthetic_digits",
                                    "dense",
                                    "dropout",
                                    "early_stopping",
                                    "flatten",
                                    "global_average_pooling2d",
                                    "initializer",
                                    "input",
                                    "max_pooling2d",
                                    "mean_absolute_error",
                                    "mean_squared_error",
                                    "optimizer",
                                    "pooling2d",
                                    "relu",
                                    "schedule",
                                    "sgd",
                                    "sigmoid",
                                    "softmax",
                                    "sparse_categorical_crossentropy",
                                    "tanh",
                                    "throttle",
                                    "training"};

QString argumentText(const MessageArgument& argument)
{
    return std::visit(
        [](const auto& value) -> QString {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::string>)
                return fromStd(value);
            else if constexpr (std::is_same_v<T, NestedMessage>)
                return messageText(*value);
            else if constexpr (std::is_same_v<T, double>)
                return QLocale().toString(value, 'g', QLocale::FloatingPointShortest);
            else
                return QLocale().toString(static_cast<qlonglong>(value));
        },
        argument);
}

} // namespace

QString engineText(const std::string& text)
{
    const QString english = fromStd(text);
    for (const char* context : contexts)
        if (const QString found = QCoreApplication::translate(context, text.c_str()); found != english)
            return found;
    return english;
}

QString messageText(const Message& message)
{
    const QString pattern = QCoreApplication::translate(message.id().c_str(), message.pattern().c_str());
    const auto& arguments = message.arguments();
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool placeholder = pattern[i] == u'{' && i + 2 < pattern.size() && pattern[i + 2] == u'}' && pattern[i + 1].isDigit();
        const auto index = placeholder ? static_cast<std::size_t>(pattern[i + 1].digitValue()) : arguments.size();
        if (index >= arguments.size()) {
            out += pattern[i];
            continue;
        }
        out += argumentText(arguments[index]);
        i += 2;
    }
    return out;
}

} // namespace netsmith::gui
