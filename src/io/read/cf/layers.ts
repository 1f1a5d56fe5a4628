import { AppError } from '../../../lib/errors.ts'
import { axisKind } from './axes.ts'
import { clean, nameOf, numbersOf, textOf, type CfFile, type CfVariable } from './cf-file.ts'
import { packingOf, type Packing } from './packing.ts'
import { groupOf, placeOf, type Place } from './place.ts'
import { datesOf } from './time.ts'

/** One layer of rows and columns: a variable at one time, and at one value of any other dimension. */
export interface Layer {
  readonly variable: CfVariable
  readonly packing: Packing
  readonly place: Place
  readonly outer: readonly number[]
  /** Null where the variable has no time. */
  readonly step: { readonly index: number; readonly date: string } | null
  readonly description: string
}

const MAX_STEPS = 600
const MAX_LAYERS = 20_000

/** The layers of a file. Throws unsupported_file where none of its variables can be placed, and says why. */
export async function layersOf(file: CfFile): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  const reasons: string[] = []
  for (const variable of file.variables.filter((each) => isGridLike(file, each))) {
    const place = variable.unreadable ?? (await placeOf(file, variable))
    if (typeof place === 'string') reasons.push(`${nameOf(variable)}: ${place}`)
    else layers.push(...(await layersOfVariable(file, variable, place)))
    if (layers.length > MAX_LAYERS) {
      throw new AppError(
        'limit_reached',
        `the file holds more than ${MAX_LAYERS} layers of its variables; give a file of fewer variables or times`,
      )
    }
  }
  if (layers.length > 0) return layers
  const why =
    reasons.length > 0 ? reasons.slice(0, 3).join('. ') : 'it has no array of numbers with rows and columns'
  throw new AppError('unsupported_file', `nothing in the ${file.format} file can be laid on a map. ${why}`)
}

/** Arrays that are no coordinates, nor their bounds, nor single rows. */
function isGridLike(file: CfFile, variable: CfVariable): boolean {
  const { shape, path } = variable
  const [height = 0, width = 0] = shape.slice(-2)
  if (shape.length < 2 || height * width === 0) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !file.variables.some(({ attributes }) =>
    ['bounds', 'climatology', 'coordinates', 'ancillary_bounds']
      .flatMap((key) => (textOf(attributes, key) ?? '').split(/\s+/))
      .includes(name),
  )
}

async function layersOfVariable(file: CfFile, variable: CfVariable, place: Place): Promise<readonly Layer[]> {
  const lead = variable.shape.slice(0, -2)
  const coordinates = lead.map((_, at) =>
    file.variables.find(({ path, shape }) => shape.length === 1 && path === variable.dimensions[at]),
  )
  const isTime = (found: CfVariable | undefined) =>
    found !== undefined && axisKind(found) === 'time' && textOf(found.attributes, 'units') !== null
  const timeAt = coordinates.findIndex(isTime)
  const dates = timeAt >= 0 ? await datesAt(coordinates[timeAt]) : null
  const single = dates ? null : await datesAt(scalarTime(file, variable))
  const packing = packingOf(variable, file.hasDefaultFill)
  const layers: Layer[] = []
  for (const outer of placesIn(lead)) {
    const index = timeAt < 0 ? 0 : outer[timeAt]!
    const date = (dates ?? single)?.[index]
    const labels = outer.flatMap((at, position) =>
      position === timeAt || lead[position] === 1 ? [] : [labelOf(coordinates[position], at)],
    )
    layers.push({
      variable,
      packing,
      place,
      outer,
      step: date === undefined ? null : { index, date },
      description: [nameOf(variable), ...(await Promise.all(labels))].join(' '),
    })
  }
  return layers
}

async function datesAt(time: CfVariable | undefined): Promise<readonly string[] | null> {
  if (!time) return null
  if ((time.shape[0] ?? 1) > MAX_STEPS) {
    throw new AppError(
      'limit_reached',
      `the file holds ${time.shape[0]} times, and at most ${MAX_STEPS} are opened at once; ` +
        'cut it first, for example with cdo seldate,2020-01-01,2020-12-31 IN.nc OUT.nc',
    )
  }
  const values = await time.read(
    time.shape.map(() => 0),
    time.shape,
  )
  return datesOf([...values], textOf(time.attributes, 'units') ?? '', textOf(time.attributes, 'calendar'))
}

/** A single time beside the array, which `coordinates` names. */
function scalarTime(file: CfFile, variable: CfVariable): CfVariable | undefined {
  const named = (textOf(variable.attributes, 'coordinates') ?? '').split(/\s+/)
  return file.variables.find(
    (other) =>
      (other.shape.length === 0 || other.shape.join() === '1') &&
      groupOf(other.path) === groupOf(variable.path) &&
      named.includes(other.path.slice(other.path.lastIndexOf('/') + 1)) &&
      axisKind(other) === 'time' &&
      textOf(other.attributes, 'units') !== null,
  )
}

/** All places of an array of this shape, last dimension fastest. */
function placesIn(shape: readonly number[]): readonly (readonly number[])[] {
  const count = shape.reduce((product, side) => product * side, 1)
  if (count > MAX_LAYERS) return Array.from({ length: MAX_LAYERS + 1 }, () => shape.map(() => 0))
  return Array.from({ length: count }, (_, at) => {
    let rest = at
    return shape
      .map((_, back) => {
        const side = shape[shape.length - 1 - back]!
        const place = rest % side
        rest = Math.floor(rest / side)
        return place
      })
      .reverse()
  })
}

async function labelOf(coordinate: CfVariable | undefined, at: number): Promise<string> {
  if (!coordinate || coordinate.unreadable !== undefined) return `${at + 1}`
  const [value] = await coordinate.read([at], [1])
  const units =
    numbersOf(coordinate.attributes, 'units').length > 0 ? '' : textOf(coordinate.attributes, 'units')
  return clean(`${nameOf(coordinate)} ${value}${units ? ` ${units}` : ''}`)
}
