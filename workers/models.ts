import '../src/lib/no-code-from-strings.ts'
import { expose } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { ModelsService } from './models-service.ts'
import { tellRequests } from './tell-requests.ts'

/** Files of models: fetched through the page, hashed and kept here. */
keepErrorsWhole()
tellRequests('models worker')
expose(new ModelsService())
