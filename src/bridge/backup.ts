import type { AgentApi, WorkerLife } from './api.ts'
import type { BackupApi } from './backup-api.ts'
import type { WorkerHost } from './worker-host.ts'

type Args<Name extends keyof BackupApi> = Parameters<BackupApi[Name]>

/** The page's side of workers/backup-service.ts, which runs in the agent worker. */
export class BackupClient implements BackupApi {
  constructor(private readonly host: WorkerHost<AgentApi & WorkerLife>) {}

  write(...args: Args<'write'>) {
    return this.host.call((api) => api.backup.write(...args))
  }

  read(...args: Args<'read'>) {
    return this.host.call((api) => api.backup.read(...args))
  }

  plan(...args: Args<'plan'>) {
    return this.host.call((api) => api.backup.plan(...args))
  }

  take(...args: Args<'take'>) {
    return this.host.call((api) => api.backup.take(...args))
  }
}
