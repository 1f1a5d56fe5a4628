import { choice, number, options, refusal } from '../../fieldbench/expect.ts'
import { fieldType } from '../../fieldbench/field-type.ts'
import { coverWorld, lostBy, type GoingCover } from './cover-change.ts'

const SNOW: GoingCover = {
  ...{ cover: 'snow', ground: 'bare', index: 'ndsi', bands: ['green', 'swir1'], limit: 0.4, apart: 32 },
}

/** Snow that melted between two dates. */
export const snowMelt = fieldType('snow-cover', {
  world: (seed) => coverWorld(SNOW, seed),
  wordings: [
    {
      style: 'direct',
      ask: ({ shrunk }) => ({
        question: 'How many hectares of snow melted from the first to the second image?',
        answer: number(shrunk.lost(), 'ha'),
        chains: lostBy(SNOW),
        files: shrunk.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ shrunk }) => ({
        question: 'With NDSI above 0.5 as snow, how many hectares lost their snow between the two dates?',
        answer: number(shrunk.lost(0.5), 'ha'),
        chains: lostBy(SNOW, 0.5),
        files: shrunk.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ mixed }) => ({
        question: 'The ski lifts close soon. How many hectares of snow are gone since the first picture?',
        answer: number(mixed.lost(), 'ha'),
        chains: lostBy(SNOW),
        files: mixed.files,
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, shrunk }) => {
        const list = options(shrunk.lost(), seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How much did the snow cover shrink between the two acquisitions?\n${list.text}`,
          files: shrunk.files,
          answer: choice(list.label),
          chains: lostBy(SNOW),
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ shrunk, dates }) => ({
        question: `By how many square kilometres did the snow covered area decrease from ${dates[0]} to ${dates[1]}?`,
        answer: number(shrunk.lost() / 100, 'km2'),
        chains: lostBy(SNOW),
        files: shrunk.files,
      }),
    },
    {
      style: 'direct',
      ask: ({ mixed }) => ({
        question: 'What area of snow disappeared between the two images, in m²?',
        answer: number(mixed.lost() * 10_000, 'm2'),
        chains: lostBy(SNOW),
        files: mixed.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ mixed }) => ({
        question:
          'For the forecast of melt water: how many hectares were under snow at first and lost it by the later date?',
        answer: number(mixed.lost(), 'ha'),
        chains: lostBy(SNOW),
        files: mixed.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ shrunk }) => ({
        question: 'How many hectares of snow melted since the first image?',
        answer: refusal,
        chains: [],
        files: shrunk.laterFiles,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ shrunk }) => ({
        question: 'How many litres of melt water ran off between the two dates?',
        answer: refusal,
        chains: [],
        // Reflectance tells no depth.
        files: shrunk.files,
      }),
    },
  ],
})
