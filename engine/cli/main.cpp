#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cluster/launcher.h"
#include "engine/core/process_start.h"

int main(int argc, char** argv)
{
    netsmith::prepareProcess();
    netsmith::prepareBackends();
    netsmith::cli::CommandLine line;
    const int code = line.run(argc, argv);
    netsmith::cluster::noteEnd(code);
    return code;
}
