import '../src/lib/no-code-from-strings.ts'
import { expose } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { AgentService } from './agent-service.ts'

/** The loop, the memories and retrieval, away from the page. */
keepErrorsWhole()
expose(new AgentService())
