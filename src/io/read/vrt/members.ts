import { AppError } from '../../../lib/errors.ts'
import type { ByteSource } from '../../types.ts'
import { clean } from '../cf/cf-file.ts'
import type { FormatInput, NeighbourFile, RasterFile } from '../format.ts'
import { unsupported } from './vrt-error.ts'

export interface Member {
  readonly id: string
  readonly raster: RasterFile
}

export type OpenMember = (input: FormatInput) => Promise<readonly RasterFile[]>

/** Names that are told where members are missing. */
const TOLD = 5

/** Members by the path that the virtual raster gives them. Throws unsupported_file where one was not given along. */
export async function openMembers(
  paths: readonly string[],
  { name, beside, signal }: FormatInput,
  open: OpenMember,
): Promise<ReadonlyMap<string, Member>> {
  const unique = [...new Set(paths)]
  const given = new Map(unique.map((path) => [path, opened(path, beside)]))
  const missing = unique.filter((path) => !given.get(path))
  if (missing.length > 0) {
    const more = missing.length > TOLD ? ` and ${missing.length - TOLD} more` : ''
    throw unsupported(
      `came without ${missing.slice(0, TOLD).map(clean).join(', ')}${more}, which it is made of; drop it together with all of its members, in the folders they lie in`,
    )
  }
  const members = new Map<string, Member>()
  try {
    for (const [path, file] of given as ReadonlyMap<string, Opened>) {
      const bytes = shared(file.bytes)
      const rasters = await open({
        bytes,
        name: `${folderOf(name)}${file.path}`,
        beside: (inner) => beside(`${folderOf(path)}${inner}`),
        signal,
      }).catch(async (error: unknown) => {
        await bytes.close?.()
        throw error instanceof AppError
          ? new AppError(
              error.code,
              `${clean(path)}, a member of the VRT: ${error.message}`,
              {},
              { cause: error },
            )
          : error
      })
      const [raster] = rasters
      if (!raster || rasters.length > 1) {
        for (const each of rasters) await each.close()
        throw unsupported(
          `is made of ${clean(path)}, which holds several rasters; write the one that is meant out with gdal_translate`,
        )
      }
      members.set(path, { id: file.id, raster })
    }
  } catch (error) {
    await closeMembers(members)
    throw error
  }
  return members
}

export async function closeMembers(members: ReadonlyMap<string, Member>): Promise<void> {
  for (const { raster } of members.values()) await raster.close()
}

interface Opened extends NeighbourFile {
  readonly path: string
}

const ENVI_PIXELS = /(^|[/\\])[^./\\]+$|\.(img|dat|bsq|bil|bip|raw|bin)$/i

/** The file of a path, or the header that tells how its pixels lie. */
function opened(path: string, beside: FormatInput['beside']): Opened | undefined {
  const headers = ENVI_PIXELS.test(path) ? [path.replace(/\.[^./\\]+$/, '') + '.hdr', `${path}.hdr`] : []
  for (const each of [...headers, path]) {
    const file = beside(each)
    if (file) return { ...file, path: each }
  }
  return undefined
}

const users = new WeakMap<ByteSource, number>()

/** The same file may be a member of several virtual rasters: the last of them closes it. */
function shared(bytes: ByteSource): ByteSource {
  users.set(bytes, (users.get(bytes) ?? 0) + 1)
  const { blob } = bytes
  return {
    size: bytes.size,
    read: (offset, length, signal) => bytes.read(offset, length, signal),
    ...('readNow' in bytes && {
      readNow: (offset: number, length: number) => bytes.readNow!(offset, length),
    }),
    ...(blob && { blob }),
    async close() {
      const left = users.get(bytes)! - 1
      users.set(bytes, left)
      if (left === 0) await bytes.close?.()
    },
  }
}

const folderOf = (path: string): string => /^(.*[/\\])?/.exec(path)?.[1] ?? ''
