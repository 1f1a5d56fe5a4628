/**
 * npm run report [-- FOLDER] [--keep]: builds the app with the page that shows the results of the suites, those of bench/results or of the
 * folder, and says which there are. With --keep what the folder holds is put into bench/results first, with a sample of its single runs.
 */
import { join, relative } from 'node:path'
import { builtFolder, buildApp, root } from './lib/build-app.ts'
import { keepResults } from './lib/keep-results.ts'
import { readReportData, resultsFolder, RESULTS_VARIABLE } from './lib/report-data.ts'

const words = process.argv.slice(2)
const keep = words.includes('--keep')
const given = words.find((word) => word !== '--keep')
if (keep && given === undefined) {
  console.error('--keep needs the folder whose results are to be kept: npm run report -- FOLDER --keep')
  process.exit(2)
}
if (keep) keepResults(given!, join(root, 'bench', 'results'))
else if (given !== undefined) process.env[RESULTS_VARIABLE] = given
const folder = resultsFolder(root)
const { reports, runs } = readReportData(folder)
for (const { suite, rows, version } of reports) {
  const single = runs.filter((run) => run.suite === suite).length
  console.log(`${suite}: ${rows.length} rows of version ${version}, ${single} single runs`)
}
if (reports.length === 0) {
  console.log(`There are no results in ${relative(root, folder)}; the page says how each is made.`)
}
await buildApp()
const page = relative(process.cwd(), join(builtFolder, 'report', 'index.html'))
console.log(`The page is ${page}; npm start serves it at report/.`)
