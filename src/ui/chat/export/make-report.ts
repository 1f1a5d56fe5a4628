import { VERSION } from '../../../lib/version.ts'
import type { RunRecord } from '../../../trace/events.ts'
import type { AppState } from '../../app.svelte.ts'
import { chartMarkup } from '../../charts/markup.ts'
import { mainLayers } from '../../layers/result-groups.ts'
import { language } from '../../words/words.svelte.ts'
import { viewOf } from '../run-view.ts'
import { htmlReport } from './html-report.ts'
import { jsonReport } from './json-report.ts'
import { markdownReport } from './markdown-report.ts'
import { pictureOf } from './picture.ts'
import { runReport, type RunReport } from './run-report.ts'

export const REPORT_FORMATS = ['html', 'markdown', 'json'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

const CHART_WIDTH = 640
/** Pictures of so many runs of a conversation at most, the newest: each is some hundred kilobytes. */
const MOST_PICTURES = 20

const KINDS = {
  html: { type: 'text/html', ending: 'html' },
  markdown: { type: 'text/markdown', ending: 'md' },
  json: { type: 'application/json', ending: 'json' },
} as const

/** The file of a report, by the name that it is saved under. */
export async function makeReport(
  app: Pick<AppState, 'data' | 'raster'>,
  records: readonly RunRecord[],
  format: ReportFormat,
): Promise<{ readonly blob: Blob; readonly name: string }> {
  const madeAt = Date.now()
  const reports: RunReport[] = []
  for (const [at, record] of records.entries()) {
    const isPictured = format === 'html' && records.length - at <= MOST_PICTURES
    reports.push(isPictured ? await withPictures(app, record) : plainReport(app, record))
  }
  const frame = { version: VERSION, madeAt, language: language.id }
  const text =
    format === 'html'
      ? await htmlReport(reports, frame)
      : format === 'markdown'
        ? markdownReport(reports, frame)
        : jsonReport(reports, frame)
  const { type, ending } = KINDS[format]
  const day = new Date(records.at(-1)?.startedAt ?? madeAt).toISOString().slice(0, 10)
  const what = records.length === 1 ? (records[0]!.taskType ?? 'run') : 'conversation'
  return {
    blob: new Blob([text], { type: `${type};charset=utf-8` }),
    name: `geoforge-${what}-${day}.${ending}`,
  }
}

const plainReport = ({ data }: Pick<AppState, 'data'>, record: RunRecord): RunReport =>
  runReport(record, data.layers, { picture: null, charts: new Map() })

async function withPictures(
  { data, raster }: Pick<AppState, 'data' | 'raster'>,
  record: RunRecord,
): Promise<RunReport> {
  const view = viewOf(record)
  const charts = new Map<number, string>()
  for (const { step, observation } of view.steps) {
    if (!observation?.chart) continue
    // Where one cannot be drawn its table stands in its place.
    const drawn = await chartMarkup(observation.chart, CHART_WIDTH).catch(() => null)
    if (drawn !== null) charts.set(step, drawn)
  }
  const main = mainLayers(view, data.layers)
    .map((id) => data.layer(id))
    .find((layer) => layer?.kind === 'raster')
  // Areas that a person drew or gave, where the run looked at what lies in them.
  const taken = new Set(view.steps.flatMap(({ call }) => Object.values(call.args).flat().map(String)))
  const areas = data.layers
    .filter(({ id, kind, storage }) => kind === 'vector' && storage.where === 'files' && taken.has(id))
    .map(({ id }) => id)
  const picture = main ? await pictureOf(raster, main, areas) : null
  return runReport(record, data.layers, { picture, charts })
}
