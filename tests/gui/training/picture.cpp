#include "tests/gui/training/picture.h"

#include "gui/widgets/theme.h"

#include <QApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace netsmith::test {

void savePictures(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("NETSMITH_PICTURES");
    if (folder.isEmpty())
        return;
    gui::Theme& theme = gui::Theme::instance();
    const gui::Theme::Mode before = theme.mode();
    for (const bool dark : {true, false}) {
        theme.setMode(dark ? gui::Theme::Mode::dark : gui::Theme::Mode::light);
        for (int i = 0; i < 5; ++i) // layouts trigger each other
            QApplication::processEvents();
        const QString scale =
            qFuzzyCompare(widget.devicePixelRatioF(), 1.0) ? QString() : u"-%1x"_s.arg(widget.devicePixelRatioF());
        widget.grab().save(u"%1/%2-%3%4.png"_s.arg(folder, name, dark ? u"dark"_s : u"light"_s, scale));
    }
    theme.setMode(before);
}

} // namespace netsmith::test
