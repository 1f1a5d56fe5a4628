import { plainText } from '../../src/agent/index.ts'
import type { Answer, RunEvent } from '../../src/trace/events.ts'

/** An event as a line of a terminal; null for those that are only for the eye. */
export function eventLine(event: RunEvent): string | null {
  switch (event.type) {
    case 'context-ready': {
      const recalled = event.recalled
        .filter(({ used }) => used)
        .map(({ kind, title, state }) => `\n  remembered ${kind} (${state}): ${title}`)
      const mode =
        event.memory === 'off'
          ? ' Memory off: nothing but the skills that ship is recalled, and nothing is learned.'
          : event.memory === 'read-only'
            ? ' Memory read-only: nothing is learned.'
            : ''
      return `Task type ${event.taskType}.${mode} Data:\n  ${event.sensing.replaceAll('\n', '\n  ')}${recalled.join('')}`
    }
    case 'hand-over':
      return `The language model was left out from then on: ${event.reason}.`
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
      return `\n${plainText(event.answer)}\n${byWhom(event.answer)}`
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

function byWhom({ by, model }: Answer): string {
  if (model === undefined) return 'No language model was used.'
  return by === 'model'
    ? `The language model ${model} had a part in choosing the steps.`
    : `The language model ${model} was asked and changed nothing.`
}
