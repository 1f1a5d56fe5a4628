/** Colour ramp by index, where the general one would mislead. */
export const INDEX_RAMPS: Readonly<Record<string, string>> = {}
