#pragma once

#include <QtTest>

namespace netsmith::test {

/// A test in a program that holds the tests of a folder: `test_graph validation` runs those of test_validation.cpp. Their sources
/// are compiled several at a time, so each has a namespace of its own, in which it ends with NETSMITH_TEST.
class ProgramTest {
public:
    ProgramTest(const char* file, int (*run)(int argc, char** argv));
};

template <typename Application, typename TestObject>
int runTest(int argc, char** argv)
{
    Application application(argc, argv);
    application.setAttribute(Qt::AA_Use96Dpi); // as QTEST_MAIN does
    TestObject test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace netsmith::test

/// Runs the private slots of a QObject.
#define NETSMITH_TEST(TestObject)                                                                                                  \
    static const netsmith::test::ProgramTest programTest{__FILE__, &netsmith::test::runTest<QCoreApplication, TestObject>};

/// The same, with windows.
#define NETSMITH_WINDOW_TEST(TestObject)                                                                                           \
    static const netsmith::test::ProgramTest programTest{__FILE__, &netsmith::test::runTest<QApplication, TestObject>};
