import { QUALITY_BANDS, type BandName } from '../../trace/port.ts'
import type { SceneOverride } from '../../trace/data.ts'
import type { Assumption, Layer, SceneFacts } from '../../trace/layer.ts'
import { words } from '../words/words.svelte.ts'
import { isByHand } from './describe-scene.ts'

/** The form of a scene as text fields hold it. */
export interface SceneDraft {
  date: string
  scaling: 'reflectance' | 'unknown'
  scale: string
  offset: string
  nodata: string
  /** EPSG code of the coordinate system; empty where it is unknown or has no code. */
  epsg: string
  bands: Record<string, BandName>
}

/** Bands that keep a scaling of their own, whatever is said of the others. */
const OWN_SCALING: ReadonlySet<BandName> = new Set<BandName>([
  ...QUALITY_BANDS,
  'thermal1',
  'thermal2',
  'water_vapour',
])

/** The form as the scene stands now. A scene without a known scaling offers the one that changes no number. */
export function draftOf(layer: Layer, scene: SceneFacts): SceneDraft {
  const band = scene.bands.find(({ name }) => !OWN_SCALING.has(name)) ?? scene.bands[0]
  const scaled = band !== undefined && Number.isFinite(band.scale)
  return {
    date: layer.date ?? '',
    scaling: scaled ? 'reflectance' : 'unknown',
    scale: scaled ? String(band.scale) : '1',
    offset: scaled ? String(band.offset) : '0',
    nodata: band?.nodata == null ? '' : String(band.nodata),
    epsg: /^EPSG:(\d+)$/.exec(layer.grid?.crs.id ?? '')?.[1] ?? '',
    bands: Object.fromEntries(scene.bands.map(({ designation, name }) => [designation, name])),
  }
}

export interface DraftFault {
  readonly field: 'scaling' | 'nodata' | 'epsg'
  readonly message: string
}

/** The first field that cannot be read, null where all can. */
export function faultOf(before: SceneDraft, after: SceneDraft): DraftFault | null {
  const [scale, offset] = [Number(after.scale), Number(after.offset)]
  if (after.scaling === 'reflectance' && !(Number.isFinite(scale) && scale !== 0 && Number.isFinite(offset)))
    return { field: 'scaling', message: words.layers.scene.form.faults.scaling }
  if (after.nodata.trim() !== '' && Number.isNaN(Number(after.nodata)))
    return { field: 'nodata', message: words.layers.scene.form.faults.nodata }
  const isCode = /^\d{4,5}$/.test(codeText(after))
  return isCode || codeText(after) === codeText(before)
    ? null
    : { field: 'epsg', message: words.layers.scene.form.faults.epsg }
}

/** People write EPSG:32621 as often as 32621. */
const codeText = ({ epsg }: SceneDraft): string => epsg.trim().replace(/^epsg:\s*/i, '')

/** Only what the person changed, so that the rest stays what the file says. Null where a field cannot be read. */
export function changesOf(before: SceneDraft, after: SceneDraft): SceneOverride | null {
  if (faultOf(before, after)) return null
  const scale = Number(after.scale)
  const offset = Number(after.offset)
  const nodata = after.nodata.trim() === '' ? null : Number(after.nodata)
  const rescaled =
    after.scaling !== before.scaling || after.scale !== before.scale || after.offset !== before.offset
  const bands = Object.entries(after.bands).filter(
    ([designation, name]) => before.bands[designation] !== name,
  )
  return {
    ...(after.date === before.date ? {} : { date: after.date === '' ? null : after.date }),
    ...(rescaled ? { scaling: after.scaling === 'unknown' ? ('unknown' as const) : { scale, offset } } : {}),
    ...(after.nodata === before.nodata ? {} : { nodata }),
    ...(codeText(after) === codeText(before) ? {} : { epsg: Number(codeText(after)) }),
    ...(bands.length === 0 ? {} : { bands: Object.fromEntries(bands) }),
  }
}

/** Takes back what a person set of one field; what was set of the others is set again. */
export function resetOf(layer: Layer, scene: SceneFacts, field: Assumption['field']): SceneOverride {
  const set = new Set(scene.assumptions.filter(({ why }) => isByHand(why)).map((each) => each.field))
  set.delete(field)
  const draft = draftOf(layer, scene)
  const band = scene.bands.find(({ name }) => !OWN_SCALING.has(name)) ?? scene.bands[0]
  return {
    reset: true,
    ...(set.has('date') && { date: layer.date }),
    ...(set.has('scaling') && {
      scaling:
        draft.scaling === 'unknown'
          ? ('unknown' as const)
          : { scale: Number(draft.scale), offset: Number(draft.offset) },
    }),
    ...(set.has('nodata') && { nodata: band?.nodata ?? null }),
    ...(set.has('crs') && draft.epsg !== '' && { epsg: Number(draft.epsg) }),
    ...(set.has('bands') && { bands: draft.bands }),
  }
}
