import { redeemPoints } from '@jhatpat/shared/domain/points/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { command } from './command.ts'
import type { ModelEnvironment } from './model-environment.ts'

/** Redeems points for money: once per request, however many calls carry it at once. */
export const redeem = fc
  .record({ value: fc.constantFrom(0.01, 1, 3.45, 6.9, 50), hands: fc.constantFrom(1, 1, 3) })
  .map(({ value, hands }) =>
    command(`${hands} redeem ${value} points`, (environment) => redeemAtOnce(environment, value, hands)),
  )

async function redeemAtOnce(
  { deps, customer }: ModelEnvironment,
  value: number,
  hands: number,
): Promise<void> {
  const txnid = newReference('JW', deps.clock.now())
  const tries = await Promise.allSettled(
    Array.from({ length: hands }, () => redeemPoints(deps, customer, { txnid, value })),
  )
  for (const one of tries)
    if (one.status === 'rejected' && !(one.reason instanceof AppError)) throw one.reason
  const answers = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(new Set(answers).size).toBeLessThanOrEqual(1)
}
