import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { zlibDecoder } from '../../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../../src/io/read/block-decoder.ts'
import { memoryStore } from '../../../src/memory/index.ts'
import { attacks } from './attacks.ts'
import { runAttacks, type AttackReport } from './run-attacks.ts'

/** Attacks on a new memory, whose dump is written into a file. */
export interface AttackJob {
  readonly count: number
  readonly dump: string
}

decodeWith(zlibDecoder)

export async function work({ count, dump }: AttackJob): Promise<AttackReport> {
  const store = memoryStore()
  const report = await runAttacks(attacks(count), store)
  mkdirSync(dirname(dump), { recursive: true })
  writeFileSync(dump, store.dump())
  return report
}
