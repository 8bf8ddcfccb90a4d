#ifndef ORRERY_LABEL_TEXTS_H
#define ORRERY_LABEL_TEXTS_H

#include <graphviz/gvc.h>

/// Frees what the texts in HTML-like labels hold, which Graphviz forgets before 13.0.0: its
/// `free_html_text` frees the lines, but not the pieces that they consist of, 72 bytes a run of text
/// in one font. Does nothing for versions whose labels are not known to be laid out in this way.
///
/// To be called between a layout and its end. The texts are empty afterwards, so that nothing is freed
/// twice by a library that does not forget.
void orrery_gv_label_texts_free(GVC_t *context, graph_t *graph);

#endif
