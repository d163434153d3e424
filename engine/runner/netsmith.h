#pragma once

/* Predicts with a model that "netsmith-cli pack" wrote, from any program that can call C.
 *
 *     netsmith_model* model;
 *     netsmith_answers* answers;
 *     if (netsmith_load("digits.nsm", 0, &model) != NETSMITH_OK || netsmith_predict_file(model, "seven.png", &answers) !=
 * NETSMITH_OK) fprintf(stderr, "%s\n", netsmith_message());
 *
 * Every function may be called from any thread, also with the same model; predictions with one model take turns, and each uses all
 * cores. Texts are UTF-8 and end in a zero. Nothing here exits, prints, or keeps pointers that the caller owns. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a function says of its success; `netsmith_message` has the sentence. */
typedef enum netsmith_status {
    NETSMITH_OK = 0,
    NETSMITH_FAILED = 1, /**< the system, or a bug */
    NETSMITH_USAGE = 2, /**< an argument of the call is wrong */
    NETSMITH_INPUT = 3, /**< a file or samples are wrong */
    NETSMITH_RESOURCES = 4 /**< memory or disk ran out */
} netsmith_status;

/** Types of the numbers of samples. */
typedef enum netsmith_type {
    NETSMITH_F32 = 0,
    NETSMITH_F64 = 1,
    NETSMITH_U8 = 2,
    NETSMITH_I32 = 3,
    NETSMITH_I64 = 4
} netsmith_type;

/** A trained network, ready to predict. */
typedef struct netsmith_model netsmith_model;
/** What it predicted for samples. */
typedef struct netsmith_answers netsmith_answers;

/** Samples of one input: `netsmith_input_size` numbers each, one sample after the other, in row-major order (height, width,
 *  channels for pictures). Numbers are as in the data that the network was trained on, not scaled: for pictures from 0 to 255.
 *  Inputs of bytes, classes and tokens take whole numbers of any integer type; the others take numbers of any type. */
typedef struct netsmith_array {
    netsmith_type type;
    const void* numbers;
} netsmith_array;

/** The version of the library, "0.1.0". */
const char* netsmith_version(void);
/** One sentence about the last call on this thread that was not successful; valid until the next such call on this thread. */
const char* netsmith_message(void);

/** Opens a packed model. `batch`: how many samples are computed at a time; 0: as "netsmith-cli predict" does; 1 answers single
 * samples soonest. `*model` is NULL if it fails. */
netsmith_status netsmith_load(const char* file, int64_t batch, netsmith_model** model);
/** Ends the use of a model, while no other thread uses it; answers stay valid. NULL is ignored. */
void netsmith_free(netsmith_model* model);

/** Inputs and outputs as JSON, with class names and figures; valid as long as the model. */
const char* netsmith_description(const netsmith_model* model);
/** How many there are. */
size_t netsmith_inputs(const netsmith_model* model);
size_t netsmith_outputs(const netsmith_model* model);
/** Name and numbers a sample of one of them; NULL and 0 if there is none of this index. */
const char* netsmith_input_name(const netsmith_model* model, size_t input);
size_t netsmith_input_size(const netsmith_model* model, size_t input);
const char* netsmith_output_name(const netsmith_model* model, size_t output);
size_t netsmith_output_size(const netsmith_model* model, size_t output);

/** Predicts for `samples` samples in memory, given as one array for each input. */
netsmith_status netsmith_predict(netsmith_model* model, const netsmith_array* arrays, size_t count, size_t samples,
                                 netsmith_answers** answers);
/** The same for a file of what the network was trained on: a picture, a CSV or .npy file, a text; or a folder of them. */
netsmith_status netsmith_predict_file(netsmith_model* model, const char* file, netsmith_answers** answers);
/** The same for one text. */
netsmith_status netsmith_predict_text(netsmith_model* model, const char* text, netsmith_answers** answers);

/** The number of samples. */
size_t netsmith_answers_count(const netsmith_answers* answers);
/** The `netsmith_output_size` numbers of one sample; NULL if there is no such output or sample. Valid as long as the answers. */
const float* netsmith_answers_values(const netsmith_answers* answers, size_t output, size_t sample);
/** The same in words, as JSON: class, name and shares of all classes, or values; one object as "netsmith-run --json" prints it. */
const char* netsmith_answers_json(netsmith_answers* answers, size_t output, size_t sample);
/** Ends the use of answers. NULL is ignored. */
void netsmith_answers_free(netsmith_answers* answers);

#ifdef __cplusplus
}
#endif
