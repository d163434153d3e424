#pragma once

#include "engine/interop/code/python_syntax.h"

#include <string_view>

namespace netsmith::interop {

/// The statements of a Python 3 program, which is only read, never run. Of its grammar, what no network is written with (match
/// statements) is refused. Throws `code.*` with the line.
PythonBody parsePython(std::string_view source);

} // namespace netsmith::interop
