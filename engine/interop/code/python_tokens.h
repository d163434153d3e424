#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// A word of a Python program.
struct PythonToken {
    enum class Kind : std::uint8_t { name, integer, real, text, formatted, symbol, newline, indent, dedent, end };

    Kind kind = Kind::end;
    int line = 0;
    std::string text{}; ///< a name, a symbol, the content of a string, or the digits of a number
};

/// Bounds of a program that is read, far beyond what people write.
struct CodeLimits {
    static constexpr std::size_t bytes = std::size_t{1} << 20;
    static constexpr std::size_t tokens = 400'000;
    static constexpr std::size_t items = 100'000; ///< of a list that is followed
    static constexpr std::size_t text = 1 << 16; ///< bytes of one that is put together
    static constexpr int depth = 150; ///< of brackets, blocks and expressions in each other
};

/// Throws that the program can't be read, naming the line.
[[noreturn]] void refuseCode(int line, Message reason);

/// The tokens of a program, lines joined within brackets and indentation as tokens, up to `end`. Throws `code.*`.
std::vector<PythonToken> pythonTokens(std::string_view source);

} // namespace netsmith::interop
