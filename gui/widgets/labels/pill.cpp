#include "gui/widgets/labels/pill.h"

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QString toneOf(Pill::Kind kind)
{
    return kind == Pill::Kind::accent ? u"pill-accent"_s : u"pill"_s;
}

} // namespace

Pill::Pill(const QString& text, Kind kind, QWidget* parent)
    : TextLabel(TextRole::caption, toneOf(kind), parent)
{
    setText(text);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setMinimumHeight(20); // style sheets ignore a radius of more than half the height
}

void Pill::setKind(Kind kind)
{
    setTone(toneOf(kind));
}

} // namespace netsmith::gui
