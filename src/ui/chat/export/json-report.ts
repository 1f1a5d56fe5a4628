import type { ReportFrame, RunReport } from './run-report.ts'

/** Goes up when a reader of an older file would misread a newer one. */
const VERSION = 1

/** The stored runs for programs, with what is known of their layers; pixels are not in it. */
export function jsonReport(reports: readonly RunReport[], { version, madeAt }: ReportFrame): string {
  const layers = new Map(reports.flatMap(({ layers }) => layers.map(({ id, layer }) => [id, layer] as const)))
  return JSON.stringify(
    {
      format: 'geoforge-runs',
      version: VERSION,
      app: { name: 'GeoForge', version },
      exportedAt: new Date(madeAt).toISOString(),
      runs: reports.map(({ record }) => record),
      layers: [...layers].map(([id, layer]) =>
        layer === null
          ? { id, removed: true }
          : {
              id,
              title: layer.title,
              kind: layer.kind,
              port: layer.port,
              unit: layer.unit,
              date: layer.date,
              fingerprint: layer.fingerprint,
              lineage: layer.lineage,
              scene: layer.scene && {
                sensor: layer.scene.sensor,
                level: layer.scene.level,
                quantity: layer.scene.quantity,
                assumptions: layer.scene.assumptions,
              },
              grid: layer.grid && {
                width: layer.grid.width,
                height: layer.grid.height,
                transform: layer.grid.transform,
                crs: layer.grid.crs.id,
              },
            },
      ),
    },
    null,
    2,
  )
}
