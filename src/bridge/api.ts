import type { Edge, JournalRow, MemorySnapshot } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { ToolCall, ToolOutcome } from '../trace/call.ts'
import type { RunEvent, RunRecord } from '../trace/events.ts'
import type { AddResult, Probe, SceneOverride, TileRequest } from '../trace/data.ts'
import type { Layer, LayerId } from '../trace/layer.ts'

export interface DroppedFile {
  /** Path inside the dropped folder or the bare name. */
  readonly name: string
  readonly file: File
}

/** workers/raster.ts: io, tools, pixels, rendering. */
export interface RasterApi {
  addFiles(
    files: readonly DroppedFile[],
    onProgress: (fraction: number, note: string) => void,
  ): Promise<AddResult>
  layers(): Promise<readonly Layer[]>
  removeLayer(id: LayerId): Promise<void>
  override(id: LayerId, change: SceneOverride): Promise<Layer>
  specs(): Promise<readonly ToolSpec[]>
  /** Never rejects for a tool's failure: that is an outcome. Rejects with AbortError after `cancel(callId)`. */
  runTool(
    call: ToolCall,
    callId: string,
    onProgress: (fraction: number, note: string) => void,
  ): Promise<ToolOutcome>
  cancel(callId: string): Promise<void>
  renderTile(request: TileRequest): Promise<ImageBitmap>
  probe(id: LayerId, x: number, y: number): Promise<Probe | null>
  features(id: LayerId): Promise<string>
  /** A file that `export_layer` made. */
  file(name: string): Promise<Blob>
  /** Opens a port for the agent worker. */
  connect(port: MessagePort): void
}

export interface MemoryView {
  readonly snapshot: MemorySnapshot
  readonly journal: readonly JournalRow[]
  readonly edges: readonly Edge[]
}

export interface WriteState {
  /** False in a second tab: reading only until the first one closes. */
  readonly writable: boolean
  readonly persisted: boolean
  readonly usageBytes: number
  readonly quotaBytes: number
}

/** workers/agent.ts: the loop, memory, retrieval. */
export interface AgentApi {
  /** A port whose other end the raster worker holds. */
  connect(port: MessagePort): void
  /** Runs one question to its end and gives the stored record; events come as they happen. */
  ask(question: string, onEvent: (event: RunEvent) => void): Promise<RunRecord>
  stop(): Promise<void>
  verdict(runId: string, verdict: 'up' | 'down'): Promise<RunRecord>
  runs(): Promise<readonly RunRecord[]>
  memory(): Promise<MemoryView>
  /** Takes back what one journal row changed, by a new row. */
  undo(seq: number): Promise<MemoryView>
  writeState(): Promise<WriteState>
}
