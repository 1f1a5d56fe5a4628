import { bandsOf, everyCell, hectaresOf, inBox, inEllipse, type Cell, type Place } from './landscape.ts'
import type { Lesson } from './lesson.ts'
import { mix, nbr, SPECTRA, type Spectrum } from './spectra.ts'

const HILL: Place = { tile: '29TNF', epsg: 32629, west: 560_000, north: 4_520_000 }

/** How much of the ground is charred, by how badly it burned: inside out, each ring milder. */
const CHARRED = { high: 0.85, moderate: 0.5, low: 0.22 } as const
type Zone = keyof typeof CHARRED | 'ploughed' | 'forest' | 'grass'

function zoneAt(cell: Cell): Zone {
  const scar = (wide: number, high: number) => inEllipse(cell, { col: 44, row: 36, wide, high })
  if (scar(16, 11)) return 'high'
  if (scar(26, 19)) return 'moderate'
  if (scar(33, 25)) return 'low'
  if (inBox(cell, [58, 74, 88, 90])) return 'ploughed'
  return cell.row < 68 ? 'forest' : 'grass'
}

export const zones = everyCell(zoneAt)
const before = (zone: Zone): Spectrum => SPECTRA[zone === 'grass' || zone === 'ploughed' ? 'grass' : 'forest']
function after(zone: Zone): Spectrum {
  if (zone === 'ploughed') return SPECTRA.soil
  return zone in CHARRED
    ? mix(SPECTRA.forest, SPECTRA.burned, CHARRED[zone as keyof typeof CHARRED])
    : before(zone)
}
const dnbr = (zone: Zone) => nbr(before(zone)) - nbr(after(zone))

const area = (wanted: (zone: Zone) => boolean) => hectaresOf(zones, wanted)
const LOOKS_BURNED = 0.27
const looksBurned = area((zone) => dnbr(zone) >= LOOKS_BURNED)
const ploughed = area((zone) => zone === 'ploughed')
const scarHectares = area((zone) => zone in CHARRED)
const severe = area((zone) => dnbr(zone) >= 0.66)
const high = { before: before('high'), after: after('high') }
const digits = (value: number) => value.toFixed(3).replace('-', '−')

