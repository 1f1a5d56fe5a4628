import type { AnswerSpan } from '../../../trace/events.ts'
import type { Layer } from '../../../trace/layer.ts'
import { UNIT_SIGNS } from '../../../trace/units.ts'
import { tableOf } from '../../charts/chart-table.ts'
import { captionOf } from '../../charts/chart-words.ts'
import { formatDuration, formatNumber, formatTime, plainWords } from '../../parts/format.ts'
import { words } from '../../words/words.svelte.ts'
import type { StepView } from '../run-view.ts'
import { namedPieces } from '../named-text.ts'
import { seenLines } from '../seen-lines.ts'
import { statusOf } from '../status.ts'
import { factsOf } from './html-layers.ts'
import { madeBy } from './html-report.ts'
import { argumentText } from './html-step.ts'
import { asLine, escapeMarkdown as md, escapeWithin, markdownTable } from './markdown.ts'
import { html } from './safe-html.ts'
import { isData, type ReportFrame, type ReportLayer, type RunReport } from './run-report.ts'

/** Runs as Markdown with tables; pictures are left to the other form. */
export function markdownReport(reports: readonly RunReport[], { version, madeAt }: ReportFrame): string {
  const said = words.chat.exports.report
  const parts = reports.map((report, at) => runLines(report, `run-${at + 1}`).join('\n\n'))
  const foot = md(`${said.made(formatTime(madeAt), version)}. ${said.madeHere}`)
  return `${[...parts, foot].join('\n\n---\n\n')}\n`
}

function runLines({ record, view, layers }: RunReport, prefix: string): string[] {
  const said = words.chat.exports.report
  const { context, answer } = view
  const recalled = context?.recalled ?? []
  const seen = seenLines(view)
  const known = layers.flatMap(({ layer }) => layer ?? [])
  const [data, made] = [layers.filter(isData), layers.filter((each) => !isData(each))]
  return [
    `# ${md(record.question)}`,
    md(`${said.askedAt}: ${formatTime(record.startedAt)} · ${said.outcome}: ${statusOf(view.status).label}`),
    `## ${said.answer}`,
    ...(answer
      ? [
          `> ${spanText(answer.spans, prefix, known)}`,
          ...(answer.choice === null ? [] : [`${said.chosen}: **${md(answer.choice)}**`]),
          ...(answer.caveats.length === 0
            ? []
            : [answer.caveats.map((caveat) => `- ${spanText(caveat, prefix, known)}`).join('\n')]),
          md(madeBy(answer)),
        ]
      : [md([said.noAnswer, view.asked?.question ?? '', view.text, ...view.errors].join(' ').trim())]),
    `## ${said.steps}`,
    ...view.steps.flatMap((step) => stepLines(step, prefix)),
    ...(data.length === 0 ? [] : [`## ${said.data}`, ...data.flatMap(dataLines)]),
    ...(made.length === 0
      ? []
      : [
          `## ${said.layers}`,
          markdownTable(
            [said.layer, said.madeBy, said.from],
            made.map(({ id, layer }) => [
              `${id} ${layer?.title ?? said.removed}`,
              layer?.lineage?.tool ?? '',
              (layer?.lineage?.inputs ?? []).map((input) => input.id).join(', '),
            ]),
          ),
        ]),
    `## ${said.saw}`,
    md(seen.taken.join('\n')),
    seen.others.length === 0 ? '' : md(words.chat.context.others(seen.others.length)),
    `## ${said.remembered}`,
    recalled.length === 0
      ? md(said.nothingRecalled)
      : recalled
          .map(
            ({ kind, title, score, used }) =>
              `- ${md(`${plainWords(kind)}: ${title} (${used ? said.followed : said.recalled}, ${score.toFixed(2)})`)}`,
          )
          .join('\n'),
  ].filter((each) => each !== '')
}

const named = (text: string, known: readonly Layer[]): string =>
  namedPieces(text, known)
    .map((piece) => (typeof piece === 'string' ? piece : `${piece.name} (${piece.id})`))
    .join('')

const spanText = (spans: readonly AnswerSpan[], prefix: string, known: readonly Layer[]): string =>
  asLine(
    spans
      .map(({ text, cite }) =>
        cite ? `[${escapeWithin(text)}](#${prefix}-step-${cite.step})` : escapeWithin(named(text, known)),
      )
      .join(''),
  )

function stepLines(
  { step, purpose, call, milliseconds, observation, error, failedChecks }: StepView,
  prefix: string,
): string[] {
  const said = words.chat.exports.report
  const args = Object.entries(call.args)
  const chart = observation?.chart
  return [
    html`<a id="${prefix}-step-${step}"></a>`.markup,
    `### ${md(said.step(step, purpose || plainWords(call.tool)))}`,
    md(`${said.tool}: ${call.tool}${milliseconds === null ? '' : ` · ${formatDuration(milliseconds)}`}`),
    ...(args.length === 0
      ? []
      : [
          markdownTable(
            [said.arguments, said.value],
            args.map(([name, value]) => [name, argumentText(value)]),
          ),
        ]),
    ...(observation ? [md(observation.text)] : []),
    ...(observation?.warnings ?? []).map((each) => `- ${md(each)}`),
    ...(error === null ? [] : [`**${md(said.failed(error))}**`]),
    ...failedChecks.map((check) => `**${md(said.failedCheck(check))}**`),
    ...(observation && observation.numbers.length + observation.labels.length > 0
      ? [
          markdownTable(
            [said.figure, said.group, said.value, said.unit],
            [
              ...observation.numbers.map(({ name, group, value, unit }) => [
                plainWords(name),
                group ?? '',
                formatNumber(value),
                UNIT_SIGNS[unit],
              ]),
              ...observation.labels.map(({ name, value }) => [plainWords(name), '', value, '']),
            ],
          ),
        ]
      : []),
    ...(chart
      ? [`*${md(captionOf(chart))}*`, markdownTable(tableOf(chart).columns, tableOf(chart).rows)]
      : []),
  ]
}

function dataLines({ id, layer }: ReportLayer): string[] {
  if (layer === null) return []
  const said = words.chat.exports.report
  return [
    `### ${md(`${id} ${layer.title}`)}`,
    md(
      factsOf(layer)
        .map(([name, value]) => `${name}: ${value}`)
        .join(' · '),
    ),
    (layer.scene?.assumptions ?? [])
      .map(
        ({ field, value, why, sure }) =>
          `- ${md(`${plainWords(field)}: ${value} (${why}; ${sure ? said.sure : said.unsure})`)}`,
      )
      .join('\n'),
  ].filter((each) => each !== '')
}
