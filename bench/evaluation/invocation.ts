import type { Tool } from '../../src/tools/tool.ts'
import type { ToolCall } from '../../src/trace/call.ts'
import { matchChains, type ExpectedChain, type MadeCall } from './chains.ts'

/**
 * The invocation metrics of ThinkGeo (arXiv 2505.23752, taken over from GTA, arXiv 2407.08713), on whole trajectories. Their own code
 * compares step by step with the true history given; here the run goes its own way, so the expected calls are a partial order:
 * - `inst_acc`: calls that are well formed, over all calls. Theirs: steps of the right kind (call or answer) that raised no format error.
 * - `tool_acc`: expected calls that were made in an allowed order, over all expected. Theirs: steps with the name of the true call.
 * - `arg_acc`: expected arguments given right to those calls, over all expected arguments. Theirs: steps whose whole argument object is equal.
 * Without calls `inst_acc` is 1 where none was expected, else 0; the others are 1 where nothing was expected.
 */
export interface InvocationFigures {
  readonly inst_acc: number
  readonly tool_acc: number
  readonly arg_acc: number
}

export function invocationFigures(
  chains: readonly ExpectedChain[],
  calls: readonly MadeCall[],
  isWellFormed: (call: ToolCall) => boolean,
): InvocationFigures {
  const { chain, tools, args, argsRight } = matchChains(chains, calls)
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return {
    inst_acc:
      calls.length === 0 ? Number(chain.length === 0) : calls.filter(isWellFormed).length / calls.length,
    tool_acc: share(tools, chain.length),
    arg_acc: share(argsRight, args),
  }
}

/** True of calls of a tool of the library with arguments that its schema accepts. */
export function wellFormed(library: readonly Tool[]): (call: ToolCall) => boolean {
  const tools = new Map(library.map((tool) => [tool.name, tool]))
  return ({ tool, args }) => tools.get(tool)?.input.safeParse(args).success === true
}

/** Strings that tell a right answer: one of each group of `white`, none of `black`. */
export interface AnswerLists {
  readonly white: readonly (readonly string[])[]
  readonly black: readonly string[]
}

/**
 * ThinkGeo's answer accuracy of one answer: of each white group a synonym stands in the text, and nothing black does. Upper and lower case
 * are the same and only whole words count, as there; a number must stand for itself besides ('12' is not in '12.5', '3' not in '-3').
 */
export function answerIsAccepted(text: string, { white, black }: AnswerLists): boolean {
  return (
    white.every((group) => group.some((word) => holds(text, word))) &&
    !black.some((word) => holds(text, word))
  )
}

function holds(text: string, word: string): boolean {
  // Hundreds of ways to write a number are tried, and hardly any of them occurs.
  if (!text.toLowerCase().includes(word.toLowerCase())) return false
  const before = /^\w/u.test(word) ? String.raw`(?<![\p{L}\p{N}_])` : ''
  const beforeNumber = /^\d/.test(word) ? String.raw`(?<!\d[.,])(?<!(?<![\p{L}\p{N}])[-−])` : ''
  const after = /[\p{L}\p{N}_]$/u.test(word) ? String.raw`(?![\p{L}\p{N}_])` : ''
  const afterNumber = /\d$/.test(word) ? String.raw`(?![.,]\d)` : ''
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(before + beforeNumber + escaped + after + afterNumber, 'iu').test(text)
}
