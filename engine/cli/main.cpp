#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/core/process_start.h"

int main(int argc, char** argv)
{
    netsmith::prepareProcess();
    netsmith::prepareBackends();
    netsmith::cli::CommandLine line;
    return line.run(argc, argv);
}
