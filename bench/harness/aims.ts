import type { Aim, Row } from './bench.ts'

/** What became of the aims: a line each, and how many were missed. */
export interface AimReport {
  readonly lines: readonly string[]
  readonly missed: number
}

/**
 * Compares rows with stated aims. An aim whose row is absent is missed, unless the run was narrowed by options:
 * then it was not measured and does not count.
 */
export function checkAims(aims: readonly Aim[], rows: readonly Row[], narrowed: boolean): AimReport {
  const lines: string[] = []
  let missed = 0
  for (const aim of aims) {
    const wanted = rows.filter(
      (row) =>
        row.name === aim.row && Object.entries(aim.where ?? {}).every(([key, value]) => row[key] === value),
    )
    const label = [aim.row, ...Object.values(aim.where ?? {}), aim.figure].join(' ')
    const bounds = [
      ...(aim.atLeast === undefined ? [] : [`at least ${aim.atLeast}`]),
      ...(aim.atMost === undefined ? [] : [`at most ${aim.atMost}`]),
    ].join(' and ')
    if (wanted.length === 0) {
      if (!narrowed) missed++
      lines.push(`aim ${label} ${bounds}: not measured`)
    }
    for (const row of wanted) {
      const value = row[aim.figure]
      const held =
        typeof value === 'number' && value >= (aim.atLeast ?? -Infinity) && value <= (aim.atMost ?? Infinity)
      if (!held) missed++
      lines.push(`aim ${label} ${bounds}: ${held ? 'held' : 'MISSED'} with ${value ?? 'no figure'}`)
    }
  }
  return { lines, missed }
}
