import type { Layer } from '../../trace/layer.ts'
import type { MadeRaster } from '../../trace/made-raster.ts'

/** Which of the loaded layers are the lesson's scenes, and whether all of its dates are there. */
export function lessonLayers(layers: readonly Layer[], rasters: readonly MadeRaster[]) {
  const [first] = rasters
  const dates = new Set(rasters.map(({ name }) => dayOf(name)))
  const isOwn = ({ scene, date, grid, missing }: Layer) =>
    scene !== null &&
    missing === undefined &&
    dates.has((date ?? '').slice(0, 10)) &&
    grid?.crs.id === `EPSG:${first?.epsg}` &&
    grid.transform[2] === first?.west &&
    grid.transform[5] === first.north
  const own = layers.filter(isOwn)
  const there = new Set(own.map(({ date }) => date?.slice(0, 10)))
  return {
    loaded: [...dates].every((date) => there.has(date)),
    others: layers.filter((layer) => layer.scene !== null && !isOwn(layer)),
    notOwn: layers.filter((layer) => !isOwn(layer)),
  }
}

/** 'T33TVN_20230620T…' as '2023-06-20'. */
const dayOf = (name: string) => name.replace(/^T\w{5}_(\d{4})(\d\d)(\d\d)T.*$/, '$1-$2-$3')
