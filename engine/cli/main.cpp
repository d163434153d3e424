#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"

int main(int argc, char** argv)
{
    netsmith::prepareBackends();
    netsmith::cli::CommandLine line;
    return line.run(argc, argv);
}