export const burnSeverity: Lesson = {
  id: 'burn-severity',
  title: 'Burn severity',
  summary:
    'Fire takes near infrared away and brings shortwave infrared. The difference of two dates measures how much.',
  goals: [
    'Calculate NBR before and after a fire, and their difference.',
    'Measure burned area and severity with thresholds that are in use.',
    'Find what looks burned and is not.',
  ],
  data: 'A wooded hill on two days of one summer, before and after a fire, 96 × 96 pixels of 20 m. Between the days a farmer ploughed a meadow in the south-east.',
  rasters: () => [
    ...bandsOf(zones.map(before), '2023-07-05', HILL, 103),
    ...bandsOf(zones.map(after), '2023-08-04', HILL, 104),
  ],
  tasks: [
    {
      kind: 'number',
      id: 'dnbr-by-hand',
      title: 'dNBR by hand',
      text: `In the heart of the scar near infrared (B8A) fell from ${high.before.B8A.toFixed(3)} to ${high.after.B8A.toFixed(3)}, shortwave infrared (B12) rose from ${high.before.B12.toFixed(3)} to ${high.after.B12.toFixed(3)}. NBR is (B8A − B12) / (B8A + B12); dNBR is NBR before less NBR after. How large is it?`,
      unit: '',
      truth: dnbr('high'),
      tolerance: 0.01,
      digits: 3,
      mistakes: [
        {
          value: -dnbr('high'),
          says: 'The dates are turned: before comes first, so that burned ground is positive.',
        },
        { value: nbr(high.before), says: 'This is NBR before the fire. Take NBR after it away.' },
        { value: nbr(high.after), says: 'This is NBR after the fire. It is taken away from the one before.' },
      ],
      explanation: `NBR went from ${digits(nbr(high.before))} to ${digits(nbr(high.after))}. Above 0.66 a burn is called highly severe.`,
    },
    {
      kind: 'number',
      id: 'looks-burned',
      title: 'What looks burned',
      text: 'How many hectares have a dNBR of at least 0.27?',
      ask: 'How many hectares burned between the two dates (dNBR at least 0.27)?',
      unit: 'ha',
      truth: looksBurned,
      tolerance: 0.02 * looksBurned,
      digits: 2,
      mistakes: [
        { value: scarHectares, says: 'This is the whole scar. Its mild rim lies below 0.27.' },
        {
          value: looksBurned - ploughed,
          says: 'This leaves the ploughed meadow out. The threshold does not know that: give what it finds.',
        },
        { value: looksBurned / 100, says: 'This is in square kilometres: 1 km² is 100 ha.' },
      ],
      explanation: 'Keep the figure: the next task asks how much of it is fire.',
    },
    {
      kind: 'number',
      id: 'not-fire',
      title: 'What is not fire',
      text: 'Look at what is marked as burned on the map: one patch has straight edges and lies apart from the scar. It spans 30 pixels from west to east and 16 from north to south, of 20 m each. How many hectares is it?',
      unit: 'ha',
      truth: ploughed,
      tolerance: 0.02 * ploughed,
      digits: 2,
      mistakes: [
        { value: 30 * 16, says: 'These are pixels. One of 20 m × 20 m is 0.04 ha.' },
        { value: ploughed * 10_000, says: 'These are square metres: 10,000 m² are 1 ha.' },
      ],
      explanation: `Its dNBR is ${digits(dnbr('ploughed'))}: grass that becomes soil loses near infrared as burned forest does. ${((100 * ploughed) / looksBurned).toFixed(0)} % of what looked burned was a plough.`,
    },
    {
      kind: 'number',
      id: 'high-severity',
      title: 'The worst of it',
      text: 'How many hectares have a dNBR of at least 0.66?',
      ask: 'How many hectares burned between the two dates (dNBR at least 0.66)?',
      unit: 'ha',
      truth: severe,
      tolerance: 0.02 * severe,
      digits: 2,
      mistakes: [{ value: looksBurned, says: 'This is with a threshold of 0.27.' }],
      explanation:
        'The heart of the scar alone. The ploughed meadow does not reach this class, but a threshold is no proof of fire.',
    },
    {
      kind: 'choice',
      id: 'missed-rim',
      title: 'What the threshold misses',
      text: `The rim of the scar has a dNBR of ${digits(dnbr('low'))}. What may be said of it with the threshold of 0.27?`,
      options: [
        {
          id: 'unburned',
          label: 'It did not burn',
          says: 'The scene was made with a fire there, only a mild one: grass and litter burned under living crowns.',
        },
        {
          id: 'undecided',
          label: 'It is below the threshold: burned mildly, or changed otherwise',
          says: '',
        },
        { id: 'severe', label: 'It burned badly', says: 'The more severe the burn, the larger dNBR.' },
      ],
      truth: dnbr('low') < LOOKS_BURNED && dnbr('low') > 0.1 ? 'undecided' : 'severe',
      explanation:
        'Between 0.1 and 0.27 lie mild burns, but also drought and haze. Only the ground can tell.',
    },
  ],
  teacher: {
    timing: [
      { minutes: 15, what: 'What fire does to leaves, wood and soil, and which bands see it.' },
      { minutes: 20, what: 'dNBR by hand, then the map of both dates.' },
      {
        minutes: 35,
        what: 'Area, false burn, severity: in pairs. Let each pair write what it would tell a fire service.',
      },
      { minutes: 20, what: 'Together: the rim, and why thresholds need plots on the ground.' },
    ],
    misconceptions: [
      {
        belief: 'What is above the threshold burned.',
        reply: 'It changed as burned ground does. Harvest, ploughing and drained water do too.',
      },
      {
        belief: 'dNBR measures how hot the fire was.',
        reply: 'It measures what the ground looks like afterwards, against what grew there.',
      },
      {
        belief: 'The classes are the same everywhere.',
        reply: 'They were fitted to forests of North America. Elsewhere they must be checked in the field.',
      },
    ],
  },
}
