import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { Supplier, UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { type Leave, leaveToCall, noteAvailability, type Rest, restsUntil } from './breaker.ts'
import {
  closeGroup,
  hasPlace,
  isOfAccount,
  type Joiner,
  joinGroup,
  leaveGroup,
  type Place,
} from './call-group.ts'
import { joinedToSentMs } from './member-state.ts'
import { type GroupDesk, turnOver } from './turn-over.ts'
import type { IUnit } from './unit-schema.ts'

type BuyDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'stopping' | 'supplierBook'>

/**
 * Where an attempt goes: the account at the supplier, and the group of calls that its balance tells apart. `cost`: what
 * the unit costs as is known now, where it was not proven when the order was drafted.
 */
export type SentTo = { accountId: string; balanceBefore: string; group: number; cost?: string }

export type Purchase<Committed> = {
  delivery: SupplierDelivery
  orderId: string
  /** The unit's place in its order. */
  index: number
  input1: string
  input2: string
  unit: IUnit
  desk: GroupDesk
  /** Whether the work that asks for this purchase is still the order's newest. */
  isStillDue(): Promise<boolean>
  /** Commits the attempt; undefined when someone else has moved the unit, and then nothing is bought. */
  commit(evidence: SentTo): Promise<Commit<Committed> | undefined>
}

/** `wasLost`: the database's answer was lost, and the attempt was found committed afterwards: too late to call. */
export type Commit<Committed> = { committed: Committed; wasLost: boolean }

export type Bought<Committed> =
  | { kind: 'answered'; committed: Committed; outcome: UnitOutcome }
  /** The account cannot be called now; nothing was committed. Without `why` it is only a matter of its turn; silent: it was asked. */
  | { kind: 'not_now'; until: Date; why?: string; isSilent?: boolean }
  /** Someone else has moved the unit, or is to: this process ends. Nothing was committed. */
  | { kind: 'not_ours' }

/**
 * One call to a supplier account: not while its circuit is open, and, where its balance is the only evidence of
 * what a lost call did, as one of a group between two readings. The attempt is committed right before the call.
 */
export function buyUnit<Committed>(deps: BuyDeps, purchase: Purchase<Committed>): Promise<Bought<Committed>> {
  const { supplier } = purchase.delivery
  return unlessPaused(deps, supplier, async (leave): Promise<Bought<Committed>> => {
    const bought =
      supplier.evidence === 'balance'
        ? await callInGroup(deps, purchase)
        : await call(deps, purchase, undefined)
    if (bought.kind !== 'answered') await leave.giveBack()
    return bought
  })
}

/**
 * Asks what became of a unit, under the same circuit breaker as purchases. Who answers a look-up with a code that tells
 * nothing is there all the same; of a purchase that is no use, and counts as silence.
 */
export function lookUpUnit<Answer extends { kind: string; isAnswered?: boolean }>(
  deps: BuyDeps,
  supplier: Supplier,
  ask: () => Promise<Answer>,
): Promise<{ kind: 'answered'; answer: Answer } | Extract<Bought<never>, { kind: 'not_now' | 'not_ours' }>> {
  return unlessPaused(deps, supplier, async () => {
    const begunAt = performance.now()
    const answer = await ask()
    const isSilent = answer.kind === 'unreachable' || (answer.kind === 'unknown' && !answer.isAnswered)
    await noteAvailability(deps, supplier.name, { begunAt, isAnswered: !isSilent })
    return { kind: 'answered' as const, answer }
  })
}

type Granted = Extract<Leave, { until?: never }>
type NotNow = { kind: 'not_now'; until: Date; why: string } | { kind: 'not_ours' }

async function unlessPaused<T>(
  deps: BuyDeps,
  supplier: Supplier,
  work: (leave: Granted) => Promise<T>,
): Promise<T | NotNow> {
  if (deps.stopping?.aborted) return { kind: 'not_ours' }
  const leave = await leaveToCall(deps, supplier.name)
  return leave.until ? notNow(supplier, leave) : work(leave)
}

const notNow = (supplier: Supplier, { until, isRateLimited }: Rest) => ({
  kind: 'not_now' as const,
  until,
  why: `${supplier.name} ${isRateLimited ? 'asked us to slow down' : 'is paused: it did not answer'}`,
})

async function callInGroup<Committed>(
  deps: BuyDeps,
  purchase: Purchase<Committed>,
): Promise<Bought<Committed>> {
  const { delivery, orderId, index, unit, desk } = purchase
  const account = delivery.supplier.name
  const at = deps.clock.now()
  const member = { orderId, index, attempt: unit.attempt + 1, by: randomUUID(), at }
  const [now] = unit.isCostOpen ? await desk.costsOf(account, [unit]) : []
  const place = await findPlace(deps, purchase, { member, isAlone: now?.isProven === false })
  if ('kind' in place) return place
  const commit: typeof purchase.commit = (evidence) =>
    purchase.commit({ ...evidence, ...(now && { cost: now.cost }) }).catch(async (error: unknown) => {
      // Without its commit no call is made.
      await leaveGroup(account, place, member).catch(() => undefined)
      throw error
    })
  const bought = await call(deps, { ...purchase, commit }, place)
  if (bought.kind !== 'answered') await leaveGroup(account, place, member)
  else if (bought.outcome.kind === 'unknown') await closeGroup(account, place.group)
  return bought
}

type Joined = Place & { joinedAt: number }

/** How long an order waits at the counter before it stands back in the queue. */
const patienceMs = 2_000
const lookAgainMs = 60

async function findPlace<Committed>(
  deps: BuyDeps,
  purchase: Purchase<Committed>,
  { member, isAlone }: Joiner,
): Promise<Joined | Extract<Bought<Committed>, { kind: 'not_now' | 'not_ours' }>> {
  const { supplier } = purchase.delivery
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const joinedAt = performance.now()
    const place = await joinGroup(deps, supplier, { member: { ...member, at: deps.clock.now() }, isAlone })
    if (place) return { ...place, joinedAt }
    // Before a balance is asked for: nobody else's work is done for an order that has moved on.
    if (deps.stopping?.aborted || !(await purchase.isStillDue())) return { kind: 'not_ours' }
    const paused = await restsUntil(deps, supplier.name)
    if (paused) return notNow(supplier, paused)
    const turn = await turnOver(deps, {
      ...{ supplier, desk: purchase.desk },
      isOver: (seen) => isOfAccount(seen, supplier) && hasPlace(deps, seen, { isAlone }),
    })
    if (turn.kind === 'wait') return { ...turn, kind: 'not_now' }
    if (turn.kind === 'opened') continue
    if (performance.now() > giveUpAt) return { kind: 'not_now', until: soon(deps) }
    await sleep(lookAgainMs)
  }
}

