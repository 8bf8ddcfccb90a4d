#if defined(ORRERY_GRAPHVIZ) && __has_include(<graphviz/gvc.h>)

#include "LabelTexts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Labels as `lib/common/htmltable.h` declares them from 2.42.0 to 2.46.1, which is not installed. The
// fields that nobody reads here are there for their sizes.

enum { KIND_TABLE = 1, KIND_TEXT = 2 };

struct text_line {
  textspan_t *pieces;
  short count;
  char alignment;
  double width, height;
};

struct text {
  struct text_line *lines;
  short count;
  char is_simple;
  boxf box;
};

struct box_style {
  char *texts[7];
  int gradient_angle;
  signed char space;
  unsigned char frame[3];
  unsigned short measures[4];
  boxf box;
};

struct content {
  union {
    struct table *table;
    struct text *text;
  } of;
  char kind;
};

struct cell {
  struct box_style style;
  unsigned short place[4];
  struct content content;
};

struct table {
  struct box_style style;
  void *parent;
  struct cell **cells;
  signed char border;
  int *heights, *widths;
  int rows;
};

/// Whether labels are laid out as they are declared above. Debian's 2.42.2 calls itself 2.43.0.
static bool is_known(GVC_t *context) {
  static const char *const versions[] = {"2.42.", "2.43.", "2.44."};
  const char *version = gvcVersion(context);
  for (size_t index = 0; index < sizeof versions / sizeof *versions; index++) {
    if (strncmp(version, versions[index], strlen(versions[index])) == 0) return true;
  }
  return false;
}

static void free_text(struct text *text) {
  for (short index = 0; index < text->count; index++) {
    struct text_line *line = &text->lines[index];
    for (short piece = 0; piece < line->count; piece++) {
      textspan_t *span = &line->pieces[piece];
      free(span->str);
      if (span->layout != NULL && span->free_layout != NULL) span->free_layout(span->layout);
    }
    free(line->pieces);
    line->pieces = NULL;
    line->count = 0;
  }
}

static void free_content(struct content *content) {
  if (content->kind == KIND_TEXT) {
    if (content->of.text != NULL) free_text(content->of.text);
  } else if (content->kind == KIND_TABLE) {
    // A table of which no layout was made has its cells elsewhere.
    if (content->of.table->rows == -1) return;
    for (struct cell **cell = content->of.table->cells; *cell != NULL; cell++) {
      free_content(&(*cell)->content);
    }
  }
}

static void free_label_texts(textlabel_t *label) {
  if (label != NULL && label->html && label->u.html != NULL) {
    free_content((struct content *)label->u.html);
  }
}

static void free_titles(graph_t *graph) {
  free_label_texts(GD_label(graph));
  for (int index = 1; index <= GD_n_cluster(graph); index++) free_titles(GD_clust(graph)[index]);
}

void orrery_gv_label_texts_free(GVC_t *context, graph_t *graph) {
  if (!is_known(context)) return;
  free_titles(graph);
  for (node_t *node = agfstnode(graph); node != NULL; node = agnxtnode(graph, node)) {
    free_label_texts(ND_label(node));
    free_label_texts(ND_xlabel(node));
    for (edge_t *edge = agfstout(graph, node); edge != NULL; edge = agnxtout(graph, edge)) {
      free_label_texts(ED_label(edge));
      free_label_texts(ED_xlabel(edge));
      free_label_texts(ED_head_label(edge));
      free_label_texts(ED_tail_label(edge));
    }
  }
}

#endif
