/**
 * npm run report [-- FOLDER]: builds the app with the page that shows the results of the suites, those of bench/results or of the folder,
 * and says which there are.
 */
import { join, relative } from 'node:path'
import { builtFolder, buildApp, root } from './lib/build-app.ts'
import { readReportData, resultsFolder, RESULTS_VARIABLE } from './lib/report-data.ts'

const [given] = process.argv.slice(2)
if (given !== undefined) process.env[RESULTS_VARIABLE] = given
const folder = resultsFolder(root)
const { reports, runs } = readReportData(folder)
for (const { suite, rows, version } of reports) {
  const kept = runs.filter((run) => run.suite === suite).length
  console.log(`${suite}: ${rows.length} rows of version ${version}, ${kept} single runs`)
}
if (reports.length === 0) {
  console.log(`There are no results in ${relative(root, folder)}; the page says how each is made.`)
}
await buildApp()
console.log(
  `The page is ${relative(process.cwd(), join(builtFolder, 'report', 'index.html'))}; npm start serves it at report/.`,
)
