// Stands in for native packages that no part of GeoForge calls: see docs/decisions.
