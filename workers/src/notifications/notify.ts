import { notifyAccount, notifyAccountJob } from '@jhatpat/shared/domain/accounts/index.ts'
import { notifyOrder, notifyOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import { notifyTopUp, notifyTopUpReceived } from '@jhatpat/shared/domain/wallet/index.ts'
import { documentJob } from '../job.ts'

export const notifyOrderHandler = documentJob(notifyOrderJob, (deps, { id, seq }) =>
  notifyOrder(deps, id, seq),
)

export const notifyTopUpHandler = documentJob(notifyTopUp, (deps, { id, seq }) =>
  notifyTopUpReceived(deps, id, seq),
)

export const notifyAccountHandler = documentJob(notifyAccountJob, (deps, { id, seq }) =>
  notifyAccount(deps, id, seq),
)
