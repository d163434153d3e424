#pragma once

#include "engine/core/shape.h"
#include "engine/graph/parameter.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

// The fixtures that the scripts of tests/parity wrote about layers.
namespace netsmith::test {

/// A file under tests/fixtures/parity; ends the test where it can't be read.
QJsonObject parityFixture(const QString& name);

std::vector<double> parityValues(const QJsonValue& array);
Shape parityShape(const QJsonValue& sizes);
ParameterMap parityParameters(const QJsonValue& object);

} // namespace netsmith::test
