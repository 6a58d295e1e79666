export { backupOverdueMs, backupRun, lastBackupAt } from './backup-age.ts'
export { followQuietMode, type QuietMode, readQuietMode } from './quiet-mode.ts'
export {
  type IRestoration,
  RestorationModel,
  type RestorationReview,
  restorationId,
} from './restoration-model.ts'
