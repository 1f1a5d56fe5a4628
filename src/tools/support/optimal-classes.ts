import { AppError } from '../../lib/errors.ts'
import { optimalBreaks } from '../../raster/kernels/segmentation/optimal-breaks.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import { counted, figure, percent } from './figures.ts'
import { classesByBreaks, groupsOf, readValues } from './value-classes.ts'
import type { ToolContext, ToolResult } from '../tool.ts'

/** Classes with the least variance within them. Throws nothing_valid where there are fewer values than classes. */
export async function optimalClasses(
  context: ToolContext,
  input: { readonly layer: LayerId; readonly band?: BandName | undefined; readonly classes: number },
  how: string,
): Promise<ToolResult> {
  const values = await readValues(context, input)
  const groups = await groupsOf(values, context.signal)
  const found = optimalBreaks(groups, input.classes)
  if (!found) {
    throw new AppError(
      'nothing_valid',
      `${values.layer.id} holds ${counted(groups.counts.length, 'different value')}, too few for ${input.classes} classes; ask for fewer`,
    )
  }
  const result = await classesByBreaks(context, values, { breaks: found.breaks, how, name: 'classes' })
  const exact = groups.error > 0 ? ` Breaks are right to ${figure(groups.error)}.` : ''
  return {
    ...result,
    text: `${result.text} The classes explain ${figure(found.explained * 100)} % of the variance.${exact}`,
    numbers: [
      ...(result.numbers ?? []),
      percent('explained_share', found.explained, { layer: result.layers[0]!.id }),
    ],
  }
}
