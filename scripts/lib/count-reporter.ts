import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'
import type { Count } from './test-count.ts'

/** Vitest reporter: writes a Count to the file that GEOFORGE_COUNT_FILE names. */
export default class CountReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { readonly message: string }[],
    reason: TestRunEndReason,
  ): void {
    const file = process.env['GEOFORGE_COUNT_FILE']
    if (file) writeFileSync(file, JSON.stringify(countOf(modules, errors, reason)))
  }
}

function countOf(
  modules: readonly TestModule[],
  errors: readonly { readonly message: string }[],
  reason: TestRunEndReason,
): Count {
  let passed = 0
  const failures = errors.map((error) => `error outside of any test: ${error.message.split('\n')[0] ?? ''}`)
  const skips: string[] = []
  for (const module of modules) {
    for (const error of module.errors()) {
      failures.push(`${module.relativeModuleId} did not load: ${error.message.split('\n')[0] ?? ''}`)
    }
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0)
        failures.push(`${module.relativeModuleId} › ${suite.fullName} (a hook failed)`)
    }
    for (const test of module.children.allTests()) {
      const name = `${module.relativeModuleId} › ${test.fullName}`
      const result = test.result()
      if (result.state === 'passed') passed += 1
      else if (result.state === 'failed') failures.push(name)
      else if (result.state === 'skipped') skips.push(result.note ? `${name}: ${result.note}` : name)
      // Still pending at the end: its file broke off.
      else failures.push(`${name} (never ran)`)
    }
  }
  if (reason !== 'passed' && failures.length === 0) failures.push(`the run ended as ${reason}`)
  return { passed, failed: failures.length, failures, skips }
}
