import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { fitMotion } from '../../raster/kernels/motion-fit.ts'
import { metresPerDegree } from '../../raster/vector/local-plane.ts'
import { inOneRun } from '../../raster/vector/shape.ts'
import { count, counted, figure, quantity } from '../support/figures.ts'
import { motionWords } from '../support/motion-words.ts'
import { dateOfDay, pointArguments, POINT_NEEDS, pointSet } from '../support/point-set.ts'
import { defineTool } from '../tool.ts'

/** Below this share of scatter explained a motion is told with a warning. */
const WEAK = 0.1

export const detectionsDirectionTool = defineTool({
  name: 'detections_direction',
  family: 'direction',
  title: 'Direction of dated detections',
  summary:
    'Which way and how fast dated points moved, such as active fire detections or sightings: bearing from true north and speed by least squares, with standard errors.',
  source: 'doi:10.1071/WF08088',
  needs: POINT_NEEDS,
  gives: { kind: 'figures' },
  measures: [
    { name: 'bearing', dimension: 'angle' },
    { name: 'speed', dimension: 'speed' },
    { name: 'explained', dimension: 'ratio' },
    { name: 'sector', dimension: 'sector' },
  ],
  input: z.object(pointArguments),
  examples: [{ table: 'table-1' }, { points: 'points-1' }],
  async run(input, context) {
    throwIfAborted(context.signal)
    const set = await pointSet(context, input)
    throwIfAborted(context.signal)
    const dated = set.places.flatMap((at, index) => {
      const day = set.days[index] ?? null
      return day === null ? [] : [{ at, day }]
    })
    const moments = new Set(dated.map(({ day }) => day))
    if (moments.size < 2) {
      throw new AppError(
        'nothing_valid',
        `${counted(dated.length, 'point')} of ${set.layer.id} with a date, at ${counted(moments.size, 'different time')}: direction needs at least two times. ` +
          'Give points with a column date or time (yyyy-mm-dd)',
      )
    }
    const places = inOneRun(dated.map(({ at }) => at))
    const [east, north] = metresPerDegree(places)
    const [first] = places
    const motion = fitMotion({
      days: dated.map(({ day }) => day),
      east: places.map(([longitude]) => (longitude - first![0]) * east),
      north: places.map(([, latitude]) => (latitude - first![1]) * north),
    })
    if (!Number.isFinite(motion.speed)) {
      throw new AppError(
        'nothing_valid',
        `the points of ${set.layer.id} stay where they are on average over their ${moments.size} times, so there is no direction`,
      )
    }
    const days = dated.map(({ day }) => day)
    const [from, to] = days.reduce<readonly [number, number]>(
      ([low, high], day) => [Math.min(low, day), Math.max(high, day)],
      [Infinity, -Infinity],
    )
    const told = motionWords(motion, { layer: set.layer.id })
    const left = set.places.length - dated.length
    const warnings = [
      ...set.notes,
      ...(left > 0 ? [`${counted(left, 'point')} without a date left out.`] : []),
      ...(motion.explained < WEAK
        ? [
            `The motion explains only ${figure(motion.explained * 100)} % of the scatter of the points: they mostly lie side by side at the same times, so the bearing is weak evidence.`,
          ]
        : []),
    ]
    return {
      text: [
        `${counted(dated.length, 'point')} of ${set.layer.id} at ${counted(moments.size, 'time')}, ${dateOfDay(from)} to ${dateOfDay(to)}: ${told.text}.`,
        'Points count as independent; detections of one overpass are not, so errors are on the small side.',
        ...warnings,
      ].join(' '),
      numbers: [
        ...told.numbers,
        count('points', dated.length, { layer: set.layer.id }),
        quantity('time_span', to - from, { unit: 'days', dimension: 'time', layer: set.layer.id }),
      ],
      labels: told.labels,
      warnings,
    }
  },
})
