import { sha256Hex } from '../src/lib/hash.ts'
import type { Settings } from '../src/store/index.ts'

const KEY = 'erased-runs'

/** Which runs were erased, so that an old backup does not bring back what came of them. By hash: an id would still name one. */
export class ErasedRuns {
  constructor(private readonly settings: () => Promise<Pick<Settings, 'read' | 'write'>>) {}

  async add(runId: string): Promise<void> {
    const hash = await sha256Hex(runId)
    const hashes = await this.hashes()
    if (!hashes.includes(hash)) await (await this.settings()).write(KEY, [...hashes, hash])
  }

  /** Those of the ids that were erased. */
  async among(ids: Iterable<string>): Promise<ReadonlySet<string>> {
    const erased = new Set(await this.hashes())
    const found = new Set<string>()
    if (erased.size === 0) return found
    for (const id of ids) if (erased.has(await sha256Hex(id))) found.add(id)
    return found
  }

  private async hashes(): Promise<readonly string[]> {
    return (await this.settings()).read(KEY, isTexts, [])
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string')
