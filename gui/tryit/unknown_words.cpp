#include "gui/tryit/unknown_words.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr qsizetype unknownTold = 12; // a text in another script may have many

struct UnknownWords {
    Q_DECLARE_TR_FUNCTIONS(UnknownWords)
};

} // namespace

QString unknownWords(const QStringList& unknown)
{
    QStringList told;
    for (const QString& token : unknown.first(std::min(unknown.size(), unknownTold)))
        told << UnknownWords::tr("“%1”").arg(token);
    if (told.size() < unknown.size())
        told << u"…"_s;
    return UnknownWords::tr("The network has never seen %1 and reads an unknown token instead.").arg(told.join(u' '));
}

} // namespace netsmith::gui
