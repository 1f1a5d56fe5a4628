import { tokens } from '../lib/text.ts'

/**
 * The parts of a question that may each ask for a tool of their own: cut at sentence ends, commas, 'and' and 'then'.
 * 'between X and Y' stays whole, decimal numbers too; parts without a telling word are left out.
 * A question that cannot be cut comes back as its only clause.
 */
export function clauses(question: string): string[] {
  const parts = question
    .split(CUT)
    .map((part) => part.trim())
    .filter((part) => tokens(part).length > 0)
  return parts.length > 0 ? parts : [question.trim()]
}

const CUT = /(?<=[.!?])\s+|[,;:]\s+|\n+|\s+and\s+then\s+|(?<!\bbetween(?:\s+\S+){1,4})\s+and\s+|\s+then\s+/i
