import type { Answer, AnswerSpan, Citation } from '../trace/events.ts'
import type { Layer } from '../trace/layer.ts'
import type { Quantity, Unit } from '../trace/quantity.ts'
import { axisWords, figureWords, groupText, groupWords } from './figure-words.ts'
import { citeQuantity, findAnswer, isSpanOf, quantityName, type Found } from './figures.ts'
import { numerals } from './grounding.ts'
import type { Ask, DoneStep, Plan, Question } from './types.ts'
import { convertUnit } from '../trace/units.ts'
import { formatQuantity } from './units.ts'
import { unitWished, type WishedUnits } from './wished-units.ts'
import { capital, meaningWords, SIDE_WORDS, spellMeaning } from './words.ts'

/** An ask with the plan that stood for it and what its steps saw, by the plan's step ids. */
export interface Solved {
  readonly ask: Ask
  readonly plan: Plan
  readonly steps: ReadonlyMap<string, DoneStep>
  /** What answers the ask, where a model chose it; absent: what `findAnswer` picks. */
  readonly found?: Found
}

export const foundOf = ({ ask, plan, steps, found }: Solved): Found | null =>
  found ?? findAnswer(ask, plan, steps)

/** At most this many groups (classes, sectors, patches) are written out; the chart and the step show all. */
const GROUPS_SHOWN = 8

export interface ComposeInput {
  readonly solved: readonly Solved[]
  /** The call of `match_option`, where there were options. */
  readonly match: DoneStep | null
  /** The scenes measured, in words. */
  readonly scenes: string
  readonly limit: Question['limit']
  /** In what units the figures beside the answer itself are wanted. */
  readonly units: WishedUnits
  /** What a careful reader must know beside the tools' own warnings. */
  readonly limits: readonly string[]
  /** The language model that was asked, where one was. */
  readonly model?: {
    readonly id: string
    /** True where it changed the course of the run. */
    readonly changed: boolean
    /** A sentence of its own whose figures are all cited; empty where it wrote none. */
    readonly sentence: readonly AnswerSpan[]
  }
}

/** Puts the answer together from observations alone; every figure is a span with its citation. */
export function composeAnswer({ solved, match, scenes, limit, units, limits, model }: ComposeInput): Answer {
  const found = solved.map((part) => ({ ...part, main: foundOf(part) }))
  const sentences: AnswerSpan[][] = []
  const said = new Set<string>()
  for (const { ask, main, plan, steps } of found) {
    if (main) sentences.push(...mainSentences(main, ask, steps, said))
    if (main && sentences.length === 1) sentences.push(...comparison(main, limit), ...visibleShare(steps))
    for (const part of plan.answer) {
      // The threshold is said once, in the rule.
      if (part.figure === 'threshold') continue
      const step = steps.get(part.step)
      if (step)
        sentences.push(
          ...supportSentences(step, part.figure ?? part.label ?? '', {
            layers: layersOf(steps),
            said,
            unitOf: (quantity) => ask.unit ?? unitWished(quantity, step, ask, units),
          }),
        )
    }
  }
  const rule = found.flatMap(({ steps }) => ruleSentence(steps))[0]
  if (rule) sentences.push(rule)
  if (scenes !== '') sentences.push([{ text: `Measured on ${scenes}.` }])
  const option = match?.observation?.labels.find(({ name }) => name === 'option')
  if (match && option) {
    sentences.unshift([
      { text: 'Option ' },
      {
        text: option.value,
        cite: { step: match.step, tool: match.call.tool, name: 'option', value: option.value, unit: null },
      },
      { text: '.' },
    ])
  }
  if (model && model.sentence.length > 0) sentences.unshift([...model.sentence])
  const spans = sentences.flatMap((sentence, at) => (at === 0 ? sentence : [{ text: ' ' }, ...sentence]))
  const caveats = [...caveatsOf(solved), ...limits.map((limit) => [{ text: limit }])]
  const first = found.find(({ main }) => main !== null)?.main ?? null
  const place = found
    .map(({ main }) => (main?.kind === 'place' ? main.place : null))
    .find((value) => value !== null)
  return {
    spans,
    caveats,
    value: first?.kind === 'figure' ? first.value : null,
    unit: first?.kind === 'figure' ? first.unit : null,
    choice: option?.value ?? null,
    place: place ?? null,
    layers: [
      ...new Set(
        found.flatMap(({ steps }) => [...steps.values()].flatMap((step) => step.layers.map(({ id }) => id))),
      ),
    ],
    evidence: spans.flatMap((span) => (span.cite ? [span.cite] : [])),
    by: model?.changed ? 'model' : 'planner',
    ...(model ? { model: model.id } : {}),
  }
}

