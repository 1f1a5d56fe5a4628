/** The text of a GDAL_METADATA tag, or null where there is nothing to say. The same scale and offset for every band. */
export function gdalMetadata(said: {
  readonly items: Readonly<Record<string, string>>
  readonly bands: number
  readonly scale: number | null
  readonly offset: number | null
}): string | null {
  const lines = Object.entries(said.items).map(
    ([name, value]) => `  <Item name="${escapeXml(name)}">${escapeXml(value)}</Item>`,
  )
  for (let band = 0; band < said.bands; band++) {
    if (said.offset !== null) {
      lines.push(`  <Item name="OFFSET" sample="${band}" role="offset">${said.offset}</Item>`)
    }
    if (said.scale !== null)
      lines.push(`  <Item name="SCALE" sample="${band}" role="scale">${said.scale}</Item>`)
  }
  return lines.length > 0 ? `<GDALMetadata>\n${lines.join('\n')}\n</GDALMetadata>\n` : null
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
