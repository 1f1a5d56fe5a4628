import { seededRandom } from '../../../src/lib/random.ts'
import { UNKNOWN_CRS } from '../../../src/raster/grid/grid.ts'
import { countryside, withoutBands } from '../data/countryside.ts'
import { waysToWrite } from '../data/days.ts'
import { textFile, tiffFile } from '../data/files.ts'
import { choice, number, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'
import type { DataFile } from '../task.ts'

/** Two to four dates of one sensor with a note beside them. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const count = 2 + Math.floor(3 * random())
  const { sensor, grid, shots } = await countryside(random, { dates: count, clouds: false })
  const { bands } = shots[0]
  const plain = (name: string, on = grid): Promise<DataFile> =>
    tiffFile(name, on, [bands.red, bands.nir], {
      sampleType: 'uint16',
      nodata: 0,
      scale: 0.0001,
      offset: 0,
      names: ['red', 'nir'],
    })
  return {
    seed,
    sensor,
    count,
    dates: shots.map(({ date }) => date),
    metres: grid.transform[0],
    squareKilometres: (grid.width * grid.transform[0]) ** 2 / 1e6,
    files: [...shots.flatMap(({ files }) => files), textFile('readme.txt', 'Clipped from the archive.')],
    one: shots[0].files,
    /** A file that two dates are written on, so that none is its own. */
    between: [await plain('mosaic_20210401_20210630.tif')],
    placeless: [await plain('orthophoto.tif', { ...grid, crs: UNKNOWN_CRS })],
  }
}

const LIST: readonly Chain[] = [[['list_data']]]
const DESCRIBE: readonly Chain[] = [[['describe_layer']]]
const EITHER: readonly Chain[] = [...LIST, ...DESCRIBE]

export const inventory = fieldType('inventory', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ sensor, dates }) => ({
        question: 'What data do I have here?',
        answer: words,
        white: [[sensor], ...dates.map(waysToWrite)],
        chains: LIST,
      }),
    },
    {
      style: 'numeric',
      ask: ({ count }) => ({
        question: 'How many scenes are loaded?',
        answer: number(count, 'count'),
        chains: LIST,
      }),
    },
    {
      style: 'indirect',
      ask: ({ dates }) => ({
        question:
          'Before I order more pictures I should see how fresh our newest one is. From what day is the most recent acquisition in this pile?',
        answer: words,
        white: [waysToWrite(dates.at(-1)!)],
        chains: LIST,
      }),
    },
    {
      style: 'choice',
      ask: ({ sensor }) => ({
        question:
          'Which satellite do these images come from?\nA) MODIS\nB) Landsat 8\nC) Sentinel-1\nD) Sentinel-2',
        answer: choice(sensor === 'Landsat 8' ? 'B' : 'D'),
        chains: LIST,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ dates }) => ({
        question: 'First list what is loaded, then tell me the dates of the scenes.',
        answer: words,
        white: dates.map(waysToWrite),
        chains: LIST,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ between }) => ({
        question:
          'The catalogue form has a box “acquired on” that takes exactly one day. Which one shall I enter for this file?',
        answer: refusal,
        chains: [],
        files: between,
        black: ['2021-04-01', '2021-06-30'],
      }),
    },
    {
      style: 'numeric',
      ask: ({ one, seed }) => {
        const files = seed % 2 === 0 ? one : withoutBands(one, 'blue', 'swir2')
        return {
          question: 'How many bands does the scene have?',
          answer: number(files.length, 'count'),
          chains: EITHER,
          files,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ placeless }) => ({
        question: 'How many square kilometres does the raster cover?',
        answer: refusal,
        chains: [],
        files: placeless,
      }),
    },
    {
      style: 'numeric',
      ask: ({ one, squareKilometres }) => ({
        question:
          'For a caption: over how many hectares does this satellite frame stretch, empty pixels at its border included?',
        answer: number(squareKilometres * 100, 'ha'),
        chains: DESCRIBE,
        files: one,
      }),
    },
    {
      style: 'indirect',
      ask: ({ one }) => ({
        question: 'I hope to study burn scars and need short-wave infrared for it. Which bands are there?',
        answer: words,
        white: [['swir1'], ['swir2'], ['red']],
        chains: EITHER,
        files: one,
      }),
    },
    {
      style: 'direct',
      ask: ({ one, metres }) => ({
        question: 'What is the pixel size in metres?',
        answer: number(metres, 'm'),
        chains: DESCRIBE,
        files: one,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ count }) => ({
        question:
          'Have a look at everything that is loaded, sort it by acquisition date, and then just tell me how many different dates there are.',
        answer: number(count, 'count'),
        chains: LIST,
      }),
    },
    {
      style: 'indirect',
      ask: ({ sensor, dates }) => ({
        question: 'I am new to this. What can I ask about the images that are loaded?',
        answer: words,
        white: [[sensor], ...dates.map(waysToWrite)],
        chains: LIST,
      }),
    },
    {
      style: 'direct',
      ask: ({ dates }) => ({
        question: 'When were the images acquired?',
        answer: words,
        white: dates.map(waysToWrite),
        chains: LIST,
      }),
    },
  ],
  real: [
    {
      split: 'train',
      style: 'numeric',
      scene: 'hls',
      accept: /10band/,
      // gdalinfo: 10 bands.
      asked: { question: 'How many bands does this file have?', answer: number(10, 'count'), chains: EITHER },
    },
    {
      split: 'dev',
      style: 'unanswerable',
      scene: 'edge',
      accept: /^float_nan\.tif$/,
      // gdalinfo: no CRS.
      asked: { question: 'How many hectares does the raster cover?', answer: refusal, chains: [] },
    },
    {
      split: 'dev',
      style: 'numeric',
      scene: 'sentinel2',
      // gdalinfo: pixels of 10 m.
      asked: { question: 'How large is a pixel, in metres?', answer: number(10, 'm'), chains: DESCRIBE },
    },
    {
      split: 'test',
      style: 'unanswerable',
      scene: 'edge',
      accept: /^rotated\.tif$/,
      // gdalinfo: no CRS.
      asked: { question: 'What ground area is covered, in km²?', answer: refusal, chains: [] },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'landsat_ny_2018',
      // Six dates by the names of the files.
      asked: { question: 'How many dates do we have?', answer: number(6, 'count'), chains: LIST },
    },
  ],
})
