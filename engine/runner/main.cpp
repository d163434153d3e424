#include "engine/core/error.h"
#include "engine/core/process_start.h"
#include "engine/runner/program.h"

#include <filesystem>
#include <new>

using namespace netsmith;

namespace {

int runCommand(runner::Output& output, std::vector<std::string> arguments)
{
    const auto is = [&](std::string_view name) { return !arguments.empty() && arguments.front() == name; };
    const auto rest = [&] { return std::vector<std::string>(arguments.begin() + 1, arguments.end()); };
    if (is("describe"))
        return runner::describe(output, rest());
    if (is("serve"))
        return runner::serve(output, rest());
    return runner::predict(output, std::move(arguments));
}

} // namespace

int main(int argc, char** argv)
{
    prepareProcess();
    runner::Output output;
    int code = 0;
    const auto fail = [&](ErrorKind kind, std::string_view text) {
        code = static_cast<int>(kind);
        output.error(code, text);
    };
    try {
        code = runCommand(output, {argv + 1, argv + argc});
        output.flush();
    } catch (const Error& error) {
        fail(error.kind(), error.what());
    } catch (const std::bad_alloc&) {
        fail(ErrorKind::resources, "there is not enough memory; close other programs or choose a smaller batch");
    } catch (const std::exception& error) {
        fail(ErrorKind::failed, error.what());
    }
    return code;
}
