import type { Caller, IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { NotificationModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { BankReferenceModel } from '@jhatpat/shared/domain/payments/index.ts'
import { PointsBalanceModel, PointsEntryModel } from '@jhatpat/shared/domain/points/index.ts'
import { AccountModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import {
  JournalEntryModel,
  WalletModel,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { giveMoney } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { removeRedisKeys } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { type QueueControl, queueControl } from './queue-control.ts'

export type CrashPoint = 'none' | 'before_call' | 'after_call'

/** The real service and database; the test controls its jobs, its workers' crashes and its clock. */
export type ModelEnvironment = {
  service: Service
  deps: Deps
  shop: Shop
  customer: Caller
  admin: Caller
  queue: QueueControl
  /** How the next worker that calls a supplier crashes. */
  death: CrashPoint
  /** Orders for which a person made a decision, and how often it retried a unit. */
  decided: Map<string, number>
  /** The replies to calls with an Idempotency-Key. */
  placements: Map<string, Set<string>>
  advance(ms: number): void
  /** An empty shop with ₹1,500 in the customer's wallet. */
  reset(): Promise<void>
}

export const startPaise = 150_000

export async function openModelEnvironment(): Promise<ModelEnvironment> {
  const service = await startService({
    env: {
      PAYMENT_POLL_MS: '600000',
      PAYMENT_CHECK_GAP_MS: '0',
      SUPPLIER_TIMEOUT_MS: '300',
      GATEWAY_TIMEOUT_MS: '2000',
    },
  })
  const user = await insertCustomer()
  let offsetMs = 0
  const environment: ModelEnvironment = {
    service,
    deps: service.deps,
    shop: await insertShop(),
    queue: queueControl(),
    death: 'none',
    customer: callerOf(user),
    admin: callerOf(await insertAdmin()),
    decided: new Map(),
    placements: new Map(),
    advance(ms) {
      offsetMs += ms
      service.clock.advance(ms)
    },
    async reset() {
      environment.advance(-offsetMs)
      environment.death = 'none'
      environment.queue.lose()
      environment.decided.clear()
      environment.placements.clear()
      await empty(service)
      await giveMoney(user, startPaise)
    },
  }
  // Changed in place, so that the api's own handlers use the same environment.
  Object.assign(service.deps, {
    suppliers: mortal(service.deps.suppliers, environment),
    // No loop polls here: jobs schedule the next poll.
    polls: undefined,
    queues: {
      ...service.deps.queues,
      enqueue: environment.queue.enqueue,
      enqueueAll: environment.queue.enqueueAll,
    },
  })
  return environment
}

function callerOf(user: IUser): Caller {
  const { userid, name, email, mobilenumber, role } = user
  const who = { userid, name, email, mobilenumber, role }
  return { userId: String(user._id), sessionId: 'model', requiresSecondFactor: false, ...who }
}

async function empty({ simulators, deps }: Service): Promise<void> {
  const models = [
    OrderModel,
    WalletTransactionModel,
    JournalEntryModel,
    WalletModel,
    NotificationModel,
    AccountModel,
    IdempotencyKeyModel,
  ]
  for (const model of [...models, BankReferenceModel, PointsEntryModel, PointsBalanceModel]) {
    await (model as typeof OrderModel).deleteMany({})
  }
  await simulators.reset('all')
  await noPublisher(simulators)
  await removeRedisKeys(deps.redis, deps.env.QUEUE_PREFIX, 'breaker:')
}

/** The vendors send callbacks on their own schedule; here the test sends them. */
export async function noPublisher(simulators: Service['simulators']): Promise<void> {
  await simulators.control('upigateway', { webhook: { lost: true } })
  await simulators.control('moogold', { webhook: { lost: true } })
}

function mortal(suppliers: Deps['suppliers'], environment: ModelEnvironment): Deps['suppliers'] {
  return {
    ...suppliers,
    forApiType(apiType) {
      const delivery = suppliers.forApiType(apiType)
      if (!delivery) return undefined
      const { supplier } = delivery
      const purchaseUnit: typeof supplier.purchaseUnit = async (order) => {
        const { death } = environment
        environment.death = 'none'
        if (death === 'before_call') throw new Error('died before the call')
        const outcome = await supplier.purchaseUnit(order)
        if (death === 'after_call') throw new Error('died after the call')
        return outcome
      }
      return { ...delivery, supplier: { ...supplier, purchaseUnit } }
    },
  }
}
