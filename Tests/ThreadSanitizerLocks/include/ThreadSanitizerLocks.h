// Nothing to call: the module replaces a function of Swift's library when it is linked.
