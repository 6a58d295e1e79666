import type { Notice } from '../notifications/index.ts'
import type { MovementDoc } from './movement-model.ts'

/** Pure. What a top-up's customer should know of its money: its own, and whatever came beside it. */
export function topUpNotices(movement: MovementDoc, balancePaise: number): Notice[] {
  const { _id: ref, customer: to, status, amountPaise, payment } = movement
  const again = (payment?.captures ?? []).slice(1)
  const checked = (payment?.doubts ?? []).filter(({ closed }) => closed?.answer === 'credit')
  const more = [
    ...again.map((one) => ({ occasion: one.gatewayId, amountPaise: one.amountPaise, isSecond: true })),
    ...checked.map((one) => ({ occasion: one.id, amountPaise: one.heldPaise, isSecond: false })),
  ]
  return [
    ...(status === 'Success'
      ? [{ ref, to, kind: 'topup_received' as const, facts: { amountPaise, balancePaise } }]
      : []),
    ...more.map(({ occasion, ...facts }) => ({
      ...{ ref, to, occasion, kind: 'topup_more' as const },
      facts: { ...facts, balancePaise },
    })),
  ]
}
