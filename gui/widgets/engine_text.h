#pragma once

#include "engine/core/message.h"

#include <QString>

namespace netsmith::gui {

/// A title, a doc or a choice from the engine's registries in the window's language. An ambiguous word has its meaning in the
/// settings, unless the context is given: "Precision" is the number format, and in the context "precision" the metric.
QString engineText(const std::string& text, const std::string& context = {});

/// A message of the engine in the window's language: its pattern by id, its arguments in the locale's notation.
QString messageText(const Message& message);

/// With a capital letter, unless it begins with a name: `conv2d "stem" …`, `training.batch is …`.
QString asSentence(QString text);

inline QString fromStd(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace netsmith::gui
