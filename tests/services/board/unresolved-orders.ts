import { randomUUID } from 'node:crypto'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { buy, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

type Kind = BoardOrder['pendingReason']['kind']

/** An order and its unit as they were when an admin read them. */
export type ExpectedUnit = { id: string; unit: { ref: string; attempt: number } }
export type Unresolved = ExpectedUnit & { row: BoardOrder; player: string }
export type DecisionInput = { who?: Person; key?: string; reason?: string; amount?: number }

let players = 0

/** Orders that need an admin's decision, and two admins on two api processes. */
export async function openStaffFixture(service: Service) {
  // The costs of the units decide how a refund is divided and what a balance drop proves.
  await syncPriceLists(service.deps)
  const meera = await service.as(await insertAdmin({ name: 'Meera' }))
  const imran = await service.as(await insertAdmin({ name: 'Imran' }), await service.startAnotherApi())

  const onBoard = async (id: string) => (await meera.call(board.processing)).find((one) => one.orderid === id)
  const waitsAs = (id: string, kind: Kind) =>
    until(
      () => onBoard(id),
      (one) => one?.pendingReason.kind === kind,
    ) as Promise<BoardOrder>
  const faults = (player: string, outcomes: readonly string[]) =>
    service.simulators.control('smileone', {
      next: outcomes.map((outcome) => ({ outcome, match: { userid: player } })),
    })

  return {
    meera,
    imran,
    onBoard,
    waitsAs,
    sold: (player: string) => soldTo(service, 'smileone', player).length,
    /** A customer with ₹1,000, and suppliers in their default state. */
    newCustomer: async (): Promise<{ user: IUser; asha: Person }> => {
      await service.simulators.reset('faults')
      for (const account of ['SMILEBR', 'SMILEPH', 'MOOGOLD'])
        await recordAvailability(service.deps, account, { begunAt: performance.now(), isAnswered: true })
      const user = await insertCustomer()
      await giveMoney(user, 100_000)
      return { user, asha: await service.as(user) }
    },
    /** Places orders at Smile.one with the given outcomes, and waits until each order needs a person. */
    placeUnresolved: async (
      { user, asha }: { user: IUser; asha: Person },
      listing: Listing,
      { outcomes, as }: { outcomes: readonly string[]; as: Kind },
    ): Promise<Unresolved> => {
      players += 1
      const player = String(760_000_000 + players)
      await faults(player, outcomes)
      const id = await buy(asha, orderBody(user, listing, { input1: player, paymentmode: 'wallet' }))
      await waitsAs(id, as)
      const row = (await until(
        () => onBoard(id),
        (one) => as !== 'outcome_unknown' || one?.supplierBalance?.after !== '',
      )) as BoardOrder
      const unit = row.unitList.find((one) => one.state === 'unknown' || one.state === 'rejected')
      if (!unit) throw new Error(`${id} has no unit to decide about`)
      // Until then the unit cannot be retried: its call may still be in flight.
      if (as === 'outcome_unknown') service.clock.advance(service.env.SUPPLIER_TIMEOUT_MS + 15_000)
      return { id, row, unit, player }
    },
    resolve: (
      { id, unit }: ExpectedUnit,
      answer: 'delivered' | 'retry_unit' | 'refund',
      input: DecisionInput = {},
    ) =>
      (input.who ?? meera).call(admin.resolveUnit, {
        params: { id },
        body: {
          unit: unit.ref,
          attempt: unit.attempt,
          answer,
          ...reasonOf(answer, input),
          ...(input.amount === undefined ? {} : { amount: input.amount }),
        },
        idempotencyKey: input.key ?? randomUUID(),
      }),
  }
}

/** Retries carry a reason, unless the test gives another or an empty one. */
function reasonOf(answer: string, { reason }: DecisionInput): { reason?: string } {
  if (reason !== undefined) return { reason }
  return answer === 'retry_unit' ? { reason: 'Not in their list' } : {}
}

export type StaffFixture = Awaited<ReturnType<typeof openStaffFixture>>

/** Outcomes at Smile.one: bought but the answer lost; lost before it was bought; the second unit rejected. */
export const boughtWithLostAnswer = { outcomes: ['timeout_accepted'], as: 'outcome_unknown' } as const
export const lostBefore = { outcomes: ['timeout_lost'], as: 'outcome_unknown' } as const
export const secondRejected = { outcomes: ['ok', 'refuse'], as: 'partly_delivered' } as const

/** One service for all tests of a file, another customer for each test. */
export type UnresolvedSetup = {
  service: Service
  shop: Shop
  staff: StaffFixture
  customer: { user: IUser; asha: Person }
}

/** For files in which no supplier is unresponsive: a slow answer of a busy machine must not count as lost. */
export const noTimeouts = { timeoutMs: 20_000 } as const

/**
 * Sets up the tests of a file, and verifies the ledger after each. The result is filled before the first
 * test. `timeoutMs`: how long a supplier may take to answer.
 */
export function setUpUnresolved({ timeoutMs = 600 } = {}): UnresolvedSetup {
  const setup = {} as UnresolvedSetup
  beforeAll(async () => {
    setup.service = await startService({
      workers: true,
      env: { SUPPLIER_TIMEOUT_MS: String(timeoutMs), SMILE_ACCOUNT_SHARED: 'true' },
    })
    setup.shop = await insertShop()
    setup.staff = await openStaffFixture(setup.service)
  })
  afterAll(() => setup.service.stop())
  beforeEach(async () => {
    setup.customer = await setup.staff.newCustomer()
  })
  afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))
  return setup
}
