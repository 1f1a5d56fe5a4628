import type { ChatModel } from '../../models/chat-model.ts'

/** How a run uses a language model. Without one the planner decides alone. */
export interface ModelUse {
  readonly chat: ChatModel
  /**
   * 'model': every action is chosen by prior and model. 'hybrid': the planner proposes, and the model decides where no
   * recalled skill binds; at weight 0 it is the planner, and the model is not asked at all.
   */
  readonly policy: 'model' | 'hybrid'
  /** What a nat of the model's evidence counts beside a nat of the prior; in place of its profile's. */
  readonly weight?: number
  /** Turns in which the model is asked; after them what was known before decides alone. No limit where absent. */
  readonly turns?: number
}
