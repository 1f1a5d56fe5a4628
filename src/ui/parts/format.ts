import { UNIT_SIGNS } from '../../trace/units.ts'
import type { Unit } from '../../trace/quantity.ts'
import { isAppError } from '../../lib/errors.ts'
import { words } from '../words/words.svelte.ts'

// Making a formatter costs a hundred times what using it does, and lists format hundreds of numbers.
const NUMBER_OF_DIGITS: ReadonlyMap<number, Intl.NumberFormat> = new Map(
  [0, 1, 2, 4, 6].map((digits) => [
    digits,
    new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits }),
  ]),
)
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A number for people: thousands apart, digits that fit its size, a real minus sign. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return words.parts.noValue
  const size = Math.abs(value)
  const digits = Number.isInteger(value) ? 0 : size >= 1000 ? 1 : size >= 10 ? 2 : size >= 0.001 ? 4 : 6
  return NUMBER_OF_DIGITS.get(digits)!.format(value).replace('-', '−')
}

export function formatQuantity(value: number | string, unit: Unit | null): string {
  const text = typeof value === 'number' ? formatNumber(value) : value
  const word = unit === null ? '' : UNIT_SIGNS[unit]
  return word === '' ? text : word === '°' ? text + word : `${text}\u00a0${word}`
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let step = 0
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000
    step++
  }
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ''}`
}

export function formatTime(milliseconds: number): string {
  return TIME.format(milliseconds)
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** 'burned-area' and 'largest_area' as plain words. */
export function plainWords(id: string): string {
  return id.replaceAll(/[-_]/g, ' ')
}

export function percent(fraction: number): string {
  return `${Math.round(Math.min(1, Math.max(0, fraction)) * 100)} %`
}

/** One form for one, another for all other counts. */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** What a person is told of a failure. */
export function messageOf(error: unknown): string {
  if (isAppError(error)) return error.message
  const detail = error instanceof Error ? error.message : String(error)
  return words.parts.fault(detail)
}
