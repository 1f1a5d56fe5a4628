import { AppError } from '../../lib/errors.ts'
import type { Backup } from './format.ts'
import { decryptBackup, encryptBackup, isEncrypted } from './passphrase.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup, type BackupContent } from './write-backup.ts'

/** The bytes of a backup, encrypted where a passphrase is given. Throws invalid_input where that is too short. */
export async function backupFile(
  content: BackupContent,
  passphrase: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = await writeBackup(content)
  return passphrase === null ? new TextEncoder().encode(text) : encryptBackup(text, passphrase)
}

/**
 * What a file holds. Throws read_failed where it is no backup; invalid_input where the passphrase does not open it, and
 * where it is encrypted and none was given (`details.needs` is 'passphrase').
 */
export async function openBackup(
  bytes: Uint8Array<ArrayBuffer>,
  { passphrase, key }: { readonly passphrase: string | null; readonly key: CryptoKey | null },
): Promise<Backup> {
  if (!isEncrypted(bytes)) return readBackup(new TextDecoder().decode(bytes), key)
  if (passphrase === null) {
    throw new AppError(
      'invalid_input',
      'This memory is encrypted. Type the passphrase it was written with.',
      {
        needs: 'passphrase',
      },
    )
  }
  return readBackup(await decryptBackup(bytes, passphrase), key)
}
