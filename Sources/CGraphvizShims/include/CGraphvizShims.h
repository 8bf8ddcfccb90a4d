#ifndef ORRERY_GRAPHVIZ_SHIMS_H
#define ORRERY_GRAPHVIZ_SHIMS_H

#include <stdbool.h>
#include <stddef.h>

// All that differs between versions of Graphviz, and its types, stay behind these functions. None of
// them may run at the same time as another.

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the headers were there when this was compiled; without them all else does nothing.
bool orrery_gv_available(void);

/// A context with its plugins, or NULL.
void *orrery_gv_context_open(void);
void orrery_gv_context_close(void *context);
/// The version, such as `2.43.0`; lives as long as the context.
const char *orrery_gv_version(void *context);

/// Forgets earlier messages and collects those to come, which otherwise go to stderr.
void orrery_gv_messages_begin(void);
/// The messages since, never NULL; valid until the next beginning.
const char *orrery_gv_messages(void);
/// Whether an error was among them.
bool orrery_gv_failed(void);

/// The first graph of a text, or NULL.
void *orrery_gv_graph_read(const char *text);
void orrery_gv_graph_close(void *graph);

/// 0 where the layout was made; it has to be freed before the graph is closed.
int orrery_gv_layout(void *context, void *graph, const char *engine);
void orrery_gv_layout_free(void *context, void *graph);

/// How many clusters the layout has.
int orrery_gv_clusters(void *graph);

/// 0 where the drawing was made; its bytes have to be freed.
int orrery_gv_render(void *context, void *graph, const char *format, char **bytes, size_t *count);
void orrery_gv_bytes_free(char *bytes);

/// Calls back with the nodes' names that each edge joins and with its attribute `id`, which is empty
/// where there is none; and once for each node with an attribute `loops`, the ids of the edges that
/// are drawn inside of it, with spaces between.
void orrery_gv_edges(void *graph, void *state,
                     void (*each)(void *state, const char *tail, const char *head, const char *id));

#ifdef __cplusplus
}
#endif

#endif
