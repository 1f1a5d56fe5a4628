import type { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { fits, hasBand } from '../../trace/fits.ts'
import type { ToolCall } from '../../trace/call.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { Port } from '../../trace/port.ts'
import type { Tool } from '../tool.ts'

export interface CheckedCall {
  readonly tool: Tool
  readonly args: Readonly<Record<string, unknown>>
  /** Layers named by arguments, each once. */
  readonly inputs: readonly Layer[]
}

/**
 * Finds the tool, parses its arguments and checks each layer against its port.
 * Throws unknown_tool, invalid_input, layer_missing, read_failed, band_missing, scaling_unknown.
 */
export function checkCall(
  call: ToolCall,
  tools: readonly Tool[],
  layer: (id: LayerId) => Layer,
): CheckedCall {
  const tool = tools.find(({ name }) => name === call.tool)
  if (!tool) {
    throw new AppError('unknown_tool', `there is no such tool; the tools are ${namesOf(tools)}`)
  }
  const args = parseArgs(tool, call.args)
  const inputs = new Map<LayerId, Layer>()
  for (const [argument, need] of Object.entries(tool.needs)) {
    for (const id of idsIn(args[argument])) {
      const found = layer(id)
      checkPort({ tool: tool.name, argument, need, layer: found })
      inputs.set(id, found)
    }
  }
  return { tool, args, inputs: [...inputs.values()] }
}

function parseArgs(tool: Tool, args: ToolCall['args']): Readonly<Record<string, unknown>> {
  const known = Object.keys(tool.input.shape)
  const strange = Object.keys(args).filter((name) => !known.includes(name))
  if (strange.length > 0) {
    throw new AppError(
      'invalid_input',
      `${tool.name} does not take ${strange.join(', ')}; it takes ${known.join(', ') || 'no arguments'}`,
    )
  }
  const parsed = tool.input.safeParse(args)
  if (!parsed.success) throw new AppError('invalid_input', `${tool.name}: ${issuesText(parsed.error)}`)
  return parsed.data
}

function issuesText(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ')
}

function idsIn(value: unknown): readonly LayerId[] {
  return [value].flat().filter((id): id is LayerId => typeof id === 'string')
}

interface Check {
  readonly tool: string
  readonly argument: string
  readonly need: Port
  readonly layer: Layer
}

function checkPort({ tool, argument, need, layer }: Check): void {
  const details = { layer: layer.id, argument }
  if (layer.missing !== undefined) {
    throw new AppError(
      'read_failed',
      `the pixels of ${layer.id} cannot be reached: ${layer.missing}`,
      details,
    )
  }
  if (fits(need, layer.port)) return
  const found = `${tool} needs ${describePort(need)} as ${argument}; ${layer.id} is ${describePort(layer.port)}`
  const wanted = need.kind === 'rasters' ? need.of : need
  const have = layer.port
  if (wanted.kind !== 'raster' || have.kind !== 'raster') {
    throw new AppError('invalid_input', `${found}; give another layer`, details)
  }
  const lacking = (wanted.bands ?? []).filter((band) => !hasBand(have.bands ?? [], band))
  const isLoaded = layer.scene !== null
  if (isLoaded && lacking.length > 0) {
    const missing = lacking.join(', ')
    throw new AppError(
      'band_missing',
      `${found}; the bands ${missing} are missing: add their files or name the bands of the scene`,
      {
        ...details,
        missing: lacking,
      },
    )
  }
  if (have.quantity === 'raw' && [wanted.quantity].flat().includes('reflectance')) {
    throw new AppError(
      'scaling_unknown',
      `${found}; its scaling is unknown: set scale and offset of ${layer.id} or add its metadata file`,
      details,
    )
  }
  throw new AppError('invalid_input', `${found}; give another layer`, details)
}

/** 'a reflectance raster with bands nir, swir2'. */
export function describePort(port: Port): string {
  if (port.kind === 'rasters') return `rasters, each ${describePort(port.of)}`
  if (port.kind === 'data') return 'one raster, vector or table'
  if (port.kind !== 'raster') return `a ${port.kind}`
  const quantity = [port.quantity].flat().join(' or ')
  const bands = port.bands?.length ? ` with bands ${port.bands.join(', ')}` : ''
  return `a raster of ${quantity}${port.meaning ? ` (${port.meaning})` : ''}${bands}`
}

function namesOf(tools: readonly Tool[]): string {
  return tools
    .filter(({ internal }) => !internal)
    .map(({ name }) => name)
    .join(', ')
}
