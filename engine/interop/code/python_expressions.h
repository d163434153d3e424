#pragma once

#include "engine/interop/code/python_syntax.h"
#include "engine/interop/code/python_tokens.h"

#include <span>
#include <string_view>

namespace netsmith::interop {

/// The expressions of Python's grammar, read from tokens by recursive descent; statements are read by whoever derives from it.
class PythonExpressionParser {
public:
    explicit PythonExpressionParser(std::span<const PythonToken> tokens)
        : m_tokens(tokens)
    {
    }

    /// One or several with commas between, then a tuple.
    PythonExpressionPtr expressions();
    PythonExpressionPtr expression();
    /// What a loop assigns to: names, attributes, subscripts and tuples of them.
    PythonExpressionPtr targets();
    std::vector<PythonParameter> parameters(std::string_view end, bool mayAnnotate);
    /// The positional and named arguments up to the closing bracket.
    void arguments(PythonExpression& call);

    const PythonToken& peek(std::size_t offset = 0) const;
    const PythonToken& take();
    bool isSymbol(std::string_view symbol) const;
    bool isWord(std::string_view word) const;
    bool takeSymbol(std::string_view symbol);
    bool takeWord(std::string_view word);
    void expectSymbol(std::string_view symbol);
    std::string expectName();
    /// Refuses what stands here.
    [[noreturn]] void unexpected() const;

    /// Counts how deep the recursion is.
    class Level {
    public:
        explicit Level(PythonExpressionParser& parser);
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ~Level() { --m_parser.m_depth; }

    private:
        PythonExpressionParser& m_parser;
    };

private:
    using Kind = PythonExpression::Kind;
    using Parts = std::vector<PythonExpressionPtr>;

    static PythonExpression made(Kind kind, int line, std::string text = {});
    PythonExpressionPtr finished(PythonExpression made) const;
    PythonExpressionPtr joined(Kind kind, int line, std::string text, PythonExpressionPtr left, PythonExpressionPtr right) const;
    bool endsExpressions() const;

    PythonExpressionPtr lambda();
    PythonExpressionPtr logical(std::string_view word);
    PythonExpressionPtr negation();
    PythonExpressionPtr comparison();
    PythonExpressionPtr binary(int level);
    PythonExpressionPtr unary();
    PythonExpressionPtr power();
    PythonExpressionPtr primary();
    PythonExpressionPtr atom();
    PythonExpressionPtr bracketed();
    PythonExpressionPtr listing(std::string_view end, Kind kind);
    PythonExpressionPtr braces();
    PythonExpressionPtr comprehension(PythonExpressionPtr element, std::string bracket);
    PythonExpressionPtr element();
    PythonExpressionPtr index();
    PythonExpressionPtr indexPart();

    std::span<const PythonToken> m_tokens;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace netsmith::interop
