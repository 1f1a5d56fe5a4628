import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction, constants } from 'node:vm'
import type * as XGrammar from '@mlc-ai/web-xgrammar'

const require = createRequire(import.meta.url)

/**
 * XGrammar as web-llm runs it. The package calls itself a module and ships a CommonJS file, which Node can import in
 * neither way: so its code is run as the CommonJS that it is.
 */
export function loadXGrammar(): typeof XGrammar {
  const file = require.resolve('@mlc-ai/web-xgrammar')
  const module = { exports: {} }
  const parameters = ['exports', 'module', 'require', '__filename', '__dirname']
  const run = compileFunction(readFileSync(file, 'utf8'), parameters, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (...values: unknown[]) => void
  run(module.exports, module, require, file, dirname(file))
  return module.exports as typeof XGrammar
}
