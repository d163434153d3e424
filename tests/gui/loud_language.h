#pragma once

#include <QCoreApplication>
#include <QTranslator>

namespace netsmith::test {

/// While it lives the program's language is English in capitals, so that a test sees which texts were updated.
class LoudLanguage : public QTranslator {
public:
    LoudLanguage() { QCoreApplication::installTranslator(this); }
    ~LoudLanguage() override { QCoreApplication::removeTranslator(this); }

    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        QString text = QString::fromUtf8(source).toUpper();
        return text.replace(QLatin1String("%N"), QLatin1String("%n"));
    }
};

} // namespace netsmith::test
