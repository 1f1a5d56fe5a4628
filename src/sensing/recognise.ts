import { isMtlName, parseMtl, type MtlFacts } from './names/mtl.ts'
import { parseProductName, productOf, type ProductName } from './names/product-name.ts'
import {
  isSentinelMetadataName,
  parseSentinelMetadata,
  type SentinelMetadata,
} from './names/sentinel-metadata.ts'
import { genericScene } from './scene/generic-scene.ts'
import { productScene, type ProductFile } from './scene/product-scene.ts'
import type { SensedFile, SensedScene, SideText } from './scene/sensed.ts'

/** True for text files that tell something about rasters beside them and are worth reading. */
export function isSideFile(path: string): boolean {
  return isMtlName(path) || isSentinelMetadataName(path)
}

/**
 * Groups files into scenes: those of one acquisition (sensor, date, tile or path and row) into one, any other file
 * into one of its own. Nothing is read but headers and the given texts. `unreadable` names files that could not be
 * opened, so that their scene can say which band it lacks.
 */
export function recognise(
  files: readonly SensedFile[],
  sides: readonly SideText[],
  unreadable: readonly string[] = [],
): SensedScene[] {
  const groups = new Map<string, ProductFile[]>()
  const scenes: SensedScene[] = []
  for (const file of files) {
    const name = parseProductName(file.header.fileName)
    if (name === null) scenes.push(genericScene(file))
    else groups.set(name.key, [...(groups.get(name.key) ?? []), { file, name }])
  }
  const facts = readSides(sides)
  for (const [key, group] of groups) {
    const products = new Set(group.flatMap(({ name }) => name.product ?? []))
    // Products of one acquisition are scaled each by its own baseline, so that each is a scene of its own.
    const [first, ...others] = products.size > 1 ? products : [undefined]
    for (const product of [first, ...others]) {
      const isOf = (known: string | undefined) => product === undefined || (known ?? first) === product
      const told = facts.filter((side) => side.key === key && isOf(side.product))
      const lost = unreadable
        .map(parseProductName)
        .filter((name): name is ProductName => name?.key === key && isOf(name.product))
      const scene = productScene(
        group.filter(({ name }) => isOf(name.product)),
        {
          mtl: told.findLast(({ mtl }) => mtl)?.mtl ?? null,
          metadata: told.reduce<SentinelMetadata | null>(both, null),
          fileIds: told.map(({ id }) => id),
          lost,
        },
      )
      scenes.push(product === first ? scene : { ...scene, key: `${key}|${product}` })
    }
  }
  return scenes
}

interface SideFacts {
  readonly id: string
  readonly key: string
  readonly product: string | undefined
  readonly mtl: MtlFacts | null
  readonly metadata: SentinelMetadata | null
}

/** What the file of a product and that of its granule say together. */
const both = (one: SentinelMetadata | null, { metadata: other }: SideFacts): SentinelMetadata | null =>
  one === null || other === null
    ? (one ?? other)
    : {
        key: other.key,
        scaling: one.scaling ?? other.scaling,
        sunElevationDegrees: one.sunElevationDegrees ?? other.sunElevationDegrees,
        cloudPercent: one.cloudPercent ?? other.cloudPercent,
      }

const readSides = (sides: readonly SideText[]): readonly SideFacts[] =>
  sides.flatMap(({ id, name, text, xml }) => {
    const mtl = isMtlName(name) ? parseMtl(text, xml) : null
    const metadata = isSentinelMetadataName(name) ? parseSentinelMetadata(text) : null
    const key = mtl?.key ?? metadata?.key
    return key === undefined ? [] : [{ id, key, product: productOf(name), mtl, metadata }]
  })
