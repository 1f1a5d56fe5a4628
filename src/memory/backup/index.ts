export { backupFile, openBackup } from './file.ts'
export type { Backup } from './format.ts'
export { importCommit, type Import, type ImportReport, type Trust } from './import-commit.ts'
export { newProfileKey } from './profile-seal.ts'
