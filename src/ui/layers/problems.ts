import type { DroppedFile } from '../../bridge/index.ts'
import type { FileProblem } from '../../trace/data.ts'

/** What stays to be said after an import: of files that were given again only what is wrong with them now. */
export function problemsAfter(
  before: readonly FileProblem[],
  given: readonly DroppedFile[],
  found: readonly FileProblem[],
): readonly FileProblem[] {
  const isAgain = ({ fileName }: FileProblem) =>
    found.some((problem) => problem.fileName === fileName) ||
    // What lies in a zip is told as 'scenes.zip: scene/B04.tif'.
    given.some(({ name }) => fileName === name || fileName.startsWith(`${name}: `))
  return [...before.filter((problem) => !isAgain(problem)), ...found]
}
