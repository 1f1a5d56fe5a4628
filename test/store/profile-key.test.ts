import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { newProfileKey } from '../../src/memory/backup/index.ts'
import { profileKey } from '../../src/store/profile-key.ts'

it('is made once, and is the same for two tabs that ask at the same time', async () => {
  const dependencies = { indexedDB: new IDBFactory(), IDBKeyRange }
  const sign = async (key: CryptoKey) =>
    Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from('a backup'))).toString('hex')
  const [first, second] = await Promise.all([
    profileKey(newProfileKey, { dependencies }),
    profileKey(newProfileKey, { dependencies }),
  ])
  const later = await profileKey(newProfileKey, { dependencies })
  expect(await sign(second)).toBe(await sign(first))
  expect(await sign(later)).toBe(await sign(first))
  expect(later.extractable).toBe(false)
  const elsewhere = await profileKey(newProfileKey, {
    dependencies: { indexedDB: new IDBFactory(), IDBKeyRange },
  })
  expect(await sign(elsewhere)).not.toBe(await sign(first))
})
