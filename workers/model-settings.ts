import { z } from 'zod'
import type { FoundOut } from '../src/bridge/language.ts'
import type { ServerSetting } from '../src/bridge/models.ts'
import type { Settings } from '../src/store/index.ts'

const USED = 'model-in-use'
const HOSTS = 'allowed-hosts'
const SERVER = 'model-server'
const SPEEDS = 'model-speeds'
const FOUND = 'model-findings'

export type Speeds = Readonly<Record<string, { written: number | null; prompt: number | null }>>

/** What was chosen about models; each worker reads the same. Throws as Settings does. */
export class ModelSettings {
  constructor(private readonly settings: Settings) {}

  /** 'planner', 'browser', 'server' or the id of a model, which may be gone. */
  used(): Promise<string> {
    return this.settings.read(USED, isText, 'planner')
  }

  setUsed(choice: string): Promise<void> {
    return this.settings.write(USED, choice)
  }

  hosts(): Promise<readonly string[]> {
    return this.settings.read(HOSTS, isTexts, [])
  }

  async setHost(host: string, allowed: boolean): Promise<void> {
    const others = (await this.hosts()).filter((each) => each !== host)
    await this.settings.write(HOSTS, allowed ? [...others, host] : others)
  }

  server(): Promise<ServerSetting | null> {
    return this.settings.read<ServerSetting | null>(SERVER, isServer, null)
  }

  setServer(server: ServerSetting | null): Promise<void> {
    return this.settings.write(SERVER, server)
  }

  /** Tokens a second by model id, as measured when it was loaded last. */
  speeds(): Promise<Speeds> {
    return this.settings.read(SPEEDS, isSpeeds, {})
  }

  /** What was found out when the model was loaded last; nothing where that is none of what is known. */
  async found(id: string): Promise<FoundOut> {
    const parsed = foundOut.safeParse((await this.settings.read(FOUND, isRecord, {}))[id])
    return parsed.success ? (parsed.data as FoundOut) : {}
  }

  async noteFound(id: string, found: FoundOut): Promise<void> {
    await this.settings.write(FOUND, { ...(await this.settings.read(FOUND, isRecord, {})), [id]: found })
  }

  async noteSpeed(id: string, written: number | null, prompt: number | null): Promise<void> {
    await this.settings.write(SPEEDS, { ...(await this.speeds()), [id]: { written, prompt } })
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSpeeds = (value: unknown): value is Speeds => isRecord(value)

const tokenIds = z.array(z.int().nonnegative()).min(1).max(4096)
const foundOut = z.object({
  threads: z.int().min(1).max(256).optional(),
  proof: z.object({ promptIds: tokenIds, tokenIds }).optional(),
})

const isServer = (value: unknown): value is ServerSetting | null =>
  value === null ||
  (typeof value === 'object' &&
    isText((value as Partial<ServerSetting>).url) &&
    isText((value as Partial<ServerSetting>).model))
