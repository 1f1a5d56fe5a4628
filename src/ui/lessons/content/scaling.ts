import { surfaces, VALLEY } from './bands-and-indices.ts'
import { bandsOf, meanOf, SCALING } from './landscape.ts'
import type { Lesson } from './lesson.ts'
import { ndvi, normalised, SPECTRA, type Band, type Spectrum } from './spectra.ts'

const { forest, grass, soil } = SPECTRA
const raw = (reflectance: number) => Math.round((reflectance - SCALING.offset) / SCALING.scale)
const without = (reflectance: number) => raw(reflectance) * SCALING.scale
const ndviOf = (of: (value: number) => number, { B8A, B04 }: Spectrum) => normalised(of(B8A), of(B04))
const bandOf = (surface: Spectrum, band: Band) => surface[band]
const meanNdvi = meanOf(surfaces, (surface) => ndvi(SPECTRA[surface]))
const meanOfRaw = meanOf(surfaces, (surface) => ndviOf(raw, SPECTRA[surface]))
const bias = ndviOf(raw, forest) - ndvi(forest)

export const scaling: Lesson = {
  id: 'scaling',
  title: 'Scaling, and why raw numbers lie',
  summary:
    'Files hold whole numbers, not reflectance. Who takes them as they are gets indices that look right and are wrong.',
  goals: [
    'Turn stored numbers into reflectance with scale and offset.',
    'See which calculations survive a wrong scale, and which no wrong offset.',
    'Check what a program assumed before trusting its figures.',
  ],
  data: 'The valley of the first lesson on another day. The files hold whole numbers; reflectance = number × 0.0001 − 0.1, as Sentinel-2 delivers it since 2022. GeoForge says which scaling it read, with the data under Analyse.',
  rasters: () =>
    bandsOf(
      surfaces.map((surface) => SPECTRA[surface]),
      '2023-07-10',
      VALLEY,
      102,
    ),
  tasks: [
    {
      kind: 'number',
      id: 'to-reflectance',
      title: 'From number to reflectance',
      text: `A pixel of soil holds ${raw(bandOf(soil, 'B11'))} in band B11. How much of the light does it reflect?`,
      unit: '',
      truth: raw(bandOf(soil, 'B11')) * SCALING.scale + SCALING.offset,
      tolerance: 0.002,
      digits: 3,
      mistakes: [
        {
          value: without(bandOf(soil, 'B11')),
          says: 'The scale is applied and the offset is not: take 0.1 away.',
        },
        {
          value: 100 * soil.B11,
          says: 'This is in percent. The share of the light is wanted, between 0 and 1.',
        },
      ],
      explanation: 'First times the scale, then plus the offset; the offset is negative.',
    },
    {
      kind: 'number',
      id: 'to-number',
      title: 'And back',
      text: `Forest reflects ${forest.B04} in red (B04). Which whole number stands in the file?`,
      unit: '',
      truth: raw(forest.B04),
      tolerance: 1,
      digits: 0,
      mistakes: [
        {
          value: forest.B04 / SCALING.scale,
          says: 'The offset is missing: add 0.1 before dividing by the scale.',
        },
        {
          value: (forest.B04 + SCALING.offset) / SCALING.scale,
          says: 'The offset has the wrong sign: on the way back it is taken away, and taking away −0.1 adds 0.1.',
        },
      ],
      explanation: 'The offset keeps dark pixels above 0, which is the number for no data.',
    },
    {
      kind: 'number',
      id: 'raw-ndvi',
      title: 'NDVI of raw numbers',
      text: `Calculate NDVI of the forest from the numbers as they stand: ${raw(forest.B8A)} in B8A and ${raw(forest.B04)} in B04.`,
      unit: '',
      truth: ndviOf(raw, forest),
      tolerance: 0.005,
      digits: 3,
      mistakes: [
        {
          value: ndvi(forest),
          says: 'This is the right NDVI, of reflectance. Here the wrong one is wanted: leave the numbers as they are.',
        },
      ],
      explanation: `True is ${ndvi(forest).toFixed(3)}: raw numbers make a dense forest look like sparse grass, and no program complains.`,
    },
    {
      kind: 'choice',
      id: 'what-survives',
      title: 'What makes the difference?',
      text: 'Someone multiplies the numbers by 0.0001 and forgets the offset. What becomes of NDVI?',
      options: [
        { id: 'as-raw', label: 'It is as wrong as with raw numbers', says: '' },
        {
          id: 'right',
          label: 'It is right: the scale is what counts',
          says: 'A common factor stands above and below the fraction line and cancels. Try it with the numbers of the forest.',
        },
        {
          id: 'half',
          label: 'It is wrong by half as much',
          says: 'Calculate it with the numbers of the forest and compare it with the task before.',
        },
      ],
      truth: ndviOf(without, forest) === ndvi(forest) ? 'right' : 'as-raw',
      explanation:
        'A factor cancels in a normalised difference, an offset does not: it is in the sum twice and in the difference not at all.',
    },
    {
      kind: 'choice',
      id: 'which-suffers',
      title: 'Which surface is hit hardest?',
      text: 'NDVI of raw numbers less the true NDVI: calculate it for forest, grass and soil.',
      options: [
        { id: 'forest', label: 'Forest', says: '' },
        {
          id: 'grass',
          label: 'Grass',
          says: `Grass is off by ${Math.abs(ndviOf(raw, grass) - ndvi(grass)).toFixed(2)}; one of the others by more.`,
        },
        {
          id: 'soil',
          label: 'Ploughed soil',
          says: `Soil is off by ${Math.abs(ndviOf(raw, soil) - ndvi(soil)).toFixed(2)}; one of the others by more.`,
        },
      ],
      truth: (
        [
          ['forest', forest],
          ['grass', grass],
          ['soil', soil],
        ] as const
      ).reduce((most, each) =>
        Math.abs(ndviOf(raw, each[1]) - ndvi(each[1])) > Math.abs(ndviOf(raw, most[1]) - ndvi(most[1]))
          ? each
          : most,
      )[0],
      explanation: `Forest is off by ${Math.abs(bias).toFixed(2)}. The darker the red, the more an offset of 0.1 weighs: so the error is no constant that could be taken away afterwards.`,
    },
    {
      kind: 'number',
      id: 'measured-mean',
      title: 'What does GeoForge do?',
      text: `Ask for the mean NDVI. From raw numbers it would be ${meanOfRaw.toFixed(3)}. Look at the data under Analyse as well: which scaling was assumed, and where does it come from?`,
      ask: 'What is the mean NDVI?',
      unit: '',
      truth: meanNdvi,
      tolerance: 0.02,
      digits: 3,
      mistakes: [
        {
          value: meanOfRaw,
          says: 'This is the figure of raw numbers. Ask for the mean NDVI of the lesson’s scene.',
        },
      ],
      explanation:
        'Scale and offset were read from the file. Where a file says nothing GeoForge marks what it assumed: check it there.',
    },
  ],
  teacher: {
    timing: [
      { minutes: 15, what: 'Why files hold whole numbers: size, and rounding finer than the noise.' },
      { minutes: 25, what: 'To reflectance and back, on paper.' },
      {
        minutes: 30,
        what: 'Raw NDVI, what cancels, which surface suffers: in pairs, each pair one surface, then compare.',
      },
      {
        minutes: 20,
        what: 'Together: a change of the offset in January 2022 in a long series looks like browning everywhere.',
      },
    ],
    misconceptions: [
      {
        belief: 'Indices need no scaling, as it cancels.',
        reply: 'Only a factor does. The offset stays, and Sentinel-2 has one.',
      },
      {
        belief: 'A wrong figure would be noticed.',
        reply: 'Raw NDVI lies between −1 and 1 and has the right pattern. Only its size is wrong.',
      },
      {
        belief: 'A correction by a constant mends it.',
        reply: 'The error depends on how dark the pixel is.',
      },
    ],
  },
}
