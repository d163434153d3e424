#pragma once

#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

#include <string>
#include <vector>

namespace netsmith::test {

/// An element of a page or a drawing, with the texts in it.
struct ParsedElement {
    QString name;
    QXmlStreamAttributes attributes;
    QString text;

    QString operator[](const char* attribute) const { return attributes.value(QLatin1String(attribute)).toString(); }
    double number(const char* attribute) const { return (*this)[attribute].toDouble(); }
};

/// All elements in order, if it is well-formed XML; `error` says why it isn't.
struct ParsedMarkup {
    std::vector<ParsedElement> elements;
    QString error;

    explicit ParsedMarkup(const std::string& text)
    {
        QXmlStreamReader reader(QByteArray::fromStdString(text));
        std::vector<std::size_t> open;
        while (!reader.atEnd()) {
            switch (reader.readNext()) {
            case QXmlStreamReader::StartElement:
                open.push_back(elements.size());
                elements.push_back({reader.name().toString(), reader.attributes(), {}});
                break;
            case QXmlStreamReader::EndElement: open.pop_back(); break;
            case QXmlStreamReader::Characters:
                for (const std::size_t each : open)
                    elements[each].text += reader.text();
                break;
            default: break;
            }
        }
        if (reader.hasError())
            error = QString::number(reader.lineNumber()) + QLatin1String(": ") + reader.errorString();
    }

    /// Those of a name, and of a class if one is given.
    std::vector<ParsedElement> all(const char* name, const char* kind = nullptr) const
    {
        std::vector<ParsedElement> found;
        for (const ParsedElement& element : elements)
            if (element.name == QLatin1String(name) && (!kind || element["class"].split(u' ').contains(QLatin1String(kind))))
                found.push_back(element);
        return found;
    }
    /// Their texts.
    QStringList texts(const char* name, const char* kind = nullptr) const
    {
        QStringList list;
        for (const ParsedElement& element : all(name, kind))
            list << element.text.trimmed();
        return list;
    }
};

} // namespace netsmith::test
