import type { TaskType } from '../../sensing/task-types.ts'
import type { Candidate } from './candidate.ts'
import { FIRE_CANDIDATES } from './fire-candidates.ts'

const ELEVATION = { kind: 'raster', quantity: 'elevation' } as const
const CLASSES = { kind: 'raster', quantity: 'class' } as const
const WATER: readonly TaskType[] = ['water-extent', 'water-change', 'turbidity']
/** Dates that a growing season is told from. */
const FOR_A_SEASON = 8
const isPair = (dates: number) => dates === 2
const isSeries = (dates: number) => dates > 2

/** All of them; the order settles between equals. */
export const CANDIDATES: readonly Candidate[] = [
  ...FIRE_CANDIDATES,
  // Water
  {
    ...{ taskType: 'water-extent', theme: 'water', worth: 7 },
    question: 'How much of the scene is water, in km²?',
    when: ({ has }) => has('green', 'nir'),
  },
  {
    ...{ taskType: 'water-change', theme: 'water', worth: 6, after: WATER },
    question: 'By how many hectares did the water shrink or grow between the two dates?',
    when: ({ dates }) => isPair(dates('green', 'nir')),
  },
  {
    ...{ taskType: 'water-change', theme: 'water', worth: 6, after: WATER },
    question: 'By how many hectares did the water change between the first and the last date?',
    when: ({ dates }) => isSeries(dates('green', 'nir')),
  },
  {
    ...{ taskType: 'water-extent', theme: 'water', worth: 5, after: WATER, onlyAfter: true },
    question: 'How large is the largest water body, in hectares?',
    when: ({ has }) => has('green', 'nir'),
  },
  {
    ...{ taskType: 'water-extent', theme: 'water', worth: 4, after: WATER, onlyAfter: true },
    question: 'How many separate water bodies are there?',
    when: ({ has }) => has('green', 'nir'),
  },
  {
    ...{ taskType: 'turbidity', theme: 'water', worth: 4, after: WATER, onlyAfter: true },
    question: 'Which mean turbidity does the water have, in NTU?',
    when: ({ has }) => has('red', 'green', 'nir'),
  },
  // Vegetation
  {
    ...{ taskType: 'statistics', theme: 'plants', worth: 6 },
    question: 'What is the mean NDVI?',
    anywhere: true,
    when: ({ has }) => has('red', 'nir'),
  },
  {
    ...{ taskType: 'vegetation-change', theme: 'plants', worth: 7 },
    question: 'By how much did the mean NDVI change between the two dates?',
    anywhere: true,
    when: ({ dates }) => isPair(dates('red', 'nir')),
  },
  {
    ...{ taskType: 'vegetation-trend', theme: 'plants', worth: 8 },
    question: 'What is the trend of the mean NDVI per year?',
    anywhere: true,
    when: ({ dates, readyDates, years }) =>
      Math.max(dates('red', 'nir'), readyDates('ndvi')) >= 5 && years > 2,
  },
  {
    ...{ taskType: 'phenology', theme: 'plants', worth: 8 },
    question: 'When does the vegetation reach the peak of the season, by NDVI?',
    anywhere: true,
    when: ({ dates, readyDates, datesOfAYear }) =>
      Math.max(dates('red', 'nir'), readyDates('ndvi')) >= FOR_A_SEASON && datesOfAYear >= FOR_A_SEASON,
  },
  {
    ...{ taskType: 'phenology', theme: 'plants', worth: 6, after: ['phenology'], onlyAfter: true },
    question: 'How long is the growing season, in days?',
    anywhere: true,
    when: ({ datesOfAYear }) => datesOfAYear >= FOR_A_SEASON,
  },
  {
    ...{ taskType: 'drought', theme: 'plants', worth: 6 },
    question: 'How unusually dry (NDMI) is the last date?',
    anywhere: true,
    when: ({ dates, years }) => dates('nir', 'swir1') >= 4 && years > 2,
  },
  {
    ...{ taskType: 'statistics', theme: 'plants', worth: 5 },
    question: 'On which of the dates was the mean NDVI highest?',
    anywhere: true,
    when: ({ dates, readyDates }) => isSeries(Math.max(dates('red', 'nir'), readyDates('ndvi'))),
  },
  {
    ...{ taskType: 'deforestation', theme: 'plants', worth: 5 },
    question: 'How many hectares of forest were cleared between the two dates?',
    when: ({ dates }) => isPair(dates('red', 'nir')),
    after: ['vegetation-change', 'deforestation'],
    onlyAfter: true,
  },
  {
    ...{ taskType: 'change-direction', theme: 'plants', worth: 4 },
    question: 'In which direction from the scene centre was vegetation lost?',
    when: ({ dates }) => isPair(dates('red', 'nir')),
    after: ['vegetation-change', 'deforestation'],
    onlyAfter: true,
  },
  {
    ...{ taskType: 'statistics', theme: 'plants', worth: 4 },
    question: 'What share of the pixels, in %, has an NDVI below 0.3?',
    when: ({ has }) => has('red', 'nir'),
    after: ['statistics', 'index-map', 'vegetation-change', 'vegetation-trend'],
    onlyAfter: true,
  },
  {
    ...{ taskType: 'hotspots', theme: 'plants', worth: 2 },
    question: 'Above which NDVI value do the top 5 % of the scene begin?',
    anywhere: true,
    when: ({ has }) => has('red', 'nir'),
    after: ['statistics', 'index-map'],
    onlyAfter: true,
  },
  {
    ...{ taskType: 'soil', theme: 'ground', worth: 1 },
    question: 'What is the mean bare soil index?',
    anywhere: true,
    when: ({ has }) => has('blue', 'red', 'nir', 'swir1'),
  },
  // Snow and ice
  {
    ...{ taskType: 'snow-cover', theme: 'snow', worth: 1 },
    question: 'What area is covered by snow, in km²?',
    when: ({ has }) => has('green', 'swir1'),
  },
  {
    ...{ taskType: 'snow-cover', theme: 'snow', worth: 6, after: ['snow-cover'], onlyAfter: true },
    question: 'How many hectares of snow melted between the two dates?',
    when: ({ dates }) => isPair(dates('green', 'swir1')),
  },
  {
    ...{ taskType: 'sea-ice', theme: 'snow', worth: 9 },
    question: 'What is the sea-ice extent, in km²?',
    when: ({ shows }) => shows('sea_ice'),
  },
  // Warmth
  {
    ...{ taskType: 'surface-temperature', theme: 'heat', worth: 8 },
    question: 'What is the mean surface temperature, in °C?',
    anywhere: true,
    when: ({ thermal }) => thermal,
  },
  {
    ...{ taskType: 'urban-heat', theme: 'heat', worth: 6 },
    question: 'How strong is the surface urban heat island here, in kelvin?',
    when: ({ thermal, has }) => thermal && has('swir1', 'nir'),
  },
  {
    ...{ taskType: 'surface-temperature', theme: 'heat', worth: 6 },
    question: 'What is the highest surface temperature, in °C?',
    anywhere: true,
    when: ({ thermal }) => thermal,
    after: ['surface-temperature', 'urban-heat'],
    onlyAfter: true,
  },
  {
    ...{ taskType: 'air-moisture', theme: 'heat', worth: 7 },
    question: 'What is the mean precipitable water over the scene?',
    anywhere: true,
    when: ({ has }) => has('nir', 'wv_940') || has('nir', 'wv_936') || has('nir', 'wv_905'),
  },
  // Towns and lights
  {
    ...{ taskType: 'urban-extent', theme: 'town', worth: 1 },
    question: 'How many hectares are built up?',
    when: ({ has }) => has('swir1', 'nir'),
  },
  {
    ...{ taskType: 'night-lights', theme: 'lights', worth: 9 },
    question: 'What is the mean radiance of the night lights?',
    anywhere: true,
    when: ({ shows }) => shows('night_lights'),
  },
  {
    ...{ taskType: 'night-lights', theme: 'lights', worth: 7 },
    question: 'How many km² are lit brighter than 8 nW/cm²/sr at night?',
    when: ({ shows }) => shows('night_lights'),
  },
  // Ground
  {
    ...{ taskType: 'terrain', theme: 'ground', worth: 8 },
    question: 'How steep is the terrain on average?',
    when: ({ product }) => product(ELEVATION),
  },
  {
    ...{ taskType: 'terrain', theme: 'ground', worth: 6 },
    question: 'Which way do most of the slopes face?',
    when: ({ product }) => product(ELEVATION),
  },
  {
    ...{ taskType: 'terrain', theme: 'ground', worth: 7, after: ['terrain'], onlyAfter: true },
    question: 'What area is steeper than 15 degrees, in km²?',
    when: ({ product }) => product(ELEVATION),
  },
  {
    ...{ taskType: 'terrain', theme: 'ground', worth: 5 },
    question: 'How high is the highest point, in metres?',
    anywhere: true,
    when: ({ product }) => product(ELEVATION),
  },
  // Radar
  {
    ...{ taskType: 'flood-sar', theme: 'radar', worth: 9 },
    question: 'How many hectares of land were flooded between the two radar passes?',
    when: ({ dates }) => isPair(Math.max(dates('vv'), dates('vh'))),
  },
  {
    ...{ taskType: 'flood-sar', theme: 'radar', worth: 6 },
    question: 'By how many dB did the VV backscatter change on average between the passes?',
    anywhere: true,
    when: ({ dates }) => isPair(dates('vv')),
  },
  // Maps of classes
  {
    ...{ taskType: 'zonal-comparison', theme: 'zones', worth: 8 },
    question: 'Which land cover class is the largest?',
    when: ({ product }) => product(CLASSES),
  },
  {
    ...{ taskType: 'zonal-comparison', theme: 'zones', worth: 6 },
    question: 'Which land cover class has the highest mean NDVI?',
    when: ({ product, has }) => product(CLASSES) && has('red', 'nir'),
  },
  // The data themselves
  {
    taskType: 'inventory',
    theme: 'data',
    worth: 1,
    question: 'What data is loaded?',
    anywhere: true,
    when: () => true,
  },
]
