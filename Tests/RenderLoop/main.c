// Draws graphs over and over through the shim alone, for a checker of memory to watch.
//
//   render-loop COUNT GRAPH...
//
// Prints by how much the heap grew with each render.

#include "CGraphvizShims.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *text = malloc((size_t)length + 1);
  if (text != NULL) text[fread(text, 1, (size_t)length, file)] = '\0';
  fclose(file);
  return text;
}

static int draw(void *context, const char *text, const char *format) {
  orrery_gv_messages_begin();
  void *graph = orrery_gv_graph_read(text);
  if (graph == NULL) return 1;
  int status = orrery_gv_failed() ? 1 : orrery_gv_layout(context, graph, "dot");
  if (status == 0) {
    char *bytes;
    size_t count;
    status = orrery_gv_render(context, graph, format, &bytes, &count);
    orrery_gv_bytes_free(bytes);
    orrery_gv_layout_free(context, graph);
  }
  orrery_gv_graph_close(graph);
  return status;
}

int main(int count, char **arguments) {
  if (count < 3) return fprintf(stderr, "usage: render-loop COUNT GRAPH...\n"), 2;
  void *context = orrery_gv_context_open();
  int rounds = atoi(arguments[1]);
  int failures = 0;
  for (int index = 2; index < count; index++) {
    char *text = read_file(arguments[index]);
    if (text == NULL) return fprintf(stderr, "cannot read '%s'\n", arguments[index]), 2;
    // What is made once, such as the list of fonts, is no growth.
    for (int round = 0; round < 3; round++) failures += draw(context, text, "svg");
    size_t before = mallinfo2().uordblks;
    for (int round = 0; round < rounds; round++) failures += draw(context, text, "svg");
    // A cache that is given back makes it negative.
    double growth = ((double)mallinfo2().uordblks - (double)before) / 1024 / rounds;
    failures += draw(context, text, "png") + draw(context, text, "pdf");
    printf("%.2f KiB a render: %s\n", growth, arguments[index]);
    free(text);
  }
  // A text that is refused must leave nothing behind either.
  if (draw(context, "digraph {", "svg") == 0) failures++;
  if (draw(context, "digraph { a -> b }", "svg") != 0) failures++;
  orrery_gv_messages_begin();
  orrery_gv_context_close(context);
  return failures == 0 ? 0 : 1;
}