/** 'That is more than 10000 ha.', where the question compares with an amount. */
function comparison(main: Found, limit: Question['limit']): AnswerSpan[][] {
  if (main.kind !== 'figure' || limit === null) return []
  const value = convertUnit(main.value, main.unit, limit.unit)
  if (value === null) return []
  const side = value > limit.value ? 'more than' : value < limit.value ? 'less than' : 'just'
  return [[{ text: `That is ${side} ${limit.words}.` }]]
}

/** A scene of which this share or more is valid needs no remark in the answer itself. */
const NEARLY_ALL = 0.95

/** How much of the scene could be measured, where cloud, nodata or little overlap hide a good part of it. */
function visibleShare(steps: ReadonlyMap<string, DoneStep>): AnswerSpan[][] {
  const done = [...steps.values()]
  // What a polygon leaves out is no part that could not be seen.
  const clipped = new Set(
    done.flatMap(({ call, layers }) => (call.tool === 'clip_to_polygons' ? layers.map(({ id }) => id) : [])),
  )
  const ofScene = done.filter(
    ({ call, layers }) =>
      !layers.some(({ id }) => clipped.has(id)) &&
      !Object.values(call.args)
        .flat()
        .some((id) => clipped.has(String(id))),
  )
  const shares = ofScene.flatMap((step) => {
    const share = step.observation?.facts['valid_share']
    return share === undefined ? [] : [{ step, share }]
  })
  const lowest = shares.sort((a, b) => a.share - b.share)[0]
  if (!lowest || lowest.share >= NEARLY_ALL) return []
  const cite: Citation = {
    step: lowest.step.step,
    tool: lowest.step.call.tool,
    name: 'valid_share',
    value: lowest.share,
    unit: '1',
  }
  return [
    [
      { text: 'Only ' },
      { text: formatQuantity(lowest.share * 100, '%'), cite },
      { text: ' of the scene could be measured; what the rest holds is not known.' },
    ],
  ]
}

export function plainText(answer: Pick<Answer, 'spans' | 'caveats'>): string {
  const line = (spans: readonly AnswerSpan[]) => spans.map((span) => span.text).join('')
  return [line(answer.spans), ...answer.caveats.map(line)].filter((text) => text !== '').join('\n')
}

