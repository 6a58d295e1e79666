export { backupOverdueMs, backupRun, lastBackupAt, tailOverdueMs, tailRun } from './backup-age.ts'
export { changeHome, noHome, ownCollectionId, recordHome } from './database-home.ts'
export { followQuietMode, type Quiet, type QuietMode, readQuietMode } from './quiet-mode.ts'
export {
  type IRestoration,
  RestorationModel,
  type RestorationReview,
  restorationId,
} from './restoration-model.ts'
