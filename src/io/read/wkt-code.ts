/** Zones of UTM by the names that ENVI and ESRI give them. */
const UTM_ZONES: readonly {
  readonly name: RegExp
  /** Code of a would-be zone 0. */
  readonly base: number
  readonly first: number
  readonly last: number
}[] = [
  { name: /^WGS_1984_UTM_Zone_(\d{1,2})N$/i, base: 32600, first: 1, last: 60 },
  { name: /^WGS_1984_UTM_Zone_(\d{1,2})S$/i, base: 32700, first: 1, last: 60 },
  { name: /^ETRS_1989_UTM_Zone_(\d{1,2})N$/i, base: 25800, first: 28, last: 38 },
  { name: /^NAD_1983_UTM_Zone_(\d{1,2})N$/i, base: 26900, first: 1, last: 23 },
  { name: /^SIRGAS_2000_UTM_Zone_(\d{1,2})N$/i, base: 31954, first: 11, last: 22 },
  { name: /^SIRGAS_2000_UTM_Zone_(\d{1,2})S$/i, base: 31960, first: 17, last: 25 },
]
/** The code at the end of a well-known text, of version 1 or 2: that of the whole system. */
const EPSG_OF_WKT = /(?:AUTHORITY\["EPSG",\s*"?(\d{4,6})"?\]|ID\["EPSG",\s*(\d{4,6})\])\s*\]\s*$/i

/** The EPSG code of a well-known text: the one it ends with, else that of the name ESRI gives the system. */
export function codeOfWkt(wkt: string): number | null {
  const [, first, second] = EPSG_OF_WKT.exec(wkt) ?? []
  const said = first ?? second
  return said === undefined ? codeOfName(wkt) : Number(said)
}

function codeOfName(wkt: string): number | null {
  const name = /^\s*PROJCS\["([A-Za-z0-9_]{1,80})"/i.exec(wkt)?.[1]
  if (name === undefined) return /^\s*GEOGCS\["(GCS_WGS_1984|WGS 84)"/i.test(wkt) ? 4326 : null
  if (/^WGS_1984_Web_Mercator(_Auxiliary_Sphere)?$/i.test(name)) return 3857
  for (const { name: pattern, base, first, last } of UTM_ZONES) {
    const zone = Number(pattern.exec(name)?.[1] ?? NaN)
    if (zone >= first && zone <= last) return base + zone
  }
  return null
}
