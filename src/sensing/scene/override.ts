import { AppError } from '../../lib/errors.ts'
import { apply } from '../../raster/grid/affine.ts'
import { loadCrs } from '../../raster/grid/crs.ts'
import type { Crs, Grid } from '../../raster/grid/grid.ts'
import type { SceneOverride } from '../../trace/data.ts'
import type { Assumption, SceneBand, SceneFacts } from '../../trace/layer.ts'
import { isOptical, isRadar } from '../sensors.ts'
import { formula, UNKNOWN_SCALING } from './scaling.ts'

/** Why an assumption holds that a person made. */
const SET_BY_HAND = 'set by hand'

export const isScalingByHand = ({ assumptions }: SceneFacts): boolean =>
  assumptions.some(({ field, why }) => field === 'scaling' && why === SET_BY_HAND)

export const isCrsByHand = ({ assumptions }: SceneFacts): boolean =>
  assumptions.some(({ field, why }) => field === 'crs' && why.startsWith(SET_BY_HAND))

/** What of a scene a person can change. */
export interface SceneReading {
  readonly date: string | null
  /** The finest grid of the bands. */
  readonly grid: Grid
  readonly facts: SceneFacts
}

/**
 * What stands after a person's changes. Throws invalid_input for a band or date that cannot be, and for a coordinate
 * system that is not known here or that the pixels cannot lie in.
 */
export async function applyOverride(before: SceneReading, change: SceneOverride): Promise<SceneReading> {
  const { date, facts, grid } =
    change.epsg === undefined ? before : placed(before, await knownCrs(change.epsg))
  const { bands, scaling, nodata } = change
  if (typeof change.date === 'string' && !isDate(change.date)) {
    throw new AppError('invalid_input', 'the date must be a day of the calendar written yyyy-mm-dd')
  }
  let next = facts
  if (bands) next = said(renamed(next, bands), 'bands', 'named by hand')
  if (scaling !== undefined) {
    const value = scaling === 'unknown' ? 'unknown, raw numbers' : formula(scaling)
    next = said(rescaled(next, scaling), 'scaling', value)
  }
  if (nodata !== undefined) {
    next = said({ ...next, bands: next.bands.map((band) => ({ ...band, nodata })) }, 'nodata', String(nodata))
  }
  if (change.date === undefined) return { date, grid, facts: next }
  return { date: change.date, grid, facts: said(next, 'date', change.date ?? 'unknown') }
}

async function knownCrs(code: number): Promise<Crs> {
  if (!Number.isInteger(code) || code < 1024 || code > 32767) {
    throw new AppError(
      'invalid_input',
      'the coordinate system must be given by its EPSG code, a whole number from 1024 to 32767 such as 32621',
    )
  }
  const crs = await loadCrs(code)
  if (crs.kind !== 'unknown') return crs
  throw new AppError(
    'invalid_input',
    `EPSG:${code} is not in the table of coordinate systems here; check the code, or bring the data to a system that is known, such as UTM`,
  )
}

/** All bands of a scene in a system that a person says they are in. */
function placed({ date, grid, facts }: SceneReading, crs: Crs): SceneReading {
  assertFits(grid, crs)
  const file = facts.assumptions.find(({ field, why }) => field === 'crs' && why.startsWith(SET_BY_HAND))
  const replaces = grid.crs.kind !== 'unknown' && grid.crs.id !== crs.id
  // What the file says is told by the first change; a second one is against the same file.
  const why =
    file?.why ??
    [
      SET_BY_HAND,
      ...(replaces
        ? [`the file itself names ${nameOf(grid.crs)}: areas and places are wrong if that was right`]
        : []),
      ...(crs.kind === 'projected' && mayBeDegrees(grid)
        ? ['the coordinates look like degrees, in which areas are wrong in this system']
        : []),
    ].join('; ')
  const others = facts.assumptions.filter(({ field }) => field !== 'crs')
  return {
    date,
    grid: { ...grid, crs },
    facts: {
      ...facts,
      bands: facts.bands.map((band) => ({ ...band, grid: { ...band.grid, crs } })),
      assumptions: [...others, { field: 'crs', value: nameOf(crs), why, sure: why === SET_BY_HAND }],
    },
  }
}

/** Ids are ours; names of systems without a code may come from the file. */
function nameOf({ id, name }: Crs): string {
  if (!id.startsWith('EPSG:')) return 'a system without a code'
  return name === id ? id : `${id} (${name})`
}

function assertFits({ width, height, transform }: Grid, crs: Crs): void {
  const [a, b, c, d, e, f] = transform
  if (a === 1 && b === 0 && c === 0 && d === 0 && Math.abs(e) === 1 && f === 0) {
    throw new AppError(
      'invalid_input',
      'the file does not say where its pixels lie and how large they are, so that a coordinate system alone does not place them; georeference the file first',
    )
  }
  if (crs.kind !== 'geographic') return
  if (mayBeDegrees({ width, height, transform })) return
  const at = apply(transform, 0, 0).map(Math.round).join(', ')
  throw new AppError(
    'invalid_input',
    `${crs.id} is in degrees, and the pixels lie at ${at}; give the code of a projected system, such as 32621`,
  )
}

/** True where all pixels lie at longitudes and latitudes, be they counted on past the antimeridian. */
function mayBeDegrees({ width, height, transform }: Pick<Grid, 'width' | 'height' | 'transform'>): boolean {
  const corners = [apply(transform, 0, 0), apply(transform, width, height)]
  return corners.every(([x, y]) => Math.abs(x) <= 540 && Math.abs(y) <= 91)
}

function renamed(facts: SceneFacts, names: NonNullable<SceneOverride['bands']>): SceneFacts {
  const designations = facts.bands.map((band) => band.designation)
  const strange = Object.keys(names).filter((designation) => !designations.includes(designation))
  if (strange.length > 0) {
    throw new AppError(
      'invalid_input',
      `the scene has no band ${strange.join(', ')}; its bands are ${designations.join(', ')}`,
    )
  }
  const bands = facts.bands.map((band) => ({ ...band, name: names[band.designation] ?? band.name }))
  return { ...facts, bands }
}

/**
 * Thermal and quality bands keep their own scaling; unnamed ones go with the others. What a person scales of a radar is
 * linear power.
 */
function rescaled(before: SceneFacts, scaling: NonNullable<SceneOverride['scaling']>): SceneFacts {
  const { isDecibel: _, ...facts } = before
  const takes = ({ name }: SceneBand) => isOptical(name) || isRadar(name) || name === 'band'
  if (scaling === 'unknown') {
    const bands = facts.bands.map((band) => (takes(band) ? { ...band, ...UNKNOWN_SCALING } : band))
    return { ...facts, bands, quantity: 'raw' }
  }
  const { scale, offset } = scaling
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset)) {
    throw new AppError('invalid_input', 'scale and offset must be numbers and the scale not 0')
  }
  const bands = facts.bands.map((band) => (takes(band) ? { ...band, scale, offset } : band))
  const isProduct = ['elevation', 'index', 'fraction', 'radiance', 'power'].includes(facts.quantity)
  const measured = bands.some(({ name }) => isRadar(name)) ? 'backscatter' : 'reflectance'
  return { ...facts, bands, quantity: isProduct ? facts.quantity : measured }
}

/** Puts what a person said in place of what was assumed. */
function said(facts: SceneFacts, field: Assumption['field'], value: string): SceneFacts {
  const others = facts.assumptions.filter((assumption) => assumption.field !== field)
  return { ...facts, assumptions: [...others, { field, value, why: SET_BY_HAND, sure: true }] }
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text + 'T00:00:00Z') : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
