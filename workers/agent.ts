import '../src/lib/no-code-from-strings.ts'
import { expose } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { AgentService } from './agent-service.ts'
import { tellRequests } from './tell-requests.ts'

/** The loop, the memories and retrieval, away from the page. */
keepErrorsWhole()
tellRequests('agent worker')
expose(new AgentService())
