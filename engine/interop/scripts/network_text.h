#pragma once

#include "engine/interop/scripts/network_code.h"

#include <map>
#include <string>
#include <vector>

namespace netsmith::interop {

/// A network as Python source.
struct NetworkText {
    std::string source{}; ///< functions or a class
    std::string creates = "build_model()"; ///< what creates it
    std::vector<std::string> moduleNames{}; ///< of each module, under which the script finds its weights
};

NetworkText kerasText(const NetworkCode& network);
NetworkText torchText(const NetworkCode& network);

/// What a script does in one line: a run of modules, each on the result of the one before, or a single statement.
struct CodeUnit {
    std::vector<std::size_t> statements{};
    int function = -1; ///< of `RepeatedUnits`, that creates it
    std::vector<std::string> arguments{}; ///< of that function
};

/// A run of modules that occurs several times, with a parameter for each argument that is not always the same.
struct UnitFunction {
    std::string name{}; ///< "block_1"
    std::vector<std::string> parameters{};
    std::vector<std::string> modules{}; ///< "nn.Conv2d(in_channels, 16, 3)"
};

/// A network's statements as units in their order, and the functions that create those that repeat.
struct CodeUnits {
    std::vector<CodeUnit> units{};
    std::vector<UnitFunction> functions{};

    explicit CodeUnits(const NetworkCode& network);
};

/// The longest line that a script joins from several.
inline constexpr std::size_t longestLine = 100;

/// Assignments in order, whose variables are named at the end, once all readers are known: "x" where only the next line reads it.
class CodeLines {
public:
    explicit CodeLines(const NetworkCode& network);

    /// How a line names a value until then.
    std::string operator[](int value) const;
    /// A line that gives a value. One that is `inlined` becomes a part of the only line that reads it, unless that gets too long.
    void assign(int value, const std::string& expression, bool inlined);
    /// A step to a value that has no number: "x = …", read by the next line.
    void line(const std::string& text);
    /// The lines, then `last`, which reads some of the values. If that is "return" of the last one, both are one line.
    std::string text(const std::string& last, const std::string& indent);

private:
    struct Line {
        int value = -1;
        std::string text{};
    };
    std::string withInlined(const std::string& text, bool joins);

    const NetworkCode& m_network;
    std::vector<int> m_uses;
    std::vector<Line> m_lines;
    std::map<int, std::string> m_pending; ///< expressions that the next reader takes in
};

/// `call` with "{m}" and "{0}" … replaced.
std::string filledCall(std::string call, const std::string& module, const std::vector<std::string>& inputs);

} // namespace netsmith::interop
