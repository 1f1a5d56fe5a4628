import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bandPair } from './band-pair.ts'

/** ESA's layout of a Sentinel-2 band: lossless, tiles of 1024 × 1024 pixels, six resolutions. */
const OPTIONS = [
  'REVERSIBLE=YES',
  'QUALITY=100',
  'BLOCKXSIZE=1024',
  'BLOCKYSIZE=1024',
  'RESOLUTIONS=6',
].flatMap((option) => ['-co', option])

/** The bands of the raster bench as JPEG 2000, written once by gdal_translate. */
export async function jp2Pair(
  workFolder: string,
  side: number,
  progress: (note: string) => void,
): Promise<{ readonly red: string; readonly nir: string }> {
  const folder = join(workFolder, 'formats')
  mkdirSync(folder, { recursive: true })
  const bands = await bandPair(join(workFolder, 'band-pair'), side, progress)
  const make = (band: 'red' | 'nir') => {
    const path = join(folder, `${band}-${side}.jp2`)
    if (existsSync(path)) return path
    progress(`writing ${band} of ${side} × ${side} pixels as JPEG 2000`)
    const unfinished = join(folder, `${band}.part.jp2`)
    execFileSync('gdal_translate', ['-q', '-of', 'JP2OpenJPEG', ...OPTIONS, bands[band], unfinished])
    renameSync(unfinished, path)
    rmSync(`${unfinished}.aux.xml`, { force: true })
    return path
  }
  return { red: make('red'), nir: make('nir') }
}
