#include "gui/widgets/fonts.h"

#include <QFontDatabase>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QStringList families(bool numbers)
{
    QStringList out{numbers ? u"Noto Sans"_s : u"Inter"_s, u"Noto Sans CJK SC"_s};
    out << QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    return out;
}

} // namespace

QFont fontFor(TextRole role, int textPercent)
{
    const bool numbers = role == TextRole::number || role == TextRole::numberCaption;
    QFont font;
    font.setFamilies(families(numbers));
    int pixels = 13;
    switch (role) {
    case TextRole::body:
    case TextRole::number: break;
    case TextRole::bodyStrong: font.setWeight(QFont::DemiBold); break;
    case TextRole::caption:
    case TextRole::numberCaption: pixels = 12; break;
    case TextRole::captionStrong:
        pixels = 12;
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::title:
        pixels = 15;
        font.setWeight(QFont::DemiBold);
        break;
    case TextRole::heading:
        pixels = 22;
        font.setWeight(QFont::DemiBold);
        break;
    }
    font.setPixelSize(pixels * textPercent / 100);
    return font;
}

} // namespace netsmith::gui
