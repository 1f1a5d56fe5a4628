import type { TaskType } from '../../src/sensing/task-types.ts'
import { sceneFiles } from './data/scene-files.ts'
import type { Asked, DataFile, FieldTask, Split, Style } from './task.ts'

/** What a seed makes: files, and whatever truths the wordings ask for. */
export interface World {
  readonly files: readonly DataFile[]
}

/** One way to put a question of this type. */
export interface Wording<Made extends World> {
  readonly style: Style
  readonly ask: (world: Made) => Asked
}

/** A task on a real scene of the shared folder, with truth by an oracle. */
export interface RealTask {
  readonly split: Split
  readonly style: Style
  /** Folder under data/scenes. */
  readonly scene: string
  /** Which of its files are dropped; default all. */
  readonly accept?: RegExp
  readonly asked: Asked
}

/** Which world a made task is asked of, and what it is called. */
export type MadeRecipe = Pick<FieldTask, 'id' | 'split'> & { readonly seed: number }

export interface FieldType {
  readonly type: TaskType
  /** Styles of the wordings, in their order. */
  readonly styles: readonly Style[]
  /** A wording asked of the world of any seed. */
  made(wording: number, recipe: MadeRecipe): FieldTask
  /** Tasks of one split; those on real scenes only where the shared folder is given. */
  tasks(split: Split, shared: string | null): readonly FieldTask[]
}

/** Every third wording is kept for the test split. */
export const isHeldOut = (wording: number) => wording % 3 === 2

/**
 * Tasks of one type: each wording is asked once a split over a world of its own, the third, sixth, … wording in the test
 * split alone.
 */
export function fieldType<Made extends World>(
  type: TaskType,
  parts: {
    readonly world: (seed: number) => Promise<Made>
    readonly wordings: readonly Wording<Made>[]
    readonly real?: readonly RealTask[]
  },
): FieldType {
  const makeTask = (wording: number, { id, split, seed }: MadeRecipe): FieldTask => {
    const { style, ask } = parts.wordings[wording]!
    const draw = async () => {
      const world = await parts.world(seed)
      return { files: world.files, ...ask(world) }
    }
    return { id, type, split, style, wording, recipe: { seed }, draw }
  }
  return {
    type,
    styles: parts.wordings.map(({ style }) => style),
    made: makeTask,
    tasks(split, shared) {
      const made = parts.wordings.flatMap((_, wording): FieldTask[] =>
        split !== 'test' && isHeldOut(wording)
          ? []
          : [
              makeTask(wording, {
                ...{ id: `${type}/${split}/${wording}`, split },
                seed: seedOf(type, split, wording),
              }),
            ],
      )
      const real = shared === null ? [] : (parts.real ?? []).filter((task) => task.split === split)
      return [
        ...made,
        ...real.map(({ style, scene, accept, asked }, at): FieldTask => ({
          id: `${type}/${split}/real-${at}`,
          type,
          split,
          style,
          wording: null,
          recipe: { scene },
          draw: async () => ({ files: await sceneFiles(shared!, scene, accept), ...asked }),
        })),
      ]
    },
  }
}

/** A fixed seed for each task: 32 bits of its name. */
export const seedOf = (type: string, split: Split, wording: number): number =>
  seedOfName(`${type}/${split}/${wording}`)

/** 32 bits of a name (FNV-1a). */
export function seedOfName(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return hash
}
