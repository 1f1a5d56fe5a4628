/** Runs the mutants whose numbers it is sent and answers how each went; the parent watches its time and memory. */
import type { Verdict } from './target.ts'
import { mutantOf, TARGETS } from './trial.ts'

export interface Answer {
  readonly index: number
  readonly verdict: Verdict | 'failed'
  /** Of a failure: its error and where it was thrown. */
  readonly trace?: string
}

const [name, seed] = process.argv.slice(2) as [string, string]
const target = TARGETS[name]!()

process.on('message', (index: number) => {
  void answer(index).then((said) => process.send!(said))
})
process.send!('ready')
process.on('unhandledRejection', (error) => {
  throw error
})

async function answer(index: number): Promise<Answer> {
  try {
    return { index, verdict: await target.run(mutantOf(target, Number(seed), index).bytes) }
  } catch (error) {
    return {
      index,
      verdict: 'failed',
      trace: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}
