#include "tests/engine/layers/parity_json.h"

#include <QFile>
#include <QJsonDocument>

#include <cmath>

namespace netsmith::test {
namespace {

std::vector<std::int64_t> sizesOf(const QJsonValue& array)
{
    std::vector<std::int64_t> sizes;
    for (const QJsonValue size : array.toArray())
        sizes.push_back(size.toInteger());
    return sizes;
}

ParameterValue parameter(const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool();
    if (value.isString())
        return value.toString().toStdString();
    if (value.isArray())
        return sizesOf(value);
    if (const double number = value.toDouble(); number != std::floor(number))
        return number;
    return value.toInteger();
}

} // namespace

QJsonObject parityFixture(const QString& name)
{
    QFile file(NETSMITH_PARITY_FIXTURES "/" + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("can't read %s", qPrintable(file.fileName()));
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &problem);
    if (problem.error != QJsonParseError::NoError)
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(problem.errorString()));
    return document.object();
}

std::vector<double> parityValues(const QJsonValue& array)
{
    std::vector<double> values;
    for (const QJsonValue value : array.toArray())
        values.push_back(value.toDouble());
    return values;
}

Shape parityShape(const QJsonValue& sizes)
{
    return Shape(sizesOf(sizes));
}

ParameterMap parityParameters(const QJsonValue& object)
{
    const QJsonObject entries = object.toObject();
    ParameterMap parameters;
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
        parameters[entry.key().toStdString()] = parameter(*entry);
    return parameters;
}

} // namespace netsmith::test
