import type { CDPSession, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds by the clock, and on the processor. */
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
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
    })
    await work()
    return longestOf(await endOf(session))
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
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  )
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(thread(event)))
  if (tasks.length === 0) throw new Error('The record of tasks names none of a page’s main thread.')
  return {
    clockMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    processorMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  }
}
