import { expect, it } from 'vitest'
import { policyHolds, type LedgerEntry } from '../../src/bridge/index.ts'
import { watchRequests } from '../../src/bridge/ledger.ts'

it('does not say that a policy holds where there is none', async () => {
  expect(await policyHolds()).toBe(false)
})

it('tells requests made before it and after, until it is ended', async () => {
  const told: LedgerEntry[] = []
  const address = (name: string) => new URL(`/ledger-${name}`, location.href).href
  await fetch(address('before'))
  const stop = watchRequests('page', (entries) => told.push(...entries))
  await fetch(address('after'))
  const seen = () => told.map(({ url }) => url)
  await expect.poll(seen).toEqual(expect.arrayContaining([address('before'), address('after')]))
  expect(told.find(({ url }) => url === address('after'))).toMatchObject({ by: 'page', refused: false })
  stop()
  await fetch(address('late'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(seen()).not.toContain(address('late'))
})
