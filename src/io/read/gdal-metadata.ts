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
  for (const item of itemsOf(xml ?? '')) {
    const attributes = parseAttributes(item.attributes)
    // GDAL escapes the text of an item twice.
    const value = unescapeXml(unescapeXml(item.text))
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

/**
 * Attributes and text of each Item element. By hand, because a regular expression takes the square of its time on a text
 * made to mislead it.
 */
function* itemsOf(xml: string): Generator<{ readonly attributes: string; readonly text: string }> {
  let at = 0
  while ((at = xml.indexOf('<Item', at)) >= 0) {
    const from = at + '<Item'.length
    const end = xml.indexOf('>', from)
    if (end < 0) return
    at = end + 1
    if (!/[\s/>]/.test(xml[from]!)) continue
    if (xml[end - 1] === '/') {
      yield { attributes: xml.slice(from, end - 1), text: '' }
      continue
    }
    const close = xml.indexOf('<', at)
    if (close < 0) return
    if (xml.startsWith('</Item>', close))
      yield { attributes: xml.slice(from, end), text: xml.slice(at, close) }
    at = close
  }
}

/** Up to the first place that is no attribute. */
function parseAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>()
  // Tried at one place after the other and nowhere else, so its time grows with the text alone.
  const attribute = /\s*([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  for (let match = attribute.exec(text); match; match = attribute.exec(text)) {
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
