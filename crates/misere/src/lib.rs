//! Misère play of heap games: genus and misère quotients
