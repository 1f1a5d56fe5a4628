import { plainText } from '../../src/agent/index.ts'
import type { RunEvent } from '../../src/trace/events.ts'

/** An event as a line of a terminal; null for those that are only for the eye. */
export function eventLine(event: RunEvent): string | null {
  switch (event.type) {
    case 'context-ready': {
      const recalled = event.recalled
        .filter(({ used }) => used)
        .map(({ kind, title, state }) => `\n  remembered ${kind} (${state}): ${title}`)
      return `Task type ${event.taskType}. Data:\n  ${event.sensing.replaceAll('\n', '\n  ')}${recalled.join('')}`
    }
    case 'decision':
      return `Plan by ${event.by}: ${event.chosen}\n  because ${event.reason}`
    case 'step-start':
      return `${event.step}. ${event.call.tool} ${JSON.stringify(event.call.args)}`
    case 'step-end': {
      const failed = event.failedChecks.map((check) => `\n   check failed: ${check}`).join('')
      return `   ${event.observation?.text.replaceAll('\n', '\n   ') ?? event.error?.message ?? ''} (${Math.round(event.milliseconds)} ms)${failed}`
    }
    case 'text-delta':
      return event.text
    case 'ask':
      return `Question back: ${event.question}`
    case 'answer':
      return `\n${plainText(event.answer)}\nNo language model was used.`
    case 'gate': {
      const failed = event.conditions
        .filter(({ passed }) => !passed)
        .map(({ name, detail }) => `${name}: ${detail}`)
      return event.passed ? 'Safety gate: passed.' : `Safety gate: not passed (${failed.join('; ')}).`
    }
    case 'memory-change':
      return `Memory: ${event.summary}`
    case 'error':
      return `Error (${event.code}): ${event.message}`
    case 'run-end':
      return `Ended: ${event.status}.`
    default:
      return null
  }
}
