import { config } from '../config.ts'
import { rarityOf } from './coverage.ts'
import { experienceTokens, skillTokens, TYPE_TOKENS, workflowTokens } from './item-text.ts'
import { TextIndex } from './text-index.ts'
import { ToolSequences } from './tool-sequences.ts'
import type { Experience, MemorySnapshot, Skill, Workflow } from './types.ts'

/**
 * The open rows of a snapshot as recall looks them up: by token, and the tools of each workflow as numbers. It follows
 * from snapshot to snapshot by the identity of rows, so that a run that changed twenty of them costs the work of twenty.
 */
export class MemoryIndex {
  readonly sequences = new ToolSequences()
  readonly workflows = new TextIndex<Workflow>(workflowTokens, {
    added: ({ sequence }, slot) => this.sequences.set(slot, sequence),
    dropped: (slot) => this.sequences.clear(slot),
  })
  readonly skills = new TextIndex<Skill>(skillTokens)
  readonly experiences = new TextIndex<Experience>(experienceTokens)
  /** How many task types have a token among their words. */
  private readonly typesHaving = new Map<string, number>()

  constructor() {
    for (const words of TYPE_TOKENS.values()) {
      for (const token of words) this.typesHaving.set(token, (this.typesHaving.get(token) ?? 0) + 1)
    }
  }

  sync({ workflows, skills, experiences }: MemorySnapshot): void {
    this.workflows.sync(workflows)
    this.skills.sync(skills)
    this.experiences.sync(experiences)
  }

  /** What a token weighs in coverage: its rarity among the task types, workflows and skills. */
  weight(token: string): number {
    const having =
      (this.typesHaving.get(token) ?? 0) +
      this.workflows.having(token).length +
      this.skills.having(token).length
    if (having === 0) return config.coverage.unknown
    return rarityOf(having, TYPE_TOKENS.size + this.workflows.count + this.skills.count)
  }
}

const latest = new MemoryIndex()

/** The index of a snapshot, good until the next is asked for: there is one, as one memory is asked at a time. */
export function indexOf(snapshot: MemorySnapshot): MemoryIndex {
  latest.sync(snapshot)
  return latest
}

/** Does the work that the first question over a memory would else wait for. */
export function prepareRecall(snapshot: MemorySnapshot): void {
  indexOf(snapshot)
}
