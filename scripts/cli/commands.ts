import { auditVerify } from './commands/audit-verify.ts'
import { backup, backupKeys } from './commands/backup-commands.ts'
import { catalogueExport, catalogueImport } from './commands/catalogue-commands.ts'
import { configCheck } from './commands/config-check.ts'
import { deployRoll } from './commands/deploy-roll.ts'
import { doctor } from './commands/doctor.ts'
import { incidentOff, incidentOn, supplierPause, supplierResume } from './commands/incident-commands.ts'
import { ledgerVerify } from './commands/ledger-verify.ts'
import { migrateStatus } from './commands/migrate-status.ts'
import { orderRequeue } from './commands/order-requeue.ts'
import { orderShow } from './commands/order-show.ts'
import { erasuresList, personErase } from './commands/person-erase.ts'
import { personExport } from './commands/person-export.ts'
import { probe } from './commands/probe.ts'
import { pushKeys } from './commands/push-keys.ts'
import { queueList, queueRetry } from './commands/queue-commands.ts'
import { restore } from './commands/restore.ts'
import { restoreAdopt, restoreOpen } from './commands/restore-open.ts'
import { restoreReview } from './commands/restore-review.ts'
import { secretsRotate } from './commands/secrets-rotate.ts'
import { status } from './commands/status.ts'
import { supplierAccounts } from './commands/supplier-accounts.ts'
import { supplierBalance } from './commands/supplier-balance.ts'
import { factorReset, sessionsRevoke, userBlock, userRole, userUnblock } from './commands/user-commands.ts'
import { userCreate } from './commands/user-create.ts'
import { walletAdjust } from './commands/wallet-adjust.ts'
import type { Command } from './kit/command.ts'

/** Every command, in the order of the help. A new one is a file in `commands/` and a line here. */
export const commands: readonly Command[] = [
  status,
  doctor,
  configCheck,
  migrateStatus,
  deployRoll,
  secretsRotate,
  orderShow,
  orderRequeue,
  queueList,
  queueRetry,
  supplierBalance,
  supplierPause,
  supplierResume,
  supplierAccounts,
  incidentOn,
  incidentOff,
  walletAdjust,
  catalogueExport,
  catalogueImport,
  ledgerVerify,
  auditVerify,
  backup,
  backupKeys,
  restore,
  restoreAdopt,
  restoreReview,
  restoreOpen,
  userCreate,
  userRole,
  userBlock,
  userUnblock,
  sessionsRevoke,
  factorReset,
  personExport,
  personErase,
  erasuresList,
  pushKeys,
  probe,
]
