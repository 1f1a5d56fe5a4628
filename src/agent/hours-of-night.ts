import type { SensingContext } from '../sensing/context.ts'

const NIGHT =
  /\b(?:(?:over|mid)?night(?:s|ly|fall)?|night-?time|nocturnal(?:ly)?|after (?:dark|sunset|dusk)|before (?:sunrise|dawn|daybreak)|while it (?:is|was) dark|in the dark)\b(?![- ]?lights?\b)/i

/** Sensors whose products keep day and night apart, or hold both. */
const OF_BOTH = /modis|viirs/i

/** True where words ask for the night and no loaded scene was taken by night: its temperature by day is another one. */
export const lacksNight = (text: string, { scenes }: SensingContext): boolean =>
  NIGHT.test(text) &&
  scenes.length > 0 &&
  scenes.every(({ time, sensor }) => time === 'day' || (time === undefined && !OF_BOTH.test(sensor)))
