/** Reads every bad file in turn and prints, as JSON, how each ended, its time and the greatest memory so far (MB). */
import { readAsProgram } from '../../scripts/lib/fuzz/tiff.ts'
import { BAD_FILES } from './bad-files.ts'

export interface BadOutcome {
  readonly name: string
  readonly ended: string
  /** Of the processor, whatever else the machine does. */
  readonly seconds: number
  readonly peakMb: number
}

const outcomes: BadOutcome[] = []
for (const { name, bytes } of BAD_FILES) {
  const source = bytes()
  const begun = process.cpuUsage()
  const ended = await readAsProgram(source).catch((error: unknown) => String(error))
  const { user, system } = process.cpuUsage(begun)
  const seconds = (user + system) / 1e6
  outcomes.push({ name, ended, seconds, peakMb: process.resourceUsage().maxRSS / 1024 })
}
console.log(JSON.stringify(outcomes))
