import type { ProxyMarked } from 'comlink'
import type { Suggestion } from '../agent/index.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { ToolCall, ToolOutcome } from '../trace/call.ts'
import type { MemoryMode, RunEvent, RunRecord } from '../trace/events.ts'
import type {
  AddResult,
  DrawnGeometry,
  LayerAbout,
  Legend,
  Probe,
  SceneOverride,
  TileRequest,
} from '../trace/data.ts'
import type { Keeps } from '../trace/keeps.ts'
import type { Layer, LayerId, LayerStyle, StyleRange } from '../trace/layer.ts'
import type { MadeRaster } from '../trace/made-raster.ts'
import type { ListedRecipe, Recipe } from '../trace/recipe.ts'
import type { TableOrder, TableView } from '../trace/table.ts'
import type { UnitWishes } from '../trace/units.ts'
import type { ModelState } from './language.ts'
import type { BackupApi } from './backup-api.ts'
import type { MemoryApi } from './memory-api.ts'

export interface DroppedFile {
  /** Path inside the dropped folder or the bare name. */
  readonly name: string
  readonly file: File
}

/** What the page asks of either worker; the clients of src/bridge call it, nobody else. */
export interface WorkerLife {
  /**
   * Resolves when the worker is ready. From then on it holds the Web Lock `lifeLock`, so that the page, which waits
   * for the same lock, learns of its death however it dies. `onProblem` hears why the store closed.
   */
  begin(lifeLock: string, onProblem: (message: string) => void): Promise<void>
  /** Tells the store whether this tab is the one that may write. Writes wait for the first word. */
  setWritable(writable: boolean): Promise<void>
}

/** workers/raster.ts: io, tools, pixels, rendering. */
export interface RasterApi {
  /** A `callId` makes a call one that `cancel` can stop; it then rejects with AbortError. */
  addFiles(
    files: readonly DroppedFile[],
    onProgress: (fraction: number, note: string) => void,
    callId?: string,
  ): Promise<AddResult>
  /** Writes made bands as GeoTIFFs, to be added as if they had been dropped. */
  makeFiles(rasters: readonly MadeRaster[]): Promise<readonly DroppedFile[]>
  layers(): Promise<readonly Layer[]>
  removeLayer(id: LayerId): Promise<void>
  override(id: LayerId, change: SceneOverride): Promise<Layer>
  /** Draws a layer in another way from now on, as it was made for null. */
  restyle(id: LayerId, style: LayerStyle | null): Promise<Layer>
  /** Tools of the library and recipes that can run. */
  specs(): Promise<readonly ToolSpec[]>
  recipes(): Promise<readonly ListedRecipe[]>
  /** Rejects with invalid_input for a name that is taken or no name, unknown_tool, read_only in a reading tab. */
  saveRecipe(recipe: Recipe, title: string): Promise<void>
  removeRecipe(name: string): Promise<void>
  /** Never rejects for a tool's failure: that is an outcome. Rejects with AbortError after `cancel(callId)`. */
  runTool(
    call: ToolCall,
    callId: string,
    onProgress: (fraction: number, note: string) => void,
  ): Promise<ToolOutcome>
  cancel(callId: string): Promise<void>
  renderTile(request: TileRequest, callId?: string): Promise<ImageBitmap>
  /** Null for pictures, classes, masks and layers without pixels, whose style says all. */
  legend(id: LayerId, style: LayerStyle): Promise<Legend | null>
  /** The values between which the colours of each drawn band are spread: three of a picture, none of classes without pixels. */
  ranges(id: LayerId, style: LayerStyle): Promise<readonly StyleRange[]>
  about(id: LayerId): Promise<LayerAbout>
  probe(id: LayerId, x: number, y: number): Promise<Probe | null>
  /** Square metres on the ellipsoid. Rejects with invalid_input for a shape that is none. */
  areaOf(geometry: DrawnGeometry): Promise<number>
  features(id: LayerId): Promise<string>
  table(id: LayerId, order: TableOrder): Promise<TableView>
  /** A file that `export_layer` made. */
  file(name: string): Promise<Blob>
  /** Opens a port for the agent worker. */
  connect(port: MessagePort): void
}

export interface WriteState {
  /** False in a second tab: reading only until the first one closes. */
  readonly writable: boolean
  readonly persisted: boolean
  readonly usageBytes: number
  readonly quotaBytes: number
  /** What of the work outlives this visit. */
  readonly keeps: Keeps
  /** Why nothing can be stored or read now (a newer page took the database, say), for people; else null. */
  readonly problem: string | null
}

/** workers/agent.ts: the loop, memory, retrieval. */
export interface AgentApi {
  /** The memory as people look at it and change it; called through, so it stays where it is. */
  readonly memory: MemoryApi & ProxyMarked
  readonly backup: BackupApi & ProxyMarked
  /** A port whose other end the raster worker holds. */
  connect(port: MessagePort): void
  /** A port whose other end is a LanguageApi on the page, for the models that only it can reach. */
  connectPage(port: MessagePort): void
  /**
   * Loads the language model that the person chose, in place of another one, or lets go of it where the planner was
   * chosen. A model that failed is tried `again` only where that is wanted. What comes of it is the state; rejects where
   * the store does.
   */
  prepareModel(again: boolean, onProgress: (fraction: number, note: string) => void): Promise<ModelState>
  /** Stops what is being loaded: the runs to come are the planner's until a model is prepared again. */
  leaveModel(): Promise<void>
  modelState(): Promise<ModelState>
  /**
   * Runs one question to its end and gives the stored record; events come as they happen. `memory`: what the session does
   * with it; absent: all. `units`: those of the answer where the question names none.
   */
  ask(
    question: string,
    onEvent: (event: RunEvent) => void,
    memory?: MemoryMode,
    units?: UnitWishes,
  ): Promise<RunRecord>
  /** Asks the question of a run that was cut off again; what it measured is not measured twice. */
  resume(runId: string, onEvent: (event: RunEvent) => void, units?: UnitWishes): Promise<RunRecord>
  stop(): Promise<void>
  verdict(runId: string, verdict: 'up' | 'down'): Promise<RunRecord>
  runs(): Promise<readonly RunRecord[]>
  /** A run as it is stored, event by event; null where it was erased. */
  run(runId: string): Promise<RunRecord | null>
  /**
   * Questions that the loaded data can answer, best first; with the run that was answered last, what goes on from it. None
   * while a question is being answered, which goes first.
   */
  suggestions(lastRunId: string | null, memory: MemoryMode): Promise<readonly Suggestion[]>
  writeState(): Promise<WriteState>
}
