import { fits } from '../../trace/fits.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { isQualityBand, type BandName, type Port } from '../../trace/port.ts'
import type { Roles } from '../roles.ts'
import type { Ask, DoneStep, Question } from '../types.ts'

export interface StockInput {
  readonly layers: readonly Layer[]
  readonly ask: Ask
  readonly question: Question
  readonly roles: Roles
  readonly done: readonly DoneStep[]
}

/**
 * The layers that an argument may name: the scenes that the words mean, loaded layers that are no scenes, and what this
 * run made, in that order. Results of earlier questions are there only where the words name them or are about such a layer.
 */
export function stockOf({ layers, ask, question, roles, done }: StockInput): readonly Layer[] {
  const { by } = roles
  const scenes = new Set(scenesMeant(ask, roles))
  const products = new Set(
    (by.product ?? []).filter((id) => {
      const isMade = layers.find((layer) => layer.id === id)?.lineage != null
      return !isMade || ask.ofProduct || question.layers.includes(id)
    }),
  )
  const zones = new Set(by.zones ?? [])
  return [
    ...layers.filter(({ id }) => scenes.has(id)),
    ...layers.filter(({ id }) => (products.has(id) || zones.has(id)) && !scenes.has(id)),
    ...done.flatMap((step) => (step.error ? [] : step.layers)),
  ]
}

function scenesMeant(ask: Ask, { by }: Roles): readonly LayerId[] {
  if (ask.series) return by.all ?? []
  const isPair = ask.change !== null || ask.target === 'burned' || ask.differenced
  const pair = [...(by.pre ?? []), ...(by.middle ?? []), ...(by.post ?? [])]
  return isPair && pair.length > 1 ? pair : (by.only ?? [])
}

export const fitting = (need: Port, stock: readonly Layer[]): readonly Layer[] =>
  stock.filter(({ port, missing }) => missing === undefined && fits(need, port))

/** Bands to compute with; empty for layers of a single measurement. */
export function bandsOf({ port }: Layer): readonly BandName[] {
  const bands = port.kind === 'raster' ? (port.bands ?? []).filter((band) => !isQualityBand(band)) : []
  return bands.length > 1 ? bands : []
}

/** 'layer-3 (nbr, 2020-08-09)', from typed facts. */
export function layerWords({ id, port, date, scene }: Layer): string {
  const what =
    scene !== null && port.kind === 'raster' && port.meaning === undefined
      ? 'scene'
      : port.kind === 'raster'
        ? (port.meaning ?? [port.quantity].flat().join(' or '))
        : port.kind
  return `${id} (${[what, ...(date === null ? [] : [date])].join(', ')})`
}

/** Layers of one kind are compared and listed together. */
export const kindOf = ({ port }: Layer): string =>
  port.kind === 'raster' ? `${String(port.quantity)} ${port.meaning ?? ''}` : port.kind