function mainSentences(
  main: Found,
  ask: Ask,
  steps: ReadonlyMap<string, DoneStep>,
  said: Set<string>,
): AnswerSpan[][] {
  if (main.kind === 'label') {
    said.add(key(main.step, main.name))
    if (main.name in LABEL_WORDS) return [labelSentence(main.step, main.name, main.value)]
    const subject = meaningWords(ask.target ?? undefined)
    return [
      [
        {
          text:
            main.name === 'main_sector'
              ? `${capital(subject)}: most of it lies towards `
              : main.name === 'leading_sector'
                ? 'Most of it faces '
                : main.name === 'peak_day'
                  ? 'Most detections were made on '
                  : main.step.call.tool === 'detections_direction'
                    ? 'The detections moved towards '
                    : main.step.call.tool === 'arrival_direction'
                      ? 'It moved towards '
                      : `${capital(subject)}: it spread towards `,
        },
        {
          text: main.value,
          cite: {
            step: main.step.step,
            tool: main.step.call.tool,
            name: main.name,
            value: main.value,
            unit: null,
          },
        },
        { text: '.' },
      ],
    ]
  }
  if (main.kind === 'place') {
    const { geometry } = main.place
    const [lon, lat] = geometry.type === 'Point' ? geometry.coordinates : [NaN, NaN]
    const cite = (name: string, value: number): Citation => ({
      step: main.step.step,
      tool: main.step.call.tool,
      name,
      value,
      unit: 'deg',
    })
    return [
      [
        {
          text: `${capital(meaningWords(ask.target ?? undefined))}: the largest patch is centred at longitude `,
        },
        { text: lon.toFixed(4), cite: cite('longitude', lon) },
        { text: ', latitude ' },
        { text: lat.toFixed(4), cite: cite('latitude', lat) },
        { text: '.' },
      ],
    ]
  }
  if (said.has(key(main.step, quantityName(main.quantity)))) return []
  said.add(key(main.step, quantityName(main.quantity)))
  const sentence = [
    { text: `${capital(figureWords(main.quantity, main.step, layersOf(steps)))}: ` },
    { text: formatQuantity(main.value, main.unit), cite: citeQuantity(main.step, main.quantity) },
    { text: main.quantity.name === 'axis_bearing' ? ` (${axisWords(main.value)}).` : '.' },
  ]
  if (main.quantity.name.startsWith('net_change') && main.value !== 0)
    return [sentence, [{ text: main.value > 0 ? 'On the whole it grew.' : 'On the whole it shrank.' }]]
  if (ask.dimension !== 'sector') return [sentence]
  return [
    sentence,
    [
      {
        text: 'This is an axis, read both ways, not a direction: the shape of one scar cannot tell which end burned first. A direction needs a second date of the fire or its point of ignition.',
      },
    ],
  ]
}

/** Labels that are no direction. */
const LABEL_WORDS: Readonly<Record<string, string>> = {
  sensors: 'sensors',
  dates: 'dates',
  bands: 'bands',
  largest_class: 'largest class: class',
  smallest_class: 'smallest class: class',
  first_zone: 'first in order: class',
}

/** 'Dates: 2021-04-10, 2021-04-26.' */
function labelSentence(step: DoneStep, name: string, value: string): AnswerSpan[] {
  const words = LABEL_WORDS[name] ?? name.replaceAll('_', ' ')
  return [
    { text: `${capital(words)}${words.includes(':') ? ' ' : ': '}` },
    { text: value, cite: { step: step.step, tool: step.call.tool, name, value, unit: null } },
    { text: '.' },
  ]
}

