import { describe, expect, it } from 'vitest'
import { countedIn } from '../../src/agent/counted-words.ts'
import { LARGEST_PART } from '../../src/agent/largest-part.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { sectorsNamed } from '../../src/agent/sector-words.ts'
import { changeOfState } from '../../src/agent/state-words.ts'
import { targetsIn, unmeasurableIn } from '../../src/agent/targets.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import type { Port } from '../../src/trace/port.ts'

const SPECS = TOOLS.map(toolSpec)
const CLASSES: Port = { kind: 'raster', quantity: 'class' }
const read = (text: string, products: readonly Port[] = []) =>
  readQuestion(text, {
    indexNames: new Set(['ndvi', 'ndbi', 'nbr', 'ndsi']),
    specs: SPECS,
    products: products.map((port, at) => ({ id: `layer-${at + 1}`, port })),
    hasScenes: true,
    shown: [],
  })

describe('what is counted', () => {
  it.each([
    'Keep dNBR of at least 0.3, merge neighbouring pixels into clumps and tell me how many clumps there are.',
    'With dNBR above 0.27, how many separate groups of burned pixels are there?',
    'Link adjacent cells of dNBR at or above 0.4 with one another. Number of objects?',
    'Where dNBR exceeds 0.3, unite all touching pixels; count the resulting blobs.',
  ])('is the parts in “%s”', (text) => {
    const question = read(text)
    expect(question.asks[0]).toMatchObject({ dimension: 'count', figures: ['components'] })
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it('is pixels where those are named first, and nothing where people are', () => {
    expect(countedIn('How many pixels of all patches burned?')).toBe('pixels')
    expect(countedIn('Count the burned cells in the groups')).toBe('pixels')
    const people = read('How many families are in the clumps?')
    expect(unservedPart(people, people.asks[0]!)).not.toBeNull()
  })
})

describe('the largest part', () => {
  it.each([
    'In degrees from north, how does the long axis of the largest of all burned patches run?',
    'Which azimuth has the axis of the most extensive contiguous burn, dNBR above 0.27?',
    'Take the biggest unbroken burned patch alone: bearing of its long axis?',
    'Axis of the greatest single cluster, in degrees?',
  ])('is read in “%s”', (text) => {
    expect(read(text).slots).toContainEqual({ slot: 'part', value: 'largest' })
  })

  it('is none where the whole or a change is meant', () => {
    expect(LARGEST_PART.test('main axis of the burn')).toBe(false)
    expect(LARGEST_PART.test('the largest drop of NBR in the scar')).toBe(false)
    expect(LARGEST_PART.test('the three largest patches')).toBe(false)
  })
})

describe('sectors', () => {
  it('are named by their words, not by how they are laid out', () => {
    expect(sectorsNamed('counted clockwise from north, the west one')).toEqual(['W'])
    expect(sectorsNamed('eight sectors starting at north: share of the south-east')).toEqual(['SE'])
    expect(sectorsNamed('sector 1 centred on north, how much lies in the southern sector?')).toEqual(['S'])
    expect(sectorsNamed('the north and the north-west sector')).toEqual(['N', 'NW'])
  })

  it('have a share where one of them is named', () => {
    const { asks } = read(
      'Which share of the burned pixels falls into the west sector of eight, counted clockwise from north?',
    )
    expect(asks[0]!.dimension).toBe('share')
    expect(read('Which sector, north or east, has the largest share of the burn?').asks[0]!.dimension).toBe(
      'sector',
    )
  })
})

describe('slides', () => {
  it('leave scars that are no burns', () => {
    expect(targetsIn('Of the landslides the widest scar')).toEqual(['vegetation'])
    expect(targetsIn('Debris flows came down; how large are the scars?')).toEqual(['vegetation'])
    expect(targetsIn('Burn scars in the forest where a landslide went')).toContain('burned')
    expect(
      read('The largest of the slides is cleared first. How many hectares has its scar?').asks[0],
    ).toMatchObject({
      target: 'vegetation',
      figures: ['largest_area'],
    })
  })
})

describe('herds and vehicles', () => {
  it('are circumstances in a statement, and cannot be counted', () => {
    expect(
      unmeasurableIn('My sheep and cattle graze where it is below 25 °C. How many hectares is that?'),
    ).toBeNull()
    expect(
      unmeasurableIn('Our animals need shade where they rest. What is the mean of such ground?'),
    ).toBeNull()
    expect(unmeasurableIn('How many cattle are in the scene?')).toBe('species')
    expect(unmeasurableIn('We keep a register. Count the animals on the pasture.')).toBe('species')
  })
})

describe('what one of two dates has', () => {
  const isSnow = (phrase: string) => /snow/.test(phrase)
  it.each([
    ['Find what the first image shows as snow and the second one does not.', 'loss'],
    ['Where the later date has no snow but the earlier one has', 'loss'],
    [
      'Which ground has snow that the second map holds and the first one lacks: the later one has it while the earlier one has not?',
      'gain',
    ],
    ['The newer scene shows snow there, whereas the older scene has none.', 'gain'],
  ])('“%s” tells a %s', (text, change) => {
    expect(changeOfState(text, isSnow)).toBe(change)
  })

  it('is served', () => {
    const question = read(
      'Map snow as NDSI over 0.4 on both dates. Which km² did the earlier image show while the later one did not?',
    )
    expect(question.asks[0]!.change).toBe('loss')
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })
})

describe('classes', () => {
  it.each([
    ['Which class takes less ground than any other?', 'smallest'],
    ['One class is larger than all others by area. Which class is it?', 'largest'],
    ['A single class is scarcer than every other. Which?', 'smallest'],
    ['Which class is more widespread than all the rest?', 'largest'],
  ])('are ranked by comparison in “%s”', (text, which) => {
    expect(read(text, [CLASSES]).direct).toEqual({ kind: 'class-size', which })
  })

  it('are set side by side without a change of dates', () => {
    for (const text of [
      'Graze class 2 or class 3, wherever it is greener: what is the mean NDVI of each of the two?',
      'Should class 1 or class 5 be mown? Mean NDVI of both, to see which one is greener.',
    ])
      expect(read(text, [CLASSES]).direct).toMatchObject({ kind: 'class-values', statistic: 'mean' })
  })
})
