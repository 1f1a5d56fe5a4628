import { arch, cpus, platform, totalmem } from 'node:os'

/** What the figures were measured on. */
export function machine() {
  const processors = cpus()
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory_gb: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
    node: process.version,
  }
}
