import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { geodesicRingArea } from '../../raster/vector/geodesic.ts'
import { convexHull, inOneRun } from '../../raster/vector/shape.ts'
import { count, counted, figure, quantity } from '../support/figures.ts'
import { CONFIDENCES, dateOfDay, pointArguments, POINT_NEEDS, pointSet } from '../support/point-set.ts'
import { defineTool, slot } from '../tool.ts'

export const activeFiresTool = defineTool({
  name: 'active_fires',
  family: 'hotspots',
  title: 'Active fire detections',
  summary:
    'Summary of active fire detections (FIRMS, VIIRS, MODIS tables or points): how many by day and by confidence, fire radiative power and the extent of their hull.',
  source: 'doi:10.1016/j.rse.2013.12.008',
  needs: POINT_NEEDS,
  gives: { kind: 'table' },
  measures: [
    { name: 'detections', dimension: 'count' },
    { name: 'hull_area', dimension: 'area' },
    { name: 'days_with_fire', dimension: 'count' },
    { name: 'total_power', dimension: 'value' },
    { name: 'mean_power', dimension: 'value' },
    { name: 'max_power', dimension: 'value' },
    { name: 'peak_day', dimension: 'text' },
  ],
  input: z.object({
    ...pointArguments,
    least_confidence: slot(
      z
        .enum(['any', 'nominal', 'high'])
        .default('any')
        .describe(
          'Detections below this confidence, or without one, are left out; MODIS percent: nominal from 30, high from 80.',
        ),
      'confidence',
    ),
    date: slot(
      z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .optional()
        .describe('Day (yyyy-mm-dd, UTC) that is counted alone.'),
      'date',
    ),
  }),
  examples: [{ table: 'table-1' }, { points: 'points-1', least_confidence: 'nominal' }],
  async run(input, context) {
    throwIfAborted(context.signal)
    const set = await pointSet(context, input)
    throwIfAborted(context.signal)
    const least = input.least_confidence === 'any' ? -1 : CONFIDENCES.indexOf(input.least_confidence)
    const kept = set.places.flatMap((_, at) => {
      const confidence = set.confidences[at] ?? null
      const rank = confidence === null ? -1 : CONFIDENCES.indexOf(confidence)
      const day = set.days[at] ?? null
      const isOfDay = input.date === undefined || (day !== null && dateOfDay(day) === input.date)
      return rank >= least && isOfDay ? [at] : []
    })
    if (kept.length === 0) {
      throw new AppError(
        'nothing_valid',
        `none of ${counted(set.places.length, 'detection')} of ${set.layer.id} ${[...(input.date === undefined ? [] : [`is of ${input.date}`]), ...(least < 0 ? [] : [`has a confidence of ${input.least_confidence} or more`])].join(' and ')}; take more of them`,
      )
    }
    const byDay = new Map<string, { detections: number; power: number; measured: number }>()
    let undated = 0
    for (const at of kept) {
      const day = set.days[at] ?? null
      if (day === null) {
        undated++
        continue
      }
      const date = dateOfDay(day)
      const sums = byDay.get(date) ?? { detections: 0, power: 0, measured: 0 }
      const power = set.powers[at] ?? null
      byDay.set(date, {
        detections: sums.detections + 1,
        power: sums.power + (power ?? 0),
        measured: sums.measured + Number(power !== null),
      })
    }
    const days = [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))
    const powers = kept.map((at) => set.powers[at] ?? null).filter((power) => power !== null)
    const power = powers.reduce((sum, each) => sum + each, 0)
    const highest = powers.reduce((most, each) => Math.max(most, each), -Infinity)
    const hull = convexHull(inOneRun(kept.map((at) => set.places[at]!)))
    const area = hull.length > 3 ? geodesicRingArea(hull) : 0
    const confidences = CONFIDENCES.map((name) => ({
      name,
      detections: kept.filter((at) => set.confidences[at] === name).length,
    }))
    const untold = kept.filter((at) => (set.confidences[at] ?? null) === null).length
    const saved = await context.saveTable(
      {
        title: 'active fires by day',
        port: { kind: 'table' },
        unit: 'count',
        date: days.at(-1)?.[0] ?? null,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'date', unit: 'date' },
          { name: 'detections', unit: 'count' },
          { name: 'power', unit: 'MW' },
        ],
        rows: days.map(([date, sums]) => [date, sums.detections, sums.measured > 0 ? sums.power : null]),
      },
    )
    const peak = days.reduce<(typeof days)[number] | null>(
      (most, each) => (most === null || each[1].detections > most[1].detections ? each : most),
      null,
    )
    const on = { layer: set.layer.id }
    const isTold = untold < kept.length
    const megawatts = (name: string, value: number) =>
      quantity(name, value, { unit: 'MW', dimension: 'value', ...on })
    const warnings = [
      ...set.notes,
      ...(kept.length < set.places.length
        ? [
            `${counted(set.places.length - kept.length, 'detection')} ${[...(input.date === undefined ? [] : ['of other days']), ...(least < 0 ? [] : [`below ${input.least_confidence} confidence`])].join(' or ')} left out.`,
          ]
        : []),
      ...(undated > 0 ? [`${counted(undated, 'detection')} without a date: counted, but in no day.`] : []),
      ...(isTold && untold > 0 ? [`${counted(untold, 'detection')} without a confidence.`] : []),
      ...(powers.length > 0 && powers.length < kept.length
        ? [`${counted(kept.length - powers.length, 'detection')} without a radiative power.`]
        : []),
    ]
    return {
      text: [
        `${counted(kept.length, 'active fire detection')} of ${set.layer.id}, within a hull of ${figure(area / 1e6)} km².`,
        peak === null
          ? 'They carry no dates.'
          : `From ${days[0]![0]} to ${days.at(-1)![0]} on ${counted(days.length, 'day')}, most on ${peak[0]} (${peak[1].detections}); ${saved.id} lists the days.`,
        isTold
          ? `Confidence: ${confidences.map(({ name, detections }) => `${name} ${detections}`).join(', ')}.`
          : 'No confidence is told.',
        powers.length > 0
          ? `Radiative power ${figure(power)} MW in all, ${figure(power / powers.length)} MW a detection, up to ${figure(highest)} MW; a sum of snapshots, no energy.`
          : 'No radiative power is told.',
        'A detection is the centre of a pixel in which something burned, no burned area.',
        ...warnings,
      ].join(' '),
      numbers: [
        count('detections', kept.length, on),
        ...(isTold && least < 0
          ? confidences.map(({ name, detections }) => count('detections', detections, { group: name, ...on }))
          : []),
        count('days_with_fire', days.length, on),
        quantity('hull_area', area / 1e6, { unit: 'km2', dimension: 'area', ...on }),
        ...(powers.length > 0
          ? [
              megawatts('total_power', power),
              megawatts('mean_power', power / powers.length),
              megawatts('max_power', highest),
            ]
          : []),
      ],
      layers: [saved],
      labels: peak === null ? [] : [{ name: 'peak_day', value: peak[0] }],
      warnings,
      places:
        hull.length > 3
          ? [{ name: 'hull of the detections', geometry: { type: 'Polygon', coordinates: [hull] } }]
          : [],
      chart: {
        kind: 'bars',
        title: 'Detections by day',
        unit: 'count',
        rows: days.map(([date, { detections }]) => ({ label: date, value: detections })),
      },
    }
  },
})