const soon = (deps: BuyDeps) => new Date(deps.clock.now().getTime() + 500)

async function call<Committed>(
  deps: BuyDeps,
  { delivery, unit, input1, input2, commit }: Purchase<Committed>,
  place: Joined | undefined,
): Promise<Bought<Committed>> {
  const { accountId } = delivery.supplier
  const begunAt = place?.joinedAt ?? performance.now()
  const made = await commit({ accountId, balanceBefore: place?.balance ?? '', group: place?.group ?? 0 })
  if (made === undefined) return { kind: 'not_ours' }
  const { committed, wasLost } = made
  if (wasLost || performance.now() - begunAt > joinedToSentMs) {
    // This process was held up: others may have closed the books without its call, or asked about it in vain.
    return {
      kind: 'answered',
      committed,
      outcome: { kind: 'unreachable', message: 'It was not sent in time' },
    }
  }
  const sentAt = performance.now()
  const outcome = await delivery.supplier.buyUnit({
    unitRef: unit.ref,
    supplierProduct: delivery.supplierProduct,
    supplierItemId: unit.supplierItemId,
    account: delivery.account(input1, input2, unit.fields),
  })
  const isAnswered = outcome.kind !== 'unknown' && outcome.kind !== 'unreachable'
  await noteAvailability(deps, delivery.supplier.name, { begunAt: sentAt, isAnswered })
  return { kind: 'answered', committed, outcome }
}
