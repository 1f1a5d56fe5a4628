import { beforeAll, describe, expect, it } from 'vitest'
import { zlibDecoder } from '../../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../../src/io/read/block-decoder.ts'
import { LESSONS } from '../../../src/ui/lessons/content/index.ts'
import { check, type Lesson } from '../../../src/ui/lessons/content/lesson.ts'
import { answered, opened } from '../../helpers/lesson-runs.ts'

/** Answers that are calculated from what is measured. */
const FOUND_FROM: Readonly<Record<string, (measured: number, of: Lesson) => number>> = {
  'lost-water': (left, of) => Number(of.tasks.find(({ id }) => id === 'spring-water')!.truth) - left,
}

beforeAll(() => decodeWith(zlibDecoder))

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('%s', (_id, lesson) => {
  it('makes scenes that are recognised without a doubt', async () => {
    const layers = (await opened(lesson)).layers()
    expect(layers).toHaveLength(new Set(lesson.rasters().map(({ name }) => name.slice(7, 15))).size)
    for (const { scene, date } of layers) {
      expect(scene?.quantity).toBe('reflectance')
      expect(scene?.bands.map(({ name }) => name)).toHaveLength(6)
      expect(date).toMatch(/^2023-/)
    }
  })

  it('makes the same pixels each time', () => {
    expect(lesson.rasters()).toEqual(lesson.rasters())
  })

  it('asks what the agent answers rightly', { timeout: 60_000 }, async () => {
    const workspace = await opened(lesson)
    for (const task of lesson.tasks) {
      if (task.ask === undefined || task.kind !== 'number') continue
      // Counts of the agent's own steps depend on what was asked before: how-the-agent-learns.test.ts.
      if (task.tolerance === 0) continue
      const measured = await answered(workspace, task.ask)
      const value = measured === null ? null : (FOUND_FROM[task.id]?.(measured, lesson) ?? measured)
      expect([task.id, value, check(task, String(value)).says]).toEqual([task.id, value, expect.stringMatching(/^Right/)]) // prettier-ignore
    }
  })

  it('tells each mistake from the truth', () => {
    for (const task of lesson.tasks) {
      if (task.kind === 'choice') {
        expect(task.options.filter(({ id }) => check(task, id).right)).toHaveLength(1)
        for (const { id, says } of task.options) if (id !== task.truth) expect(says).not.toBe('')
        continue
      }
      expect(check(task, String(task.truth)).right).toBe(true)
      for (const { value, says } of task.mistakes) expect(check(task, String(value)).says).toContain(says)
    }
  })

  it('fills a class of 90 minutes', () => {
    expect(lesson.teacher.timing.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(90)
  })
})
