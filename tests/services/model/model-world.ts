import type { Caller, IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AccountModel } from '@jhatpat/shared/domain/fulfilment/index.ts'
import { NotificationModel } from '@jhatpat/shared/domain/notifications/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { BankReferenceModel } from '@jhatpat/shared/domain/payments/index.ts'
import { PointSetModel, PointsModel } from '@jhatpat/shared/domain/points/index.ts'
import { LedgerModel, MovementModel, WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { giveMoney } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import { removeRedisKeys } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { aShop, type Shop } from '../../support/shop.ts'
import { type QueueInHand, queueInHand } from './queue-in-hand.ts'

export type Death = 'none' | 'before_call' | 'after_call'

/** The real service and database, with its jobs, its workers' deaths and its clock in the test's hand. */
export type ModelWorld = {
  service: Service
  deps: Deps
  shop: Shop
  customer: Caller
  admin: Caller
  queue: QueueInHand
  /** How the next worker that calls a supplier dies. */
  death: Death
  /** Orders about which a person decided something, and how often a pack was sent again by that. */
  decided: Map<string, number>
  /** What was told to those who used an Idempotency-Key. */
  told: Map<string, Set<string>>
  advance(ms: number): void
  /** An empty shop with ₹1,500 in the customer's wallet. */
  reset(): Promise<void>
}

export const startPaise = 150_000

export async function openModelWorld(): Promise<ModelWorld> {
  const service = await startService({
    env: {
      PAYMENT_POLL_MS: '600000',
      PAYMENT_LOOK_GAP_MS: '0',
      SUPPLIER_TIMEOUT_MS: '300',
      GATEWAY_TIMEOUT_MS: '2000',
    },
  })
  const user = await aUser()
  let offsetMs = 0
  const world: ModelWorld = {
    ...{ service, deps: service.deps, shop: await aShop(), queue: queueInHand(), death: 'none' },
    customer: callerOf(user),
    admin: callerOf(await anAdmin()),
    decided: new Map(),
    told: new Map(),
    advance(ms) {
      offsetMs += ms
      service.clock.advance(ms)
    },
    async reset() {
      world.advance(-offsetMs)
      world.death = 'none'
      world.queue.lose()
      world.decided.clear()
      world.told.clear()
      await empty(service)
      await giveMoney(user, startPaise)
    },
  }
  // In place, so that the api's own handlers reach the same world.
  Object.assign(service.deps, {
    suppliers: mortal(service.deps.suppliers, world),
    // Nobody polls here: jobs come back to ask.
    polls: undefined,
    queues: { ...service.deps.queues, enqueue: world.queue.enqueue, enqueueAll: world.queue.enqueueAll },
  })
  return world
}

function callerOf(user: IUser): Caller {
  const { userid, name, email, mobilenumber, role } = user
  const who = { userid, name, email, mobilenumber, role }
  return { userId: String(user._id), sessionId: 'model', owesFactor: false, ...who }
}

async function empty({ simulators, deps }: Service): Promise<void> {
  const models = [OrderModel, MovementModel, LedgerModel, WalletModel, NotificationModel, AccountModel]
  for (const model of [...models, BankReferenceModel, PointSetModel, PointsModel]) {
    await (model as typeof OrderModel).deleteMany({})
  }
  await simulators.reset('all')
  await tellNobody(simulators)
  await removeRedisKeys(deps.redis, deps.env.QUEUE_PREFIX, 'breaker:')
}

/** The vendors' own callbacks come at their own time; here the test makes them. */
export async function tellNobody(simulators: Service['simulators']): Promise<void> {
  await simulators.control('upigateway', { webhook: { lost: true } })
  await simulators.control('moogold', { webhook: { lost: true } })
}

function mortal(suppliers: Deps['suppliers'], world: ModelWorld): Deps['suppliers'] {
  return {
    ...suppliers,
    forApiType(apiType) {
      const delivery = suppliers.forApiType(apiType)
      if (!delivery) return undefined
      const { supplier } = delivery
      const purchaseUnit: typeof supplier.purchaseUnit = async (order) => {
        const { death } = world
        world.death = 'none'
        if (death === 'before_call') throw new Error('died before the call')
        const outcome = await supplier.purchaseUnit(order)
        if (death === 'after_call') throw new Error('died after the call')
        return outcome
      }
      return { ...delivery, supplier: { ...supplier, purchaseUnit } }
    },
  }
}
