import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { ReportData } from '../../src/trace/evaluation.ts'

/** Where the page fetches its data from, under the app's folder. */
export const REPORT_DATA = 'report/data.json'

/** Names another folder of results than bench/results. */
export const RESULTS_VARIABLE = 'GEOFORGE_RESULTS'

export const resultsFolder = (root: string) =>
  resolve(root, process.env[RESULTS_VARIABLE] ?? join('bench', 'results'))

const report = z.object({
  suite: z.string(),
  version: z.string(),
  machine: z.record(z.string(), z.unknown()),
  options: z.record(z.string(), z.string()),
  rows: z.array(z.object({ name: z.string() }).catchall(z.union([z.number(), z.string()]))),
})

const decision = z.object({
  kind: z.literal('decision'),
  by: z.string(),
  reason: z.string(),
  options: z.array(z.object({ name: z.string(), score: z.number() })),
  chosen: z.string(),
})
const call = z.object({
  kind: z.literal('call'),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  purpose: z.string().optional(),
  text: z.string(),
  status: z.enum(['ok', 'error', 'failed-check']),
})
const run = z.object({
  suite: z.string(),
  id: z.string(),
  variant: z.record(z.string(), z.string()),
  question: z.string(),
  expected: z.array(z.string()),
  actual: z.array(z.string()),
  figures: z.record(z.string(), z.number()),
  type: z.string().optional(),
  split: z.string().optional(),
  style: z.string().optional(),
  data: z.string().optional(),
  recalled: z
    .array(z.object({ kind: z.string(), title: z.string(), score: z.number(), used: z.boolean() }))
    .optional(),
  steps: z.array(z.discriminatedUnion('kind', [call, decision])).optional(),
  status: z.enum(['answered', 'declined', 'needs_input', 'ungrounded', 'error', 'stopped']).optional(),
  given: z.string().optional(),
  wanted: z.string().optional(),
  right: z.boolean().optional(),
  why: z.string().optional(),
  failure: z.string().nullable().optional(),
})

/**
 * Reads `*.json` of the folder, which `npm run eval -- SUITE --json` wrote, and `runs/*.jsonl`, which `--runs` did. Without the folder there are
 * no results. Throws an error that names the file, and the line of a run, for what does not have the shape.
 */
export function readReportData(folder: string): ReportData {
  const runs = join(folder, 'runs')
  return {
    reports: files(folder, '.json').map((file) => parsed(report, join(folder, file))),
    runs: files(runs, '.jsonl').flatMap((file) =>
      readFileSync(join(runs, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (line === '' ? [] : [parsed(run, `${join(runs, file)}:${at + 1}`, line)])),
    ),
  }
}

const files = (folder: string, ending: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
    : []

function parsed<Shape>(shape: z.ZodType<Shape>, place: string, text = readFileSync(place, 'utf8')): Shape {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${place} is not as npm run eval writes it: ${what}`, { cause: error })
  }
}

/** Puts the results of the folder beside the report page, as JSON of its own origin. */
export function reportData(folder: string): Plugin {
  return {
    name: 'geoforge:report-data',
    configureServer(server) {
      server.middlewares.use(`/${REPORT_DATA}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(readReportData(folder)))
      })
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: REPORT_DATA,
        source: JSON.stringify(readReportData(folder)),
      })
    },
  }
}
