import type { IPayment } from '@jhatpat/shared/domain/payments/index.ts'
import { type IUnit, planUnits } from '@jhatpat/shared/domain/purchasing/unit-schema.ts'
import { createRandom, type Random } from '../faults/environment/random.ts'

/** The evidence of an order's supplier about a purchase. */
export type Kind = 'lookup' | 'balance'

export type SimOrder = {
  id: string
  kind: Kind
  status: 'Created' | 'Processing' | 'Completed' | 'Refunded' | 'Failed'
  revision: number
  units: IUnit[]
  seq: number
  /** When its task is due, in ms; null: no task. */
  dueAt: number | null
  /** Whether it waits for a person. */
  needsAction: boolean
  refunds: number
  /** By UPI: the order's payment, and when the gateway is checked next; null: paid from the wallet. */
  payment: IPayment | null
  payDueAt: number | null
  looks: number
  /** Paise that paid for it, and paise credited to the wallet. */
  soldPaise: number
  creditedPaise: number
  /** Violated rules. */
  faults: string[]
  /** Effects shown to a person, by the unit's index and attempt. */
  conflicts: string[]
}

export type SimMember = { orderId: string; index: number; attempt: number; by: string; at: Date }

/** The supplier account whose balance is the evidence. */
export type SimAccount = {
  batch: number
  isOpen: boolean
  balance: number
  readAt: number
  members: SimMember[]
  settleAt: number | null
  settlementLock: { by: string; until: number } | null
  revision: number
}

export type Job = { orderId: string; seq: number; at: number; work: 'fulfil' | 'look' }

/** Durations in ms, in the proportions of production: time-out, settling time, lock, late effects. */
export const env = {
  SUPPLIER_TIMEOUT_MS: 60_000,
  SUPPLIER_LATE_MS: 30_000,
  BALANCE_SETTLE_MS: 60_000,
  pollMs: 2_000,
  lockMs: 5_000,
  /** A call takes effect within this time, or never. */
  lateMs: 85_000,
} as const

export type Task = {
  name: string
  worker: number
  job: Job | undefined
  steps: Generator<ProcessRequest, void, unknown>
  /** The result of its last request. */
  answer: unknown
  wakeAt: number
}

/** What a process requests of the environment between two of its steps. */
export type ProcessRequest =
  /** An immediate action; the process may crash before or after each. */
  | { kind: 'do'; act: () => unknown }
  /** A call whose answer arrives at a time; the process waits until then. */
  | { kind: 'wait'; until: number; answer: unknown }

export type SimulatedEnvironment = {
  now: number
  random: Random
  orders: Map<string, SimOrder>
  /** Earlier versions, for stale reads. */
  past: Map<string, SimOrder[]>
  account: SimAccount
  queue: Job[]
  tasks: Task[]
  vendor: Vendor
  /** Customers' payments, by order. */
  gateway: Map<string, { paidAt: number; failsAt: number; amountPaise: number }>
  trace: string[]
}

/** The actual state of the suppliers. */
export type Vendor = {
  /** By reference: the orders of a supplier with a lookup, with their state over time. */
  known: Map<string, { id: string; acceptedAt: number; endsAt: number; end: 'completed' | 'refunded' }>
  /** Deliveries by the unit's ref. */
  delivered: Map<string, number>
  balance: number
  /** Future effects. */
  effects: { at: number; act: () => void }[]
  nextId: number
}

export const unitPrice = 61.5
export const pricePaise = 10_900

export function createEnvironment(seed: number): SimulatedEnvironment {
  const random = createRandom(seed)
  const orders = new Map<string, SimOrder>()
  const count = 1 + random.below(3)
  for (let number = 1; number <= count; number += 1) {
    const id = `JP${number}`
    const kind = random.pick(['lookup', 'balance'] as const)
    const packs = Array.from({ length: 1 + random.below(2) }, () => '13')
    orders.set(id, {
      id,
      kind,
      status: 'Processing',
      revision: 1,
      seq: 1,
      dueAt: 0,
      needsAction: false,
      refunds: 0,
      payment: null,
      payDueAt: null,
      looks: 0,
      soldPaise: pricePaise,
      creditedPaise: 0,
      faults: [],
      units: planUnits(id, packs, () => ({
        cost: String(unitPrice),
        factor: 1,
        isCostOpen: false,
        fields: [],
      })),
      conflicts: [],
    })
  }
  const balance = 10_000
  return {
    now: 0,
    random,
    orders,
    past: new Map(),
    tasks: [],
    trace: [],
    account: {
      batch: 1,
      isOpen: true,
      balance,
      readAt: 0,
      members: [],
      settleAt: null,
      settlementLock: null,
      revision: 1,
    },
    queue: [...orders.values()].map(({ id, seq }) => ({ orderId: id, seq, at: 0, work: 'fulfil' as const })),
    gateway: new Map(),
    vendor: { known: new Map(), delivered: new Map(), balance, effects: [], nextId: 1 },
  }
}

export const logEvent = (environment: SimulatedEnvironment, text: string): void => {
  environment.trace.push(`${(environment.now / 1_000).toFixed(1).padStart(7)} s  ${text}`)
}

/** The current order or, now and then, a stale version of it. */
export function readOrder(environment: SimulatedEnvironment, id: string): SimOrder {
  const past = environment.past.get(id) ?? []
  const isStale = past.length > 0 && environment.random.below(5) === 0
  const order = isStale ? environment.random.pick(past.slice(-2)) : (environment.orders.get(id) as SimOrder)
  return structuredClone(order)
}

/**
 * Compare-and-set.
 * @returns the order afterwards; undefined where the guard did not match
 */
export function changeOrder(
  environment: SimulatedEnvironment,
  id: string,
  { guard, change }: { guard: (order: SimOrder) => boolean; change: (order: SimOrder) => void },
): SimOrder | undefined {
  const order = environment.orders.get(id) as SimOrder
  if (!guard(order)) return undefined
  environment.past.set(id, [...(environment.past.get(id) ?? []), structuredClone(order)].slice(-3))
  change(order)
  order.revision += 1
  return structuredClone(order)
}
