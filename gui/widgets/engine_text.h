#pragma once

#include "engine/core/message.h"

#include <QString>

namespace netsmith::gui {

/// A title, a doc or a choice of the engine's registries in the language of the window. A word that means two things is that of the
/// settings, unless the context is named: "Precision" is of numbers, and in the context "precision" the metric.
QString engineText(const std::string& text, const std::string& context = {});

/// An engine's sentence in the language of the window: its pattern by id, its arguments in the window's notation.
QString messageText(const Message& message);

inline QString fromStd(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace netsmith::gui
