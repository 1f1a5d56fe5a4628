import { plainWords } from '../../parts/format.ts'
import { words } from '../../words/words.svelte.ts'
import { argumentText } from './html-step.ts'
import { isData, type ReportLayer } from './run-report.ts'
import { html, NOTHING, type SafeHtml } from './safe-html.ts'

/** The data that were used, with what was taken for granted, and the layers made of them, with their lineage. */
export function htmlLayers(layers: readonly ReportLayer[]): SafeHtml {
  const said = words.chat.exports.report
  const [data, made] = [layers.filter(isData), layers.filter((each) => !isData(each))]
  return html`${
    data.length === 0
      ? NOTHING
      : html`<h2>${said.data}</h2>
          ${data.map(htmlData)}`
  }
  ${
    made.length === 0
      ? NOTHING
      : html`<h2>${said.layers}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">${said.layer}</th>
                <th scope="col">${said.madeBy}</th>
                <th scope="col">${said.from}</th>
              </tr>
            </thead>
            <tbody>
              ${made.map(htmlMade)}
            </tbody>
          </table>`
  }`
}

function htmlData({ id, layer }: ReportLayer): SafeHtml {
  const said = words.chat.exports.report
  if (layer === null) return NOTHING
  const facts = factsOf(layer)
  return html`<h3><code>${id}</code> <bdi>${layer.title}</bdi></h3>
    <p>${facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
    ${
      (layer.scene?.assumptions ?? []).length === 0
        ? NOTHING
        : html`<h4>${said.assumptions}</h4>
            <ul>
              ${layer.scene!.assumptions.map(
                ({ field, value, why, sure }) =>
                  html`<li>
                    ${plainWords(field)}: <bdi>${value}</bdi> (<bdi>${why}</bdi>;
                    ${sure ? said.sure : said.unsure})
                  </li>`,
              )}
            </ul>`
    }`
}

/** Facts of a loaded layer, in the words of the page. */
export function factsOf({
  scene,
  date,
  grid,
}: NonNullable<ReportLayer['layer']>): readonly [string, string][] {
  const said = words.chat.exports.report
  return [
    ...(scene ? [[said.sensor, `${scene.sensor} ${scene.level}`] as [string, string]] : []),
    ...(date === null ? [] : [[said.date, date] as [string, string]]),
    ...(grid
      ? ([
          [said.crs, grid.crs.id],
          [said.size, `${grid.width} × ${grid.height}`],
        ] as [string, string][])
      : []),
  ]
}

function htmlMade({ id, layer }: ReportLayer): SafeHtml {
  const said = words.chat.exports.report
  if (layer === null)
    return html`<tr>
      <td><code>${id}</code></td>
      <td colspan="2">${said.removed}</td>
    </tr>`
  const { lineage, title } = layer
  const args = Object.entries(lineage?.args ?? {}).map(([name, value]) => `${name} ${argumentText(value)}`)
  return html`<tr>
    <td><code>${id}</code> <bdi>${title}</bdi></td>
    <td><code>${lineage?.tool ?? ''}</code> ${lineage?.version ?? ''} <bdi>${args.join(', ')}</bdi></td>
    <td>${(lineage?.inputs ?? []).map((input) => html`<code>${input.id}</code> `)}</td>
  </tr>`
}
