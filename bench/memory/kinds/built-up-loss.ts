import { choice, number, options, refusal } from '../../fieldbench/expect.ts'
import { fieldType } from '../../fieldbench/field-type.ts'
import { coverWorld, lostBy, type GoingCover } from './cover-change.ts'

const BUILT: GoingCover = {
  ...{ cover: 'built', ground: 'grass', index: 'ndbi', bands: ['swir1', 'nir'], limit: 0, apart: 1460 },
}

/** Ground that was built up and was given back between two dates. */
export const builtUpLoss = fieldType('urban-extent', {
  world: (seed) => coverWorld(BUILT, seed),
  wordings: [
    {
      style: 'direct',
      ask: ({ shrunk }) => ({
        question: 'How many hectares of built-up land were lost between the two dates?',
        answer: number(shrunk.lost(), 'ha'),
        chains: lostBy(BUILT),
        files: shrunk.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ shrunk }) => ({
        question: 'With NDBI above 0.05 as built-up, by how many hectares did the built-up area shrink?',
        answer: number(shrunk.lost(0.05), 'ha'),
        chains: lostBy(BUILT, 0.05),
        files: shrunk.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ mixed }) => ({
        question:
          'The mine closed and its settlement was pulled down. How many hectares were built up before and are not any more?',
        answer: number(mixed.lost(), 'ha'),
        chains: lostBy(BUILT),
        files: mixed.files,
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, shrunk }) => {
        const list = options(shrunk.lost(), seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How much did the built-up area decrease from the first to the second image?\n${list.text}`,
          files: shrunk.files,
          answer: choice(list.label),
          chains: lostBy(BUILT),
        }
      },
    },
    {
      style: 'direct',
      ask: ({ mixed }) => ({
        question: 'What area of built-up land disappeared between the two images, in m²?',
        answer: number(mixed.lost() * 10_000, 'm2'),
        chains: lostBy(BUILT),
        files: mixed.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ shrunk, dates }) => ({
        question: `By how many square kilometres did the town shrink from ${dates[0]} to ${dates[1]}?`,
        answer: number(shrunk.lost() / 100, 'km2'),
        chains: lostBy(BUILT),
        files: shrunk.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ mixed }) => ({
        question:
          'The camp is being cleared. How many hectares of built-up ground are gone since the first picture?',
        answer: number(mixed.lost(), 'ha'),
        chains: lostBy(BUILT),
        files: mixed.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ shrunk }) => ({
        question: 'By how many hectares has the town shrunk since the first image?',
        answer: refusal,
        chains: [],
        files: shrunk.laterFiles,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ shrunk }) => ({
        question: 'How many people moved away between the two dates?',
        answer: refusal,
        chains: [],
        // A picture counts no people.
        files: shrunk.files,
      }),
    },
  ],
})
