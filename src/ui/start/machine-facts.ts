import type { Machine, ModelsOverview, WriteState } from '../../bridge/index.ts'
import { formatBytes, formatNumber } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

/** One thing about this machine, what it is and what it means for the work. */
export interface Fact {
  readonly term: string
  readonly text: string
  readonly means: string
  readonly tone: 'good' | 'plain' | 'warn'
}

export function graphicsFact(adapter: Machine['adapter']): Fact {
  const { machine } = words.start
  const term = machine.graphics
  if (!adapter) return { term, text: machine.noGraphics, means: machine.noGraphicsMeans, tone: 'plain' }
  return {
    term,
    text: machine.adapter(adapter.name, adapter.f16, adapter.software),
    means: adapter.software ? machine.softwareMeans : machine.graphicsMeans,
    tone: adapter.software ? 'plain' : 'good',
  }
}

export function memoryFact(gigabytes: number | null): Fact {
  const { machine } = words.start
  const known = gigabytes !== null
  return {
    term: machine.memory,
    text: known ? machine.gigabytes(formatNumber(gigabytes)) : machine.untold,
    means: machine.memoryMeans,
    tone: 'plain',
  }
}

export function processorFact({ cores, isolated }: Pick<Machine, 'cores' | 'isolated'>): Fact {
  const { machine } = words.start
  return {
    term: machine.processor,
    text: machine.cores(cores, isolated),
    means: isolated ? machine.isolatedMeans : machine.notIsolatedMeans,
    tone: isolated ? 'good' : 'warn',
  }
}

export function storageFact(store: { readonly usageBytes: number; readonly quotaBytes: number }): Fact {
  const { machine } = words.start
  return {
    term: machine.storage,
    text: machine.used(formatBytes(store.usageBytes), formatBytes(store.quotaBytes)),
    means: machine.storageMeans,
    tone: 'plain',
  }
}

export function keptFact({ persisted, keeps }: Pick<WriteState, 'persisted' | 'keeps'>): Fact {
  const { machine } = words.start
  if (keeps !== 'everything') {
    const text = keeps === 'records' ? machine.keptRecords : machine.keptNothing
    return { term: machine.kept, text, means: machine.keptLessMeans, tone: 'warn' }
  }
  return {
    term: machine.kept,
    text: persisted ? machine.persisted : machine.notPersisted,
    means: persisted ? machine.persistedMeans : machine.notPersistedMeans,
    tone: persisted ? 'good' : 'plain',
  }
}

export function offlineFact(ready: boolean): Fact {
  const { machine } = words.start
  return {
    term: machine.offline,
    text: ready ? machine.offlineReady : machine.offlineNot,
    means: ready ? machine.offlineReadyMeans : machine.offlineNotMeans,
    tone: ready ? 'good' : 'plain',
  }
}

export function browserModelFact(state: ModelsOverview['machine']['browserModel']): Fact {
  const { machine } = words.start
  return {
    term: machine.browserModel,
    text: machine.browserModelIs[state],
    means: machine.browserModelMeans[state],
    tone: state === 'ready' ? 'good' : 'plain',
  }
}
