/* Prints what a packed model of Netsmith says of each file: predict MODEL.nsm FILE...
 *
 * Compile it with: cc predict.c $(pkg-config --cflags --libs netsmith) */

#include <netsmith.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    netsmith_model* model = NULL;
    int failed = 0;

    if (argc < 3) {
        fprintf(stderr, "usage: %s MODEL.nsm FILE...\n", argv[0]);
        return 2;
    }
    if (netsmith_load(argv[1], 0, &model) != NETSMITH_OK) {
        fprintf(stderr, "%s\n", netsmith_message());
        return 1;
    }
    for (int i = 2; i < argc; ++i) {
        netsmith_answers* answers = NULL;

        if (netsmith_predict_file(model, argv[i], &answers) != NETSMITH_OK) {
            fprintf(stderr, "%s\n", netsmith_message());
            failed = 1;
            continue;
        }
        for (size_t sample = 0; sample < netsmith_answers_count(answers); ++sample)
            for (size_t output = 0; output < netsmith_outputs(model); ++output) {
                const float* values = netsmith_answers_values(answers, output, sample);

                printf("%s", netsmith_output_name(model, output));
                for (size_t at = 0; at < netsmith_output_size(model, output); ++at)
                    printf(" %.9g", values[at]);
                printf("\n");
            }
        netsmith_answers_free(answers);
    }
    netsmith_free(model);
    return failed;
}
