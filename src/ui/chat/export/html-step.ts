import { tableOf } from '../../charts/chart-table.ts'
import { captionOf } from '../../charts/chart-words.ts'
import { formatDuration, formatNumber, plainWords } from '../../parts/format.ts'
import { UNIT_SIGNS } from '../../../trace/units.ts'
import { words } from '../../words/words.svelte.ts'
import type { StepView } from '../run-view.ts'
import type { ReportLayer } from './run-report.ts'
import { html, NOTHING, SafeHtml } from './safe-html.ts'

/** A step with all that it was given and saw; its anchor is what figures of the answer lead to. */
export function htmlStep(
  { step, purpose, call, state, milliseconds, observation, error, failedChecks }: StepView,
  given: {
    readonly prefix: string
    readonly chart: string | undefined
    readonly layers: readonly ReportLayer[]
  },
): SafeHtml {
  const said = words.chat.exports.report
  const args = Object.entries(call.args)
  return html`<section id="${given.prefix}-step-${step}">
    <h3>${said.step(step, purpose || plainWords(call.tool))}</h3>
    <p class="muted">
      <code>${call.tool}</code>${milliseconds === null ? '' : ` · ${formatDuration(milliseconds)}`} ·
      ${words.chat.step.states[state]}
    </p>
    ${
      args.length === 0
        ? NOTHING
        : html`<table>
            <caption>
              ${said.arguments}
            </caption>
            <tbody>
              ${args.map(
                ([name, value]) =>
                  html`<tr>
                    <th scope="row"><code>${name}</code></th>
                    <td><bdi>${argumentText(value)}</bdi></td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${observation ? html`<p class="text">${observation.text}</p>` : NOTHING}
    ${
      observation && observation.warnings.length > 0
        ? html`<h4>${said.warnings}</h4>
            <ul>
              ${observation.warnings.map((each) => html`<li>${each}</li>`)}
            </ul>`
        : NOTHING
    }
    ${error === null ? NOTHING : html`<p><strong>${said.failed(error)}</strong></p>`}
    ${failedChecks.map((check) => html`<p><strong>${said.failedCheck(check)}</strong></p>`)}
    ${
      observation && observation.numbers.length + observation.labels.length > 0
        ? html`<table>
            <caption>
              ${said.figures}
            </caption>
            <thead>
              <tr>
                <th scope="col">${said.figure}</th>
                <th scope="col">${said.group}</th>
                <th scope="col">${said.value}</th>
                <th scope="col">${said.unit}</th>
              </tr>
            </thead>
            <tbody>
              ${observation.numbers.map(
                ({ name, group, value, unit }) =>
                  html`<tr>
                    <th scope="row">${plainWords(name)}</th>
                    <td>${group ?? ''}</td>
                    <td class="number">${formatNumber(value)}</td>
                    <td>${UNIT_SIGNS[unit]}</td>
                  </tr>`,
              )}
              ${observation.labels.map(
                ({ name, value }) =>
                  html`<tr>
                    <th scope="row">${plainWords(name)}</th>
                    <td></td>
                    <td>${value}</td>
                    <td></td>
                  </tr>`,
              )}
            </tbody>
          </table>`
        : NOTHING
    }
    ${observation?.chart ? htmlChart(observation.chart, given.chart) : NOTHING}
    ${
      observation && observation.layers.length > 0
        ? html`<p>
            ${said.layers}:
            ${observation.layers.map((id) => html`<code>${id}</code> <bdi>${given.layers.find((each) => each.id === id)?.layer?.title ?? said.removed}</bdi> `)}
          </p>`
        : NOTHING
    }
  </section>`
}

export const argumentText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** A chart as drawn by the page, with its numbers as a table below. */
function htmlChart(chart: Parameters<typeof tableOf>[0], markup: string | undefined): SafeHtml {
  const { columns, rows } = tableOf(chart)
  return html`<figure>
<figcaption>${captionOf(chart)}</figcaption>
${new SafeHtml(markup ?? '')}
<details${markup === undefined ? new SafeHtml(' open') : NOTHING}><summary>${words.chat.charts.table}</summary>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first = '', ...rest]) =>
      html`<tr>
        <th scope="row">${first}</th>
        ${rest.map((cell) => html`<td class="number">${cell}</td>`)}
      </tr>`,
  )}</tbody></table>
</details>
</figure>`
}
