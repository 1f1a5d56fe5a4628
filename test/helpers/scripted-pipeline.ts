import { MLCEngine } from '@mlc-ai/web-llm'
import type { ChatTemplate } from '../../src/models/webllm/model-folder.ts'

/** A conversation of the library's own, as far as a pipeline writes in it. */
interface LibraryConversation {
  readonly messages: readonly unknown[]
  appendMessage(role: string, text: string): void
  appendReplyHeader(role: string): void
  appendEmptyThinkingReplyHeader(role: string, block: string): void
  finishReply(text: string): void
  getPromptArray(config: object): string[]
  getPromptArrayLastRound(config: object): string[]
}

interface GenerationConfig {
  readonly max_tokens: number
  readonly enable_thinking?: boolean
  readonly response_format?: unknown
}

/** One prompt as the pipeline was given it. */
export interface Prefill {
  /** What it had to read: all of the prompt, or of one that goes on only what is new. */
  readonly text: string
  readonly reused: boolean
  readonly config: GenerationConfig
}

export interface Script {
  readonly template: ChatTemplate
  readonly contextSize?: number
  /** Pieces of the answer, one a token; the end of the turn follows. */
  readonly answer: (prefill: Prefill) => readonly string[]
  /** Waited for before each token. */
  readonly pause?: () => Promise<void>
}

/**
 * The real engine of web-llm over a pipeline that writes what a test says. So its checks of a request, its comparison of
 * conversations, its stream and its interrupt are those of the library; no token is computed. A token is a character of
 * the prompt, and a piece of the answer.
 */
export function scriptedLibrary(
  modelId: string,
  script: Script,
): { library: MLCEngine; prefills: Prefill[] } {
  const prefills: Prefill[] = []
  const library = new MLCEngine({ logLevel: 'SILENT' })
  const pipeline = new ScriptedPipeline(script, prefills)
  const config = { conv_template: { stop_str: [], stop_token_ids: [], ...script.template } }
  let held: Promise<void> = Promise.resolve()
  let release = () => {}
  const lock = {
    async acquire() {
      const before = held
      held = new Promise((resolve) => (release = resolve))
      await before
    },
    release: () => release(),
  }
  Object.assign(library, {
    getLLMStates: () => [modelId, pipeline, config],
    loadedModelIdToModelType: new Map([[modelId, 0]]),
    loadedModelIdToLock: new Map([[modelId, lock]]),
  })
  return { library, prefills }
}

class ScriptedPipeline {
  private conversation: LibraryConversation = { messages: [] } as unknown as LibraryConversation
  private left: string[] = []
  private written: string[] = []
  private finish: string | undefined
  private isStopped = false
  private filled = false
  private read = 0

  constructor(
    private readonly script: Script,
    private readonly prefills: Prefill[],
  ) {}

  getSupportedInputKinds = () => undefined
  getConversationObject = () => this.conversation
  setConversation = (conversation: LibraryConversation) => void (this.conversation = conversation)
  resetChat = () => {
    this.filled = false
    this.finish = undefined
  }
  stopped = () => this.isStopped
  getFinishReason = () => this.finish
  getMessage = () => this.written.join('')
  getTokenLogprobArray = () => []
  getCurRoundCompletionTotalTokens = () => this.written.length
  getCurRoundDecodingTotalTokens = () => this.written.length
  getCurRoundPrefillTotalTokens = () => this.read
  getCurRoundPrefillTotalTime = () => 1
  getCurRoundDecodingTotalTime = () => 1
  getCurRoundPrefillTokensPerSec = () => 1
  getCurRoundDecodingTokensPerSec = () => 1
  getCurRoundGrammarInitTotalTime = () => 0
  getCurRoundGrammarPerTokenTotalTime = () => 0
  getCurRoundLatencyBreakdown = () => ({})

  async prefillStep(text: string, role: string, _name: string | undefined, config: GenerationConfig) {
    const { conversation } = this
    conversation.appendMessage(role, text)
    this.written = []
    if (config.enable_thinking === false) {
      const block = '<think>\n\n</think>\n\n'
      conversation.appendEmptyThinkingReplyHeader('assistant', block)
      this.written.push(block)
    } else {
      conversation.appendReplyHeader('assistant')
    }
    const reused = this.filled
    const prompt = (reused ? conversation.getPromptArrayLastRound({}) : conversation.getPromptArray({})).join(
      '',
    )
    this.read = prompt.length
    if (this.read > (this.script.contextSize ?? Infinity)) {
      throw Object.assign(new Error(`Prompt of ${this.read}`), { name: 'ContextWindowSizeExceededError' })
    }
    this.filled = true
    this.isStopped = false
    const prefill = { text: prompt, reused, config }
    this.prefills.push(prefill)
    this.left = [...this.script.answer(prefill)]
    await this.decodeStep(config)
  }

  async decodeStep({ max_tokens }: GenerationConfig) {
    await this.script.pause?.()
    const piece = this.left.shift()
    if (piece === undefined) this.end('stop')
    else this.written.push(piece)
    if (!this.isStopped && this.written.length >= max_tokens) this.end('length')
  }

  triggerStop = () => {
    if (!this.isStopped) this.end('abort')
  }

  private end(reason: string) {
    this.isStopped = true
    this.finish = reason
    this.conversation.finishReply(this.getMessage())
  }
}
