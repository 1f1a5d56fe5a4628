import type { Assumption } from '../../trace/layer.ts'
import { isByHand } from './describe-scene.ts'

/** Where an assumption comes from. 'product': a rule of the product that no file states. */
export type Origin = 'hand' | 'metadata' | 'folder' | 'name' | 'file' | 'product' | 'none'

/** The first that fits; the reasons are sentences of src/sensing, and a test holds the two together. */
const SIGNS: readonly (readonly [sign: RegExp, origin: Origin])[] = [
  [/fill value of these products/, 'product'],
  [
    /^(no |neither |nothing |name and tags follow no |the files? (states? no|names no|does not|could not))/,
    'none',
  ],
  [/stand in the _MTL\.txt|stand in MTD_MSIL(1C|2A)\.xml/, 'metadata'],
  [/product names?|product's name|name of the product/, 'folder'],
  [/file names?\b|files are named|name or description/, 'name'],
  [/in the file\b|tag of the file|the file (carries|holds a single)|transparent are no data/, 'file'],
]

export function originOf({ why }: Assumption): Origin {
  if (isByHand(why)) return 'hand'
  return SIGNS.find(([sign]) => sign.test(why))?.[1] ?? 'product'
}
