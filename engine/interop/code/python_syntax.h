#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace netsmith::interop {

struct PythonStatement;
struct PythonExpression;
using PythonExpressionPtr = std::unique_ptr<const PythonExpression>;
using PythonBody = std::vector<PythonStatement>;

struct PythonParameter {
    enum class Kind : std::uint8_t { plain, rest, named }; ///< x, *x and **x

    std::string name;
    PythonExpressionPtr defaultValue{};
    Kind kind = Kind::plain;
};

/// An expression of a Python program.
struct PythonExpression {
    enum class Kind : std::uint8_t {
        name, ///< `text`
        integer, ///< `text` as it is written
        real,
        text,
        formatted, ///< an f-string, whose content is not read
        constant, ///< True, False, None or ...
        list,
        tuple,
        set,
        dictionary, ///< keys and values in turn; a mapping that is spread has a null for its key
        attribute, ///< `parts[0]`.`text`
        subscript, ///< `parts[0]`[`parts[1]`]
        slice, ///< begin, end and step, each may be null
        call, ///< the callee, then the arguments, whose `names` are empty for positional ones
        unary, ///< `text` is the operator, as in the next three
        binary,
        comparison, ///< `names` are the operators between the parts
        logical, ///< and, or
        conditional, ///< the condition, then what it is if that holds and if not
        lambda, ///< `parameters` and its result
        starred, ///< *x
        spread, ///< **x in a call
        comprehension, ///< `text` is the kind of bracket; the element (a tuple for a dictionary), then its clauses
        clause, ///< the target, the iterable, and conditions
        opaque, ///< await and yield, whose values are not known
    };

    Kind kind = Kind::constant;
    int line = 0;
    int depth = 1; ///< how many are within each other
    std::string text{};
    std::vector<PythonExpressionPtr> parts{};
    std::vector<std::string> names{};
    std::vector<PythonParameter> parameters{};
};

/// A statement of a Python program.
struct PythonStatement {
    enum class Kind : std::uint8_t {
        expression,
        assignment, ///< the targets, then the value
        augmented, ///< the target and the value; `text` is the operator
        branch, ///< the conditions; a body for each, and perhaps one more
        forLoop, ///< the target and the iterable; the body and that after the loop
        whileLoop,
        function, ///< `text`, `parameters` and a body
        classDefinition, ///< `text`, the bases and a body
        returned,
        import, ///< `names` with their aliases
        importFrom, ///< of the module `text`
        with, ///< each value and its target, which may be null
        attempt, ///< the bodies of try, else and finally; what handles exceptions is left out
        removal,
        breakLoop,
        continueLoop,
        raised,
        nothing, ///< pass, global and the like
    };

    Kind kind = Kind::nothing;
    int line = 0;
    std::string text{};
    std::vector<PythonExpressionPtr> expressions{};
    std::vector<PythonBody> bodies{};
    std::vector<PythonParameter> parameters{};
    std::vector<std::pair<std::string, std::string>> names{};
};

} // namespace netsmith::interop
