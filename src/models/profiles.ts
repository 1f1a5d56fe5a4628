/** What has to be known of a model to prompt it well. */
export interface ModelProfile {
  /** Tools in view of one choice. */
  readonly toolsInView: number
  /**
   * What a nat of the model's calibrated evidence counts beside a nat of the prior. That of SmolLM2-135M is fitted by
   * `npm run eval -- models --fit`; the others, which were too large to run where it was done, are set by hand.
   */
  readonly weight: number
  /** 'empty-block': the answer opens with an empty `<think>` block, so that it does not think aloud. */
  readonly thinking: 'none' | 'empty-block'
  /** True where the model chooses better after a sentence of its own. */
  readonly needsRationale: boolean
  /** True where its sentences are worth showing: answers are told by templates else. */
  readonly writes: boolean
}

const PLAIN: ModelProfile = {
  toolsInView: 5,
  weight: 0.5,
  thinking: 'none',
  needsRationale: false,
  writes: false,
}

/** By the beginning of the model's id, the first that fits. */
const PROFILES: readonly (readonly [family: RegExp, profile: ModelProfile])[] = [
  // Fitted on 16 development tasks: of 29 choices 19 were right by the prior alone, and no weight above 0 made more.
  [/^smollm2-(135m|2-layers)/i, { ...PLAIN, weight: 0 }],
  [/^smollm2/i, { ...PLAIN, weight: 0.2 }],
  [/^qwen3/i, { ...PLAIN, toolsInView: 8, thinking: 'empty-block', writes: true }],
  [/^(qwen2\.5|llama-3|phi|gemma)/i, { ...PLAIN, toolsInView: 8, writes: true }],
]

/** The profile of a model's family; a careful one for those that nobody has measured. */
export function profileOf(modelId: string): ModelProfile {
  return PROFILES.find(([family]) => family.test(modelId))?.[1] ?? PLAIN
}
