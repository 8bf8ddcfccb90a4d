#include "CGraphvizShims.h"

// Without the trait nothing is linked that these functions could call, headers or not.
#if defined(ORRERY_GRAPHVIZ) && __has_include(<graphviz/gvc.h>)

#include "LabelTexts.h"

#include <graphviz/gvc.h>
#include <stdlib.h>
#include <string.h>

// Graphviz reports through a global function, so what it collects into is global, too.
static char *messages = NULL;
static size_t messages_length = 0;
static const size_t messages_limit = 64 * 1024;

static int collect(char *message) {
  size_t length = strlen(message);
  if (messages_length + length > messages_limit) return 0;
  char *longer = realloc(messages, messages_length + length + 1);
  if (longer == NULL) return 0;
  memcpy(longer + messages_length, message, length + 1);
  messages = longer;
  messages_length += length;
  return 0;
}

bool orrery_gv_available(void) { return true; }

void *orrery_gv_context_open(void) { return gvContext(); }

void orrery_gv_context_close(void *context) { gvFreeContext(context); }

const char *orrery_gv_version(void *context) { return gvcVersion(context); }

void orrery_gv_messages_begin(void) {
  free(messages);
  messages = NULL;
  messages_length = 0;
  agseterrf(collect);
  agseterr(AGWARN);
  agreseterrors();
}

const char *orrery_gv_messages(void) { return messages == NULL ? "" : messages; }

// The state is the highest level seen: a warning is no failure.
bool orrery_gv_failed(void) { return agerrors() == AGERR; }

// Whether the scanner may hold what a refused text left behind: its rest, or that it ended inside of a
// string, a comment or markup.
static bool refused = false;

static bool is_graph(const char *text) {
  orrery_gv_messages_begin();
  graph_t *graph = agmemread(text);
  bool failed = graph == NULL || orrery_gv_failed();
  if (graph != NULL) agclose(graph);
  return !failed;
}

// Ends whatever may be open, one after the other, until an empty graph is read as one.
static void clear_scanner(void) {
  static const char *const closings[] = {"", "\"", "*/", ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>", "\""};
  for (size_t index = 0; refused && index < 2 * sizeof closings / sizeof *closings; index++) {
    is_graph(closings[index % (sizeof closings / sizeof *closings)]);
    for (int attempt = 0; refused && attempt < 3; attempt++) refused = !is_graph("digraph {}");
  }
  orrery_gv_messages_begin();
}

void *orrery_gv_graph_read(const char *text) {
  if (refused) clear_scanner();
  agreadline(1);
  graph_t *graph = agmemread(text);
  refused = graph == NULL || orrery_gv_failed();
  return graph;
}

void orrery_gv_graph_close(void *graph) { agclose(graph); }

int orrery_gv_layout(void *context, void *graph, const char *engine) {
  return gvLayout(context, graph, engine);
}

void orrery_gv_layout_free(void *context, void *graph) {
  orrery_gv_label_texts_free(context, graph);
  gvFreeLayout(context, graph);
}

int orrery_gv_clusters(void *graph) {
  int count = GD_n_cluster((graph_t *)graph);
  for (int index = GD_n_cluster((graph_t *)graph); index > 0; index--) {
    count += orrery_gv_clusters(GD_clust((graph_t *)graph)[index]);
  }
  return count;
}

typedef int (*render_with_int)(GVC_t *, graph_t *, const char *, char **, unsigned int *);
typedef int (*render_with_size)(GVC_t *, graph_t *, const char *, char **, size_t *);

static int render_int(render_with_int render, GVC_t *context, graph_t *graph, const char *format,
                      char **bytes, size_t *count) {
  unsigned int length = 0;
  int status = render(context, graph, format, bytes, &length);
  *count = length;
  return status;
}

static int render_size(render_with_size render, GVC_t *context, graph_t *graph, const char *format,
                       char **bytes, size_t *count) {
  return render(context, graph, format, bytes, count);
}

// The length is an `unsigned int` up to Graphviz 13 and a `size_t` from 14 on.
int orrery_gv_render(void *context, void *graph, const char *format, char **bytes, size_t *count) {
  *bytes = NULL;
  *count = 0;
  return _Generic(&gvRenderData, render_with_int: render_int, render_with_size: render_size)(
      gvRenderData, context, graph, format, bytes, count);
}

void orrery_gv_bytes_free(char *bytes) {
  if (bytes != NULL) gvFreeRenderData(bytes);
}

void orrery_gv_edges(void *graph, void *state,
                     void (*each)(void *state, const char *tail, const char *head, const char *id)) {
  char key[] = "id";
  char loops[] = "loops";
  for (Agnode_t *node = agfstnode(graph); node != NULL; node = agnxtnode(graph, node)) {
    const char *ids = agget(node, loops);
    if (ids != NULL && ids[0] != '\0') each(state, agnameof(node), agnameof(node), ids);
    for (Agedge_t *edge = agfstout(graph, node); edge != NULL; edge = agnxtout(graph, edge)) {
      const char *id = agget(edge, key);
      each(state, agnameof(agtail(edge)), agnameof(aghead(edge)), id == NULL ? "" : id);
    }
  }
}

#else

bool orrery_gv_available(void) { return false; }
void *orrery_gv_context_open(void) { return NULL; }
void orrery_gv_context_close(void *context) { (void)context; }
const char *orrery_gv_version(void *context) { return (void)context, ""; }
void orrery_gv_messages_begin(void) {}
const char *orrery_gv_messages(void) { return ""; }
bool orrery_gv_failed(void) { return true; }
void *orrery_gv_graph_read(const char *text) { return (void)text, NULL; }
void orrery_gv_graph_close(void *graph) { (void)graph; }
int orrery_gv_layout(void *context, void *graph, const char *engine) {
  return (void)context, (void)graph, (void)engine, -1;
}
void orrery_gv_layout_free(void *context, void *graph) { (void)context, (void)graph; }
int orrery_gv_clusters(void *graph) { return (void)graph, 0; }
int orrery_gv_render(void *context, void *graph, const char *format, char **bytes, size_t *count) {
  return (void)context, (void)graph, (void)format, (void)bytes, (void)count, -1;
}
void orrery_gv_bytes_free(char *bytes) { (void)bytes; }
void orrery_gv_edges(void *graph, void *state,
                     void (*each)(void *state, const char *tail, const char *head, const char *id)) {
  (void)graph, (void)state, (void)each;
}

#endif
