#!/usr/bin/env python3
"""What `mutations` breaks, and what it leaves alone."""
import unittest

from mutations import mutations


def made(source, kind=None):
    return [each.applied(source) for each in mutations(source) if kind in (None, each.kind)]


class Mutations(unittest.TestCase):
    def test_operators(self):
        self.assertEqual(made("x = a + b;", "operator"), ["x = a - b;"])
        self.assertEqual(made("x = a < b;", "operator"), ["x = a <= b;", "x = a > b;"])
        self.assertEqual(made("x = a && !b;", "operator"), ["x = a || !b;", "x = a && b;"])
        self.assertEqual(made("for (; i != n; ++i)", "operator"), ["for (; i == n; ++i)", "for (; i != n; --i)"])
        self.assertEqual(made("x += a % b;", "operator"), ["x -= a % b;", "x += a * b;"])

    def test_what_looks_like_operators(self):
        for source in ["std::vector<int> f(const T* a, T&& b);", "x = *y;", "x = -y;", "out << a >> b;", "a->b = c;", "x = &y;"]:
            self.assertEqual(made(source, "operator"), [], source)

    def test_constants(self):
        for number, other in [("0", "1"), ("1", "0"), ("7", "8"), ("10'000u", "10001u"), ("0x10", "0x11"), ("2.0", "4.0"),
                              ("0.0f", "1.0f"), ("1e-3", "0.002"), ("true", "false"), ("false", "true")]:
            self.assertEqual(made(f"x = {number};", "constant"), [f"x = {other};"])
        self.assertEqual(made("x1 = y_2.z3;", "constant"), [])

    def test_statements(self):
        block = "{{\n    before();\n    {}\n    after();\n}}\n"
        for statement in ["m_count = 0;", "a.call(b,\n        c);", "++m_count;", "a->b[c] += d;", "*a = b;", "return;", "break;"]:
            self.assertIn(block.format("{}"), made(block.format(statement), "statement"), statement)
        self.assertEqual(made("    if (a)\n        call();\n", "statement"), ["    if (a)\n        {}\n"])

    def test_what_is_no_statement_to_drop(self):
        for statement in ["const int a = f();", "int a = f();", "return a;", "using a::b;", "auto a = b;", "names.reserve(3);",
                          "std::vector<int> all(n);", "throw a();", "A* a = b;", "A& a = b;"]:
            self.assertEqual(made("{\n    " + statement + "\n}\n", "statement"), [], statement)

    def test_branches(self):
        self.assertEqual(made("if (f(a) == b)\n", "branch"), ["if (!(f(a) == b))\n"])
        self.assertEqual(made("if (a\n    || b) {\n", "branch"), ["if (!(a\n    || b)) {\n"])
        self.assertEqual(made("f(a ? b(1, 2) : c, d);", "branch"), ["f(a ? c : b(1, 2), d);"])
        self.assertEqual(made("return a ? b\n         : c;", "branch"), ["return a ? c : b;"])
        for source in ["if (const auto* a = find())\n", "if (int a = f(); a > 0)\n", "if constexpr (isFast)\n"]:
            self.assertEqual(made(source, "branch"), [], source)

    def test_leaves_alone_what_is_no_code(self):
        for source in ["// a = b + 1;\n", "/* if (a == 1)\n b(); */", '#include "a + 1.h"\n', "#define A 1 + \\\n  2\n",
                       'f("a + 1 // \\" == 2");', "f('1');", 'f(R"(a == 1 "+ 2)");', 'f(R"x(1)" + 2)x");',
                       'f(NS_TEXT("a", "b 1 + 2"));', 'f(NS_MESSAGE("a.b",\n    "{0} + 1", 2));', "static_assert(a == 1);",
                       "names.reserve(n + 1);"]:
            self.assertEqual(made(source), [], source)

    def test_code_beside_what_is_none(self):
        self.assertEqual(made('f("1", 2); // 3'), ['f("1", 3); // 3'])
        self.assertEqual(made("x = 1'000 + '1';", "operator"), ["x = 1'000 - '1';"])


if __name__ == "__main__":
    unittest.main()
