export type ThresholdSide = 'at_or_above' | 'above' | 'at_or_below' | 'below'

/** One way to mark a thing on the ground: a threshold on an index or on the difference of an index. */
export interface WayToMark {
  /** Name of an index ('ndwi') or of the difference of one between two dates ('dnbr'). */
  readonly source: string
  readonly side: ThresholdSide
  /** Threshold that the field takes as its standard; null where it has to come from the scene (Otsu). */
  readonly threshold: number | null
  /** For a difference: which date is taken from which. */
  readonly order?: 'before_minus_after' | 'after_minus_before'
  /** doi: or https: of the index or the threshold. */
  readonly reference: string
  /** Other thresholds that the field takes on the same source and side, each with where it stands. */
  readonly others?: readonly { readonly threshold: number; readonly reference: string }[]
}

/** What can be marked, by the best known way first. The order is the order in which a planner tries. */
const WAYS: Readonly<Record<string, readonly WayToMark[]>> = {
  burned: [
    {
      source: 'dnbr',
      side: 'at_or_above',
      threshold: 0.27,
      order: 'before_minus_after',
      reference: 'doi:10.2737/RMRS-GTR-164',
      // Where low severity begins, and where moderate-high does.
      others: [
        { threshold: 0.1, reference: 'doi:10.2737/RMRS-GTR-164' },
        { threshold: 0.44, reference: 'doi:10.2737/RMRS-GTR-164' },
      ],
    },
    { source: 'bai', side: 'above', threshold: null, reference: 'https://digital.csic.es/handle/10261/6426' },
    {
      source: 'dnbr2',
      side: 'above',
      threshold: null,
      order: 'before_minus_after',
      reference: 'https://www.usgs.gov/landsat-missions/landsat-normalized-burn-ratio-2',
    },
  ],
  water: [
    { source: 'ndwi', side: 'above', threshold: 0, reference: 'doi:10.1080/01431169608948714' },
    { source: 'mndwi', side: 'above', threshold: 0, reference: 'doi:10.1080/01431160600589179' },
  ],
  snow: [
    {
      source: 'ndsi',
      side: 'above',
      threshold: 0.4,
      reference: 'doi:10.1109/IGARSS.1994.399618',
      // The second pass of an operational snow map, for thin and patchy snow.
      others: [{ threshold: 0.15, reference: 'doi:10.5194/essd-11-493-2019' }],
    },
  ],
  vegetation: [
    {
      source: 'ndvi',
      side: 'above',
      threshold: 0.3,
      reference: 'https://ntrs.nasa.gov/citations/19740022614',
      // Below 0.2 the ground counts as bare, above 0.5 as fully covered.
      others: [
        { threshold: 0.2, reference: 'doi:10.1016/j.rse.2004.02.003' },
        { threshold: 0.5, reference: 'doi:10.1016/j.rse.2004.02.003' },
      ],
    },
    { source: 'gndvi', side: 'above', threshold: null, reference: 'doi:10.1016/S0034-4257(96)00072-7' },
  ],
  built_up: [{ source: 'ndbi', side: 'above', threshold: 0, reference: 'doi:10.1080/01431160304987' }],
  bare_soil: [
    {
      source: 'bsi',
      side: 'above',
      threshold: null,
      reference: 'https://citeseerx.ist.psu.edu/viewdoc/download?doi=10.1.1.465.8749&rep=rep1&type=pdf',
    },
  ],
  // Where at least 15 % of the sea is ice, it counts to the extent.
  sea_ice: [{ source: 'sea_ice', side: 'at_or_above', threshold: 0.15, reference: 'doi:10.7265/N5K072F8' }],
  // Between two radar dates: smooth water sends the pulse away, and half of the power (3 dB) is more than speckle leaves.
  flooded: [
    { source: 'log_ratio', side: 'at_or_below', threshold: -3, reference: 'doi:10.1109/TGRS.2004.842441' },
  ],
  vegetation_loss: [
    {
      source: 'dndvi',
      side: 'below',
      threshold: null,
      order: 'after_minus_before',
      reference: 'https://ntrs.nasa.gov/citations/19740022614',
    },
  ],
  vegetation_gain: [
    {
      source: 'dndvi',
      side: 'above',
      threshold: null,
      order: 'after_minus_before',
      reference: 'https://ntrs.nasa.gov/citations/19740022614',
    },
  ],
}

/** Things that `waysToMark` knows a way for. */
export const MARKED_TARGETS: readonly string[] = Object.keys(WAYS)

/** The known ways to mark a target ('burned', 'water', …), best known first; empty for an unknown one. */
export function waysToMark(target: string): readonly WayToMark[] {
  return Object.hasOwn(WAYS, target) ? WAYS[target]! : []
}

export const isUpper = (side: string): boolean => side === 'above' || side === 'at_or_above'

/**
 * What a mask means that was cut from a raster of the given meaning: ('dnbr', 'at_or_above') → 'burned'.
 * Where the field has no word for it, `${meaning}_high` or `${meaning}_low`.
 */
export function maskMeaning(meaning: string, side: string): string {
  for (const [target, ways] of Object.entries(WAYS)) {
    if (ways.some((way) => way.source === meaning && isUpper(way.side) === isUpper(side))) return target
  }
  return `${meaning}_${isUpper(side) ? 'high' : 'low'}`
}

/** The field's standard threshold for a meaning on a side, null where there is none. */
export function standardThreshold(meaning: string, side: string): WayToMark | null {
  const ways = waysToMark(maskMeaning(meaning, side))
  return ways.find((way) => way.source === meaning && way.threshold !== null) ?? null
}

/**
 * Thresholds of the field on a meaning that would mark more than `threshold` does, the nearest first; empty where it knows
 * none.
 */
export function widerThresholds(meaning: string, side: string, threshold: number): readonly number[] {
  const way = standardThreshold(meaning, side)
  const known = way === null ? [] : [way.threshold!, ...(way.others ?? []).map((other) => other.threshold)]
  const by = isUpper(side) ? -1 : 1
  return known
    .filter((other) => (other - threshold) * by > 0)
    .sort((a, b) => Math.abs(a - threshold) - Math.abs(b - threshold))
}
