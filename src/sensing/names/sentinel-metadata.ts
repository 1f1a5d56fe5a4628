import { parseProductName } from './product-name.ts'

/** What is used of a Sentinel-2 MTD_MSIL2A.xml. */
export interface SentinelMetadata {
  readonly key: string
  /** 400 for 04.00. */
  readonly baseline: number
  /** Added to DN before the division; 0 for products older than baseline 04.00; null where bands differ. */
  readonly addOffset: number | null
  readonly quantification: number
}

export function isSentinelMetadataName(path: string): boolean {
  return /(^|[/\\])MTD_MSIL2A\.xml$/i.test(path)
}

/** Reads the few values by pattern (no XML parser is run on foreign text); null where one is not there. */
export function parseSentinelMetadata(text: string): SentinelMetadata | null {
  const uri = /<PRODUCT_URI>\s*([\w.]{20,120})\s*</.exec(text)?.[1]
  const baseline = /<PROCESSING_BASELINE>\s*(\d{2})\.(\d{2})\s*</.exec(text)
  const quantification = Number(/<BOA_QUANTIFICATION_VALUE[^>]{0,80}>\s*(\d{1,7})\s*</.exec(text)?.[1] ?? NaN)
  const name = uri === undefined ? null : parseProductName(uri)
  if (name === null || baseline === null || !(quantification > 0)) return null
  const offsets = new Set(
    [...text.matchAll(/<BOA_ADD_OFFSET [^>]{0,80}>\s*(-?\d{1,6})\s*</g)].map((match) => Number(match[1])),
  )
  return {
    key: name.key,
    baseline: Number(baseline[1]! + baseline[2]!),
    addOffset: offsets.size === 0 ? 0 : offsets.size === 1 ? [...offsets][0]! : null,
    quantification,
  }
}
