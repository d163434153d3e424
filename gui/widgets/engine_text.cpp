#include "gui/widgets/engine_text.h"

#include "engine/core/placeholder.h"
#include "gui/widgets/ideographs.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLocale>
#include <QPointer>
#include <QThread>

#include <algorithm>
#include <map>

namespace netsmith::gui {
namespace {

/// The settings and run texts, which take precedence over those of single components.
constexpr const char* settings[] = {"training", "run_card", "run_column"};

/// The contexts of NS_TEXT, collected from the sources at build time. A text doesn't know its own.
constexpr const char* contexts[] = {
#include <engine_contexts.inc>
};

/// Without the space at its end, which is for Latin words, if ideographs follow as well; at its start likewise.
QStringView fitted(QStringView between, QStringView before, QStringView after)
{
    if (between.size() < 2)
        return between;
    if (!after.isEmpty() && between.back() == u' ' && isIdeographic(between[between.size() - 2]) && isIdeographic(after.front()))
        between.chop(1);
    if (!before.isEmpty() && between.size() > 1 && between.front() == u' ' && isIdeographic(between[1])
        && isIdeographic(before.back()))
        between = between.sliced(1);
    return between;
}

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
                return numberText(value);
            else
                return QLocale().toString(static_cast<qlonglong>(value));
        },
        argument);
}

QString translationOf(const std::string& text, const std::string& context)
{
    const QString english = fromStd(text);
    const auto translated = [&](const char* in) { return QCoreApplication::translate(in, text.c_str()); };
    if (!context.empty())
        if (const QString found = translated(context.c_str()); found != english)
            return found;
    for (const char* known : settings)
        if (const QString found = translated(known); found != english)
            return found;
    for (const char* known : contexts)
        if (const QString found = translated(known); found != english)
            return found;
    return english;
}

/// A cache of translations in the current language; the engine has a few thousand texts. An untranslated text is searched for in
/// all contexts, and the canvas asks for each node's title.
class KnownTexts : public QObject {
public:
    QString find(QCoreApplication& app, const std::string& text, const std::string& context)
    {
        if (m_app != &app) {
            m_app = &app;
            m_texts.clear();
            app.installEventFilter(this);
        }
        const auto [known, fresh] = m_texts.try_emplace({text, context});
        if (fresh)
            known->second = translationOf(text, context);
        return known->second;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange && watched == m_app)
            m_texts.clear();
        return false;
    }

private:
    QPointer<QCoreApplication> m_app;
    std::map<std::pair<std::string, std::string>, QString> m_texts;
};

} // namespace

QString engineText(const std::string& text, const std::string& context)
{
    QCoreApplication* app = QCoreApplication::instance();
    if (!app || QThread::currentThread() != app->thread())
        return translationOf(text, context);
    static KnownTexts known;
    return known.find(*app, text, context);
}

QString asSentence(QString text)
{
    QStringView first = text;
    const auto end = std::ranges::find_if(text, [](QChar c) { return c.isSpace() || c == u':'; });
    first = first.first(end - text.begin());
    if (first.endsWith(u'.')) // the sentence
        first.chop(1);
    const bool isName = std::ranges::any_of(first, [](QChar c) { return c.isDigit() || c == u'_' || c == u'.'; });
    if (!text.isEmpty() && !isName)
        text.front() = text.front().toUpper();
    return text;
}

QString messageText(const Message& message)
{
    const std::string pattern = QCoreApplication::translate(message.id().c_str(), message.pattern().c_str()).toStdString();
    const std::string_view whole = pattern;
    const auto& arguments = message.arguments();
    const auto between = [&](std::size_t from, std::size_t to) {
        return QString::fromUtf8(whole.data() + from, static_cast<qsizetype>(to - from));
    };
    QString out, last; // the argument before
    std::size_t plain = 0; // where the text not yet in `out` begins
    for (std::size_t i = 0; i < whole.size();) {
        const auto placeholder = placeholderAt(whole.substr(i));
        if (!placeholder || placeholder->index >= arguments.size()) {
            ++i;
            continue;
        }
        const MessageArgument& argument = arguments[placeholder->index];
        const QString text = argumentText(argument);
        out += fitted(between(plain, i), last, text);
        out += text;
        last = text;
        if (!placeholder->many.empty()) {
            const auto* count = std::get_if<std::int64_t>(&argument);
            const std::string_view noun = placeholder->noun(count ? *count : 0);
            out += u' ' + QString::fromUtf8(noun.data(), static_cast<qsizetype>(noun.size()));
            last.clear();
        }
        i += placeholder->length;
        plain = i;
    }
    out += fitted(between(plain, whole.size()), last, {});
    return out;
}

} // namespace netsmith::gui
