#if __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#endif
