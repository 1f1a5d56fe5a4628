import { bandsOf, parseExpression } from '../raster/expression/parser.ts'

/** Names that a formula uses, in their order; null where the text is no formula. */
export function formulaNames(text: string): readonly string[] | null {
  try {
    return bandsOf(parseExpression(text))
  } catch {
    return null
  }
}
