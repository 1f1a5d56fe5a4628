/** What a GDAL_METADATA tag says. Texts are untrusted. */
export interface GdalMetadata {
  /** Items of the data set as a whole, default domain. */
  readonly items: Readonly<Record<string, string>>
  readonly bands: ReadonlyMap<
    number,
    {
      readonly scale?: number
      readonly offset?: number
      readonly description?: string
      /** True where the band is opacity and no data. */
      readonly isAlpha?: true
    }
  >
}

/** Parses the tag's small XML dialect (gdal.org, GTiff driver); anything but its Item elements is passed over. */
export function parseGdalMetadata(xml: string | null): GdalMetadata {
  const items: Record<string, string> = Object.create(null) as Record<string, string>
  const bands = new Map<number, { scale?: number; offset?: number; description?: string; isAlpha?: true }>()
  for (const match of (xml ?? '').matchAll(/<Item\b([^>]*?)(?:\/>|>([^<]*)<\/Item>)/g)) {
    const attributes = parseAttributes(match[1]!)
    const value = unescapeXml(match[2] ?? '')
    const name = attributes.get('name')
    if (name === undefined) continue
    const sample = attributes.get('sample')
    const role = attributes.get('role')
    if (sample === undefined) {
      if (!attributes.has('domain')) items[name] = value
      continue
    }
    const band = bands.get(Number(sample)) ?? {}
    const number = value.trim() === '' ? NaN : Number(value)
    if (role === 'scale' && Number.isFinite(number)) band.scale = number
    if (role === 'offset' && Number.isFinite(number)) band.offset = number
    if (role === 'description') band.description = value
    if (role === 'colorinterp' && /^alpha$/i.test(value.trim())) band.isAlpha = true
    bands.set(Number(sample), band)
  }
  return { items, bands }
}

function parseAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const match of text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found.set(match[1]!, unescapeXml(match[2] ?? match[3] ?? ''))
  }
  return found
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = decimal !== undefined ? Number(decimal) : parseInt(hex!, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
