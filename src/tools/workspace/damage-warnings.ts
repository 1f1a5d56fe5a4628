import type { watchDamage } from '../../io/read/damaged-blocks.ts'
import type { Layer } from '../../trace/layer.ts'
import { counted } from '../support/figures.ts'

/** A warning for each layer whose files have damaged blocks that a run came upon. */
export function damageWarnings(
  layers: readonly Layer[],
  { found }: Pick<ReturnType<typeof watchDamage>, 'found'>,
): string[] {
  return layers.flatMap((layer) => {
    const files = new Set(layer.scene?.bands.map(({ fileFingerprint }) => fileFingerprint))
    const blocks = [...files].reduce((sum, file) => sum + (found.get(file ?? '')?.size ?? 0), 0)
    if (blocks === 0) return []
    return [
      `${counted(blocks, 'tile')} of ${layer.id} cannot be decoded, as the file is damaged; the pixels there count as no data. ` +
        'Copy or download the file again.',
    ]
  })
}
