import type { CDPSession, Page } from 'playwright-core'
import { percentile } from './percentile.ts'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds by the clock, and on the processor. */
  readonly ts?: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of a page's main thread, in milliseconds. */
export interface LongestTask {
  readonly clockMs: number
  /** Of any task, the most on the processor: what other programs take of the clock is not the page's. */
  readonly processorMs: number
}

/**
 * The longest task that a page had while `work` went on. From the browser's own record of tasks: the page's 'longtask'
 * entries say nothing of those under 50 ms.
 */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<LongestTask> {
  return longestOf(await recorded(page, work))
}

/** Script of a page's main thread between two frames, in milliseconds by the clock. */
export interface ScriptPerFrame extends LongestTask {
  readonly frames: number
  readonly meanMs: number
  readonly p95Ms: number
}

/**
 * What scripts took of the main thread from one frame to the next while `work` went on: the sum of the outermost calls into
 * script, animation callbacks and handlers of events among them. Frames are those that the main thread began.
 */
export async function scriptPerFrame(page: Page, work: () => Promise<unknown>): Promise<ScriptPerFrame> {
  const events = await recorded(page, work)
  const main = mainThreads(events)
  const own = events.filter((event) => main.has(threadOf(event)))
  const begun = own.filter(({ name }) => name === FRAME).map(({ ts = 0 }) => ts)
  const starts = [...new Set(begun)].sort((a, b) => a - b)
  if (starts.length < 2) throw new Error('The record tells of no frames of the page’s main thread.')
  const calls = own
    .filter(({ name }) => SCRIPT.has(name))
    .map(({ ts = 0, dur = 0 }) => ({ from: ts, to: ts + dur }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const sums = new Float64Array(starts.length - 1)
  let covered = 0
  let frame = -1
  for (const { from, to } of calls) {
    // A call inside another one is counted with it.
    if (to <= covered) continue
    covered = to
    while (frame + 1 < starts.length && starts[frame + 1]! <= from) frame++
    if (frame >= 0 && frame < sums.length) sums[frame]! += (to - from) / 1000
  }
  return {
    ...longestOf(events),
    frames: sums.length,
    meanMs: sums.reduce((sum, each) => sum + each, 0) / sums.length,
    p95Ms: percentile([...sums], 0.95),
  }
}

const FRAME = 'BeginMainThreadFrame'
/** Ways into script: calls, code that is run for the first time, and promises that go on. */
const SCRIPT: ReadonlySet<string> = new Set([
  'FunctionCall',
  'EvaluateScript',
  'v8.evaluateModule',
  'RunMicrotasks',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
])

async function recorded(page: Page, work: () => Promise<unknown>): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        includedCategories: [
          'devtools.timeline',
          'disabled-by-default-devtools.timeline',
          'disabled-by-default-devtools.timeline.frame',
          'v8.execute',
        ],
      },
    })
    await work()
    return await endOf(session)
  } finally {
    await session.detach()
  }
}

function endOf(session: CDPSession): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  return new Promise((resolve, reject) => {
    session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
    session.on('Tracing.tracingComplete', () => resolve(events))
    session.send('Tracing.end').catch(reject)
  })
}

function longestOf(events: readonly TraceEvent[]): LongestTask {
  const main = mainThreads(events)
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The record of tasks names none of a page’s main thread.')
  return {
    clockMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    processorMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  }
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`

const mainThreads = (events: readonly TraceEvent[]): ReadonlySet<string> =>
  new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
