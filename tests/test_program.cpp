#include "tests/test_program.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace netsmith::test {

namespace {

using Run = int (*)(int argc, char** argv);

std::map<std::string, Run>& programTests()
{
    static std::map<std::string, Run> tests;
    return tests;
}

} // namespace

ProgramTest::ProgramTest(const char* file, Run run)
{
    programTests()[std::filesystem::path(file).stem().string().substr(std::string("test_").size())] = run;
}

} // namespace netsmith::test

int main(int argc, char** argv)
{
    const auto& tests = netsmith::test::programTests();
    if (const auto named = argc > 1 ? tests.find(argv[1]) : tests.end(); named != tests.end()) {
        argv[1] = argv[0];
        return named->second(argc - 1, argv + 1);
    }
    if (tests.size() == 1)
        return tests.begin()->second(argc, argv);
    std::fprintf(stderr, "Usage: %s TEST [options of Qt Test]\nTests:\n", argv[0]);
    for (const auto& [name, run] : tests)
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
