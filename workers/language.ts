import '../src/lib/no-code-from-strings.ts'
import { expose } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { EngineHost } from './engine-host.ts'
import { loadEngine } from './load-engine.ts'
import { tellRequests } from './tell-requests.ts'

/** One language model, in a thread that may be busy for seconds and may be ended. */
keepErrorsWhole()
tellRequests('language worker')
expose(new EngineHost(loadEngine))
