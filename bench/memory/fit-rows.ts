import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { config } from '../../src/config.ts'
import { resultsOf, runPool } from '../evaluation/pool.ts'
import { FIELD_TYPES } from '../fieldbench/types/index.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { round } from './figures.ts'
import { fitCalibration, logLoss } from './fit-calibration.ts'
import type { FitItems, FitJob } from './fit-work.ts'

/** Types that learn together in one process; each shares its memory with the others of its group. */
const GROUP = 10

/**
 * Fits the calibration of scores to probabilities on the development split of FieldBench, with what its training split taught, and tells
 * the constants for src/config.ts.
 */
export async function fitRows(context: BenchContext): Promise<readonly Row[]> {
  const { options, progress, cache } = context
  const perType = wholeNumber('tasks', options['tasks'] ?? '3')
  const types = FIELD_TYPES.map(({ type }) => type)
  // Every third type of the list, so that no group is all fire or all water.
  const groups = Math.ceil(types.length / GROUP)
  const { shared, workFolder } = context
  const hasEmbedder = existsSync(join(shared, 'models', 'all-MiniLM-L6-v2'))
  if (!hasEmbedder) progress('no embedder in the shared folder: its channel is left out')
  const jobs = Array.from({ length: groups }, (_, group): FitJob => ({
    types: types.filter((_, at) => at % groups === group),
    perType,
    embedder: hasEmbedder
      ? { shared, workFolder: join(resolve(workFolder), 'memory', `group-${group}`) }
      : null,
  }))
  const found = resultsOf(
    await runPool<FitItems>(resolve(import.meta.dirname, 'fit-work.ts'), jobs, {
      cache,
      progress: (done, total) => progress(`calibration: ${done} of ${total} groups of types`),
    }),
  )
  return (['workflow', 'skill'] as const).flatMap((kind) =>
    (['lexical', 'embedding'] as const).flatMap((text): Row[] => {
      const items = found.flatMap((group) => group[text][kind])
      const now = config.calibration[kind][text]
      const fitted = fitCalibration(items)
      if (fitted === null) {
        progress(`${kind}, ${text}: ${items.length} items, all right or all wrong; the constants stand`)
        return []
      }
      progress(
        `config.calibration.${kind}.${text}: { slope: ${fitted.slope.toFixed(2)}, middle: ${fitted.middle.toFixed(3)} }`,
      )
      return [
        {
          ...{ name: 'calibration', kind, text, items: items.length },
          right: items.filter(({ right }) => right).length,
          ...{ slope: round(fitted.slope), middle: round(fitted.middle) },
          ...{ log_loss: round(logLoss(items, fitted)), log_loss_now: round(logLoss(items, now)) },
          ...{ slope_now: now.slope, middle_now: now.middle },
        },
      ]
    }),
  )
}
