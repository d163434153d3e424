#pragma once

#include "tests/engine/layers/layer_run.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

namespace netsmith::test {

/// The files that tests/parity/layers.py wrote.
QStringList families();
/// The content of one of them: layers run by a library, which each case names as its "peer". Aborts where it can't be read.
QJsonArray casesOf(const QString& family);

/// The input of our layer in a case.
LayerInput inputOf(const QJsonObject& each);
Array numbers(const QJsonValue& tensor);
std::vector<double> values(const QJsonValue& array);

} // namespace netsmith::test
