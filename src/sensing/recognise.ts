import { isMtlName, parseMtl, type MtlFacts } from './names/mtl.ts'
import { parseProductName, type ProductName } from './names/product-name.ts'
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
    const { mtl = null, metadata = null, fileIds = [] } = facts.get(key) ?? {}
    const lost = unreadable.map(parseProductName).filter((name): name is ProductName => name?.key === key)
    scenes.push(productScene(group, { mtl, metadata, fileIds, lost }))
  }
  return scenes
}

interface SideFacts {
  mtl?: MtlFacts
  metadata?: SentinelMetadata
  fileIds: string[]
}

/** What the file of a product and that of its granule say together. */
const both = (one: SentinelMetadata | undefined, other: SentinelMetadata): SentinelMetadata =>
  one === undefined
    ? other
    : {
        key: other.key,
        scaling: one.scaling ?? other.scaling,
        sunElevationDegrees: one.sunElevationDegrees ?? other.sunElevationDegrees,
        cloudPercent: one.cloudPercent ?? other.cloudPercent,
      }

function readSides(sides: readonly SideText[]): ReadonlyMap<string, SideFacts> {
  const byKey = new Map<string, SideFacts>()
  for (const { id, name, text, xml } of sides) {
    const mtl = isMtlName(name) ? parseMtl(text, xml) : null
    const metadata = isSentinelMetadataName(name) ? parseSentinelMetadata(text) : null
    const key = mtl?.key ?? metadata?.key
    if (key === undefined) continue
    const entry = byKey.get(key) ?? { fileIds: [] }
    byKey.set(key, entry)
    if (mtl) entry.mtl = mtl
    if (metadata) entry.metadata = both(entry.metadata, metadata)
    entry.fileIds.push(id)
  }
  return byKey
}
