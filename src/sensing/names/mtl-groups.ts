import type { XmlElement } from '../../io/read/xml.ts'

/** Keys and values of each group of a Landsat metadata file. Foreign text. */
export type MtlGroups = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The groups of a metadata file in any of its three forms; empty where the text is of none. */
export function mtlGroups(text: string, xml: XmlElement | undefined): MtlGroups {
  if (xml) return groupsOfXml(xml)
  return /^\s*\{/.test(text) ? groupsOfJson(text) : groupsOfText(text)
}

/** `GROUP = NAME` … `KEY = VALUE` … `END_GROUP`; keys outside a group and quotes are dropped. */
function groupsOfText(text: string): MtlGroups {
  const groups = new Map<string, Map<string, string>>()
  let current: Map<string, string> | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, key, raw] = /^\s*([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key === undefined || raw === undefined) continue
    const value = raw.replace(/^"(.*)"$/, '$1')
    if (key === 'GROUP') {
      current = groups.get(value) ?? new Map<string, string>()
      groups.set(value, current)
    } else if (key !== 'END_GROUP') {
      current?.set(key, value)
    }
  }
  return groups
}

/** One object around the groups, values as texts; some are written as numbers. */
function groupsOfJson(text: string): MtlGroups {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch {
    return new Map()
  }
  const named = entries(entries(whole)[0]?.[1]).map(([group, values]): [string, Map<string, string>] => [
    group,
    new Map(entries(values).map(([key, value]) => [key, String(value)])),
  ])
  return new Map(named)
}

/** One element around the groups. */
const groupsOfXml = (root: XmlElement): MtlGroups =>
  new Map(
    root.children.map(({ name, children }) => [
      name,
      new Map(children.map((value) => [value.name, value.text])),
    ]),
  )

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
