#include "gui/widgets/ideographs.h"

namespace netsmith::gui {

bool isIdeographic(QChar letter)
{
    return letter.script() == QChar::Script_Han || (letter >= QChar(0x3001) && letter <= QChar(0x303f))
        || (letter >= QChar(0xff01) && letter <= QChar(0xff60));
}

QString withoutGaps(QString text)
{
    for (qsizetype i = text.size() - 2; i > 0; --i)
        if (text[i] == u' ' && isIdeographic(text[i - 1]) && isIdeographic(text[i + 1]))
            text.remove(i, 1);
    return text;
}

} // namespace netsmith::gui
