import { readAsked, type FlowReading } from '../../../../src/memory/flows/calls/reading.ts'

/** A question without choices or files. */
export const asked = (question: string, files: readonly string[] = []): FlowReading =>
  readAsked({ question, choices: [], files })