/** The other figures of the plan's answer; grouped ones (classes, sectors) come as one list. */
function supportSentences(
  step: DoneStep,
  name: string,
  {
    layers,
    said,
    unitOf,
  }: {
    readonly layers: readonly Layer[]
    readonly said: Set<string>
    /** The unit that the words or the person want the figure in, null as it was measured. */
    readonly unitOf: (quantity: Quantity) => Unit | null
  },
): AnswerSpan[][] {
  /** In the unit wanted, where it can be said in it. */
  const inWords = (quantity: Quantity): string => {
    const { value, unit: own } = quantity
    const unit = unitOf(quantity)
    // A difference of kelvins is none of degrees on the scale of Celsius.
    const isSpan = (own === 'K' || own === 'degC') && isSpanOf(quantity, step)
    const converted = unit === null || isSpan ? null : convertUnit(value, own, unit)
    return converted === null || unit === null ? formatQuantity(value, own) : formatQuantity(converted, unit)
  }
  const quantities = step.observation?.numbers.filter((quantity) => quantity.name === name) ?? []
  const fresh = quantities.filter((quantity) => !said.has(key(step, quantityName(quantity))))
  for (const quantity of fresh) said.add(key(step, quantityName(quantity)))
  // The other one of two dates is told as the first is.
  const isAlone = name === 'at_date' && fresh.length === 1
  const plain = fresh.filter((quantity) => isAlone || quantity.group === undefined)
  const grouped = fresh.filter((quantity) => !plain.includes(quantity)).slice(0, GROUPS_SHOWN)
  const sentences: AnswerSpan[][] = plain.map((quantity) => [
    { text: `${capital(figureWords(quantity, step, layers))}: ` },
    { text: inWords(quantity), cite: citeQuantity(step, quantity) },
    { text: name === 'axis_bearing' ? ` (${axisWords(quantity.value)}).` : '.' },
  ])
  if (grouped.length > 0) {
    const list = grouped.flatMap((quantity, at): AnswerSpan[] => [
      { text: `${at === 0 ? '' : ', '}${groupText(quantity, step, layers)} ` },
      { text: inWords(quantity), cite: citeQuantity(step, quantity) },
    ])
    sentences.push([
      {
        text: `${name === 'at_date' ? 'At the other dates' : `${capital(name.replaceAll('_', ' '))} by ${groupWords(step)}`}: `,
      },
      ...list,
      { text: '.' },
    ])
  }
  const label = step.observation?.labels.find((known) => known.name === name)
  if (label && !said.has(key(step, name))) {
    said.add(key(step, name))
    sentences.push(labelSentence(step, name, label.value))
  }
  return sentences
}

/** 'Rule: dNBR at or above 0.27.', cited to the threshold that was applied. */
function ruleSentence(steps: ReadonlyMap<string, DoneStep>): AnswerSpan[][] {
  const cuts = [...steps.values()].filter(({ call }) => call.tool === 'threshold_mask')
  return cuts.flatMap((step) => {
    const threshold = step.observation?.numbers.find(({ name }) => name === 'threshold')
    const source = layersOf(steps).find((layer) => layer.id === step.call.args['layer'])
    if (!threshold || source?.port.kind !== 'raster') return []
    const side = SIDE_WORDS[String(step.call.args['side'])] ?? 'by'
    const how = step.call.args['rule'] === 'otsu' ? ", Otsu's threshold of this scene" : ''
    return [
      [
        { text: `Rule: ${spellMeaning(source.port.meaning ?? source.port.quantity.toString())} ${side} ` },
        { text: formatQuantity(threshold.value, threshold.unit), cite: citeQuantity(step, threshold) },
        { text: `${how}.` },
      ],
    ]
  })
}

/** Warnings of the steps, each once and with the step that gave it first; figures in them are cited to that step. */
function caveatsOf(solved: readonly Solved[]): AnswerSpan[][] {
  const caveats = new Map<string, AnswerSpan[]>()
  for (const step of new Set(solved.flatMap((part) => [...part.steps.values()]))) {
    for (const warning of step.observation?.warnings ?? []) {
      if (caveats.has(warning)) continue
      caveats.set(warning, [
        { text: `Step ${step.step}, ${step.call.tool}: ` },
        ...citeNumerals(warning, step),
      ])
    }
  }
  return [...caveats.values()]
}

function citeNumerals(text: string, step: DoneStep): AnswerSpan[] {
  const spans: AnswerSpan[] = []
  let said = 0
  for (const match of text.matchAll(/\d[\d,]*(?:\.\d+)?/g)) {
    const value = Number(numerals(match[0])[0])
    const quantity = step.observation?.numbers.find((known) => known.value === value)
    if (!quantity) continue
    if (match.index > said) spans.push({ text: text.slice(said, match.index) })
    spans.push({ text: match[0], cite: citeQuantity(step, quantity) })
    said = match.index + match[0].length
  }
  return said === text.length ? spans : [...spans, { text: text.slice(said) }]
}

function layersOf(steps: ReadonlyMap<string, DoneStep>): Layer[] {
  return [...steps.values()].flatMap((step) => [...step.layers])
}

const key = (step: DoneStep, name: string) => `${step.step}:${name}`
