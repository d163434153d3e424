#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/parameter.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

// The fixtures about layers that the scripts of tests/parity wrote.
namespace netsmith::test {

/// A file under tests/fixtures/parity; aborts where it can't be read.
QJsonObject parityFixture(const QString& name);

std::vector<double> parityValues(const QJsonValue& array);
Shape parityShape(const QJsonValue& sizes);
ParameterMap parityParameters(const QJsonValue& object);

} // namespace netsmith::test
