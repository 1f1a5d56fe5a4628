/** One method, stage or variant; flat figures with the unit in the key (`seconds`, `peak_mb`, `recall_at_20`). */
export interface Row {
  readonly name: string
  readonly [figure: string]: number | string
}

/** A stated bound on a figure of the rows with this name (and, where given, these other values). */
export interface Aim {
  readonly row: string
  readonly where?: Readonly<Record<string, string>>
  readonly figure: string
  readonly atLeast?: number
  readonly atMost?: number
}

/** Finished parts of a long run, kept on disk until the run is over, so that a killed run goes on. Values are JSON. */
export interface PartCache {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

export interface BenchContext {
  /** The folder of shared data (GEOFORGE_SHARED, by default `../shared`). */
  readonly shared: string
  readonly options: Readonly<Record<string, string>>
  /** A line for the person who waits, on stderr. */
  readonly progress: (note: string) => void
  readonly cache: PartCache
  /** Folder, git-ignored, for what outlives a run (vectors). */
  readonly workFolder: string
}

/** What each file of bench/benches and bench/suites exports as `bench`. */
export interface Bench {
  readonly name: string
  readonly title: string
  /** Options it reads, with their meaning. Where given, any other option is refused. */
  readonly options?: Readonly<Record<string, string>>
  readonly aims?: readonly Aim[]
  /** Seeds that it draws from with these options, by what for; they are written down with the figures. */
  readonly seeds?: (options: Readonly<Record<string, string>>) => Readonly<Record<string, number>>
  run(context: BenchContext): Promise<readonly Row[]>
}
