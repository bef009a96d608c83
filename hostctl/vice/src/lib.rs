//! Client of the VICE binary monitor.
