//! Values of combinatorial games: nimbers, dyadic numbers, canonical short games, thermographs, loopy and misère values
