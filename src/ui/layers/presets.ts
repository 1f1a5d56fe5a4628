import type { SceneFacts } from '../../trace/layer.ts'

/** Combinations of bands that a field uses by name: for red, green and blue, each the first of these that a scene has. */
const PRESETS = {
  natural: [['red'], ['green'], ['blue']],
  infrared: [['nir', 'nir_narrow', 'nir_wide'], ['red'], ['green']],
  burn: [['swir2'], ['nir', 'nir_narrow', 'nir_wide'], ['red']],
  agriculture: [['swir1'], ['nir', 'nir_narrow', 'nir_wide'], ['blue']],
  geology: [['swir2'], ['swir1'], ['blue']],
  water: [['nir', 'nir_narrow', 'nir_wide'], ['swir1'], ['red']],
} as const

export type PresetId = keyof typeof PRESETS

export interface Preset {
  readonly id: PresetId
  readonly bands: readonly [red: string, green: string, blue: string]
}

/** Presets whose bands a scene has. */
export function presetsOf({ bands }: SceneFacts): readonly Preset[] {
  const there = new Set<string>(bands.map(({ name }) => name))
  return (Object.keys(PRESETS) as PresetId[]).flatMap((id) => {
    const [red, green, blue] = PRESETS[id].map((names) => names.find((name) => there.has(name)))
    return red && green && blue ? [{ id, bands: [red, green, blue] as const }] : []
  })
}
