//! The session over a line in memory that plays a recorded exchange, and over real TCP for what only a system does.
