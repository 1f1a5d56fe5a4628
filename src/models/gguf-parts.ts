import { AppError } from '../lib/errors.ts'
import { ggufNumber, readGgufHeader, type GgufHeader } from './gguf.ts'

/** A file of a model with its header. */
export interface GgufPart {
  readonly name: string
  readonly file: Blob
  readonly header: GgufHeader
}

type Named = readonly [name: string, file: Blob]

/** As gguf-split names the parts of a model. */
const PART = /-(\d{5})-of-(\d{5})\.gguf$/i

/**
 * One GGUF file, or all parts of a split one in their order, each as long as its header says. Throws model_file, naming
 * what is missing, cut off or no GGUF.
 */
export async function readGgufParts(named: readonly Named[]): Promise<readonly GgufPart[]> {
  const parts: GgufPart[] = []
  for (const [name, file] of inOrder(named)) {
    const header = await readGgufHeader(file, name)
    if (file.size < header.extent) {
      throw new AppError(
        'model_file',
        `${name} is cut off: it has ${file.size} bytes, its header tells of ${header.extent}. Fetch it again.`,
        { bytes: file.size, needed: header.extent },
      )
    }
    parts.push({ name, file, header })
  }
  const count = ggufNumber(parts[0]!.header, 'split.count')
  if (count !== null && count > 1 && count !== parts.length) {
    throw new AppError(
      'model_file',
      `The model has ${count} parts; ${parts.length} were found. Add the others.`,
    )
  }
  return parts
}

/** The name that all parts of a model begin with; of a whole model its name. Without the ending. */
export const ggufName = (name: string): string => name.replace(PART, '').replace(/\.gguf$/i, '')

/** The file name of a part, as gguf-split gives it; that of a whole model has no number. */
export function partName(name: string, part: number, count: number): string {
  const digits = (value: number) => String(value).padStart(5, '0')
  return count === 1 ? `${name}.gguf` : `${name}-${digits(part)}-of-${digits(count)}.gguf`
}

function inOrder(named: readonly Named[]): readonly Named[] {
  const [first] = named
  if (named.length === 1 && !PART.test(first![0])) return named
  const numbered = named.map(([name, file]) => {
    const [, number, count] = PART.exec(name) ?? []
    return { at: Number(number), count: Number(count), name, file }
  })
  const { count, name } = numbered[0]!
  if (numbered.some((part) => part.count !== count)) {
    throw new AppError(
      'model_file',
      `${named.length} .gguf files were found, ${name} among them. One is needed, or all parts of one model, named ${partName('…', 1, named.length)} and so on.`,
    )
  }
  for (let at = 1; at <= count; at++) {
    if (numbered.some((part) => part.at === at)) continue
    throw new AppError(
      'model_file',
      `Part ${at} of ${count} of the model is missing: ${partName(ggufName(name), at, count)}. All parts are needed at once; add it.`,
    )
  }
  return numbered.sort((a, b) => a.at - b.at).map((part) => [part.name, part.file] as const)
}
