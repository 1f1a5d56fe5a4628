import type { AnswerSpan, Citation } from '../../../trace/events.ts'
import type { Layer } from '../../../trace/layer.ts'
import { formatTime, plainWords } from '../../parts/format.ts'
import { words } from '../../words/words.svelte.ts'
import { namedPieces } from '../named-text.ts'
import { seenLines } from '../seen-lines.ts'
import { statusOf } from '../status.ts'
import { htmlLayers } from './html-layers.ts'
import { htmlStep } from './html-step.ts'
import { policyHash } from './policy-hash.ts'
import { REPORT_STYLE } from './report-style.ts'
import type { ReportFrame, ReportPicture, RunReport } from './run-report.ts'
import { html, NOTHING, SafeHtml } from './safe-html.ts'

/** Runs as one page that loads and runs nothing: its own policy forbids it whatever stands in it. */
export async function htmlReport(
  reports: readonly RunReport[],
  { version, madeAt, language }: ReportFrame,
): Promise<string> {
  const said = words.chat.exports.report
  const policy = Object.entries({
    'default-src': "'none'",
    'img-src': 'data:',
    'style-src': `'${await policyHash(REPORT_STYLE)}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
  })
    .map((directive) => directive.join(' '))
    .join('; ')
  const title = reports.length === 1 ? reports[0]!.record.question : said.conversation
  const contents =
    reports.length === 1
      ? NOTHING
      : html`<h1>${title}</h1>
          <ol>
            ${reports.map(
              ({ record }, at) =>
                html`<li>
                  <a href="#${prefixOf(at)}"><bdi>${record.question}</bdi></a>
                </li>`,
            )}
          </ol>`
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new SafeHtml(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content="GeoForge ${version}" />
        <title>${title}</title>
        ${new SafeHtml(`<style>${REPORT_STYLE}</style>`)}
      </head>
      <body>
        <main>${contents} ${reports.map((report, at) => htmlRun(report, prefixOf(at)))}</main>
        <footer><p class="muted">${said.made(formatTime(madeAt), version)}. ${said.madeHere}</p></footer>
      </body>
    </html> `
  return page.markup
}

const prefixOf = (at: number): string => `run-${at + 1}`

function htmlRun({ record, view, layers, picture, charts }: RunReport, prefix: string): SafeHtml {
  const said = words.chat.exports.report
  const { context, answer } = view
  const seen = seenLines(view)
  const known = layers.flatMap(({ layer }) => layer ?? [])
  return html`<article id="${prefix}">
    <h1><bdi>${record.question}</bdi></h1>
    <p class="muted">
      ${said.askedAt}: ${formatTime(record.startedAt)} · ${said.outcome}: ${statusOf(view.status).label}
    </p>
    <h2>${said.answer}</h2>
    ${
      answer
        ? html`<p class="answer text">${spans(answer.spans, prefix, known)}</p>
            ${answer.choice === null ? NOTHING : html`<p>${said.chosen}: <strong>${answer.choice}</strong></p>`}
            ${
              answer.caveats.length === 0
                ? NOTHING
                : html`<h4>${said.limits}</h4>
                    <ul>
                      ${answer.caveats.map((caveat) => html`<li>${spans(caveat, prefix, known)}</li>`)}
                    </ul>`
            }
            <p class="muted">${madeBy(answer)}</p>`
        : html`<p>
            ${said.noAnswer}
            ${[view.asked?.question ?? '', view.text, ...view.errors].filter((each) => each !== '').join(' ')}
          </p>`
    }
    ${picture ? htmlPicture(picture) : NOTHING}
    <h2>${said.steps}</h2>
    ${view.steps.map((step) => htmlStep(step, { prefix, chart: charts.get(step.step), layers }))}
    ${htmlLayers(layers)}
    <h2>${said.saw}</h2>
    <p class="text">${seen.taken.join('\n')}</p>
    ${
      seen.others.length === 0
        ? NOTHING
        : html`<details>
            <summary>${words.chat.context.others(seen.others.length)}</summary>
            <p class="text">${seen.others.join('\n')}</p>
          </details>`
    }
    <h2>${said.remembered}</h2>
    ${
      (context?.recalled ?? []).length === 0
        ? html`<p>${said.nothingRecalled}</p>`
        : html`<ul>
            ${context!.recalled.map(
              ({ kind, title, score, used }) =>
                html`<li>
                  ${plainWords(kind)}: <bdi>${title}</bdi> (${used ? said.followed : said.recalled},
                  ${score.toFixed(2)})
                </li>`,
            )}
          </ul>`
    }
    ${
      context && context.sop !== ''
        ? html`<details>
            <summary>${words.chat.context.procedure}</summary>
            <p class="text">${context.sop}</p>
          </details>`
        : NOTHING
    }
  </article>`
}

/** Without white space between the pieces, which would stand in the sentence. */
function spans(all: readonly AnswerSpan[], prefix: string, known: readonly Layer[]): SafeHtml {
  return html`${all.map(({ text, cite }) => (cite ? figure(text, cite, prefix) : named(text, known)))}`
}

const named = (text: string, known: readonly Layer[]): SafeHtml =>
  html`${namedPieces(text, known).map((piece) =>
    typeof piece === 'string' ? piece : html`<bdi>${piece.name}</bdi> (${piece.id})`,
  )}`

function figure(text: string, { step, tool }: Citation, prefix: string): SafeHtml {
  const from = words.chat.answer.fromStep(step, tool)
  // prettier-ignore
  return html`<a href="#${prefix}-step-${step}" title="${from}">${text}<sup>${step}</sup></a>`
}

export function madeBy({ by, model }: { readonly by: 'planner' | 'model'; readonly model?: string }): string {
  const said = words.chat.answer
  return by === 'model' ? said.model(model ?? '') : model === undefined ? said.planner : said.modelIdle(model)
}

function htmlPicture({ title, url, width, height, place, legend }: ReportPicture): SafeHtml {
  const said = words.chat.exports.report
  return html`<h2>${said.picture}</h2>
    <figure>
      <img src="${url}" width="${width}" height="${height}" alt="${said.pictureOf(title)}" />
      <figcaption><bdi>${title}</bdi>${place === '' ? '' : html`. ${said.centre(place)}`}</figcaption>
      ${
        legend.length === 0
          ? NOTHING
          : html`<ul class="legend" aria-label="${said.legend}">
              ${legend.map(
                ({ color, label }) =>
                  html`<li>
                    <svg width="14" height="14" aria-hidden="true">
                      <rect width="14" height="14" fill="${color}" /></svg
                    >${label}
                  </li>`,
              )}
            </ul>`
      }
    </figure>`
}
