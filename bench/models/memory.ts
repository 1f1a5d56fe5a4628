import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryStore, parseMemory } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { learnFrom } from '../fieldbench/learn.ts'
import { tasksOf } from '../fieldbench/tasks.ts'
import type { BenchContext } from '../harness/bench.ts'

/** A memory that has seen FieldBench's training split, as that suite's own: learned once, then read from the work folder. */
export async function trainedMemory({
  shared,
  workFolder,
  cache,
  progress,
}: BenchContext): Promise<MemoryStore> {
  const folder = join(workFolder, 'models')
  const file = join(folder, 'trained-memory.json')
  if (cache.get('taught') === true && existsSync(file))
    return memoryStore(parseMemory(readFileSync(file, 'utf8')))
  const training = tasksOf('train', existsSync(join(shared, 'data', 'scenes')) ? shared : null)
  const store = await learnFrom(training, (_result, done) => {
    if (done % 20 === 0 || done === training.length) progress(`training: ${done} of ${training.length}`)
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, store.dump())
  cache.set('taught', true)
  return store
}
