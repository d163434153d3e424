#pragma once

#include "engine/interop/tflite/tflite_call.h"

namespace netsmith::interop {

/// Makes nodes of an operator. Throws why it can't. What it doesn't know becomes a node that no layer expresses.
void translate(TfliteCall& call);

} // namespace netsmith::interop
