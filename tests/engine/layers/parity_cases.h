#pragma once

#include "tests/engine/layers/layer_run.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

namespace netsmith::test {

/// The files that tests/parity/layers.py wrote.
QStringList families();
/// What one of them holds: layers run on numbers, by a library whose name is each case's "peer". Ends the test where it can't.
QJsonArray casesOf(const QString& family);

/// What our layer is run on in a case.
LayerInput inputOf(const QJsonObject& each);
Array numbers(const QJsonValue& tensor);
std::vector<double> values(const QJsonValue& array);

} // namespace netsmith::test
