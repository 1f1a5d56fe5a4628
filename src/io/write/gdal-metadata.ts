/** What a file says of one band beside its pixels. */
export interface BandWords {
  readonly name: string | null
  readonly scale: number | null
  readonly offset: number | null
}

/** The text of a GDAL_METADATA tag (gdal.org, GTiff driver), or null where there is nothing to say. */
export function gdalMetadata(
  items: Readonly<Record<string, string>>,
  bands: readonly BandWords[],
): string | null {
  const lines = Object.entries(items).map(
    ([name, value]) => `  <Item name="${escapeXml(name)}">${escapeText(value)}</Item>`,
  )
  for (const [band, { name, scale, offset }] of bands.entries()) {
    const add = (item: string, value: string) =>
      lines.push(`  <Item name="${item}" sample="${band}" role="${item.toLowerCase()}">${value}</Item>`)
    if (offset !== null) add('OFFSET', String(offset))
    if (scale !== null) add('SCALE', String(scale))
    if (name !== null) add('DESCRIPTION', escapeText(name))
  }
  return lines.length > 0 ? `<GDALMetadata>\n${lines.join('\n')}\n</GDALMetadata>\n` : null
}

/** GDAL escapes the text of an item twice, and undoes it twice. */
const escapeText = (text: string) => escapeXml(escapeXml(text))

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
