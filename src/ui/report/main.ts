import '../../lib/no-code-from-strings.ts'
import { mount } from 'svelte'
import type { ReportData } from '../../trace/evaluation.ts'
import { messageOf } from '../parts/format.ts'
import '../tokens.css'
import Report from './Report.svelte'

/** The build puts the results beside the page (scripts/lib/report-data.ts), where their shape was checked. */
async function read(): Promise<ReportData> {
  const response = await fetch('./data.json')
  if (!response.ok) throw new Error(`data.json was answered with ${response.status}`)
  return (await response.json()) as ReportData
}

try {
  mount(Report, { target: document.body, props: { data: await read() } })
} catch (error) {
  document.body.textContent = messageOf(error)
}
