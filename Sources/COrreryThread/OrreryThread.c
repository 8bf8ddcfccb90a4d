#include "OrreryThread.h"

__thread char orrery_thread_byte;
