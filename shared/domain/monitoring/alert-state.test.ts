import { describe, expect, it } from 'vitest'
import { type IShopAlert, nextAlertState, quietAlert, retryAt } from './alert-state.ts'

const start = new Date('2026-11-29T12:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const quiet = quietAlert('OutcomeUnknown', start)
const rule = { forMs: 120_000, channels: ['webhook', 'mail'] as const }

/** The states after evaluations at these seconds, each with what was wrong. */
function evaluate(steps: readonly [seconds: number, detail: string | undefined][], from: IShopAlert = quiet) {
  return steps.reduce(
    (state, [seconds, detail]) => nextAlertState(state, { ...rule, detail, now: at(seconds) }),
    from,
  )
}

describe('an alert', () => {
  it('is raised once its condition has held for its time, with a message on every channel', () => {
    const early = evaluate([
      [0, 'a'],
      [119, 'b'],
    ])
    expect(early).toMatchObject({ isRaised: false, pending: [] })
    const raised = evaluate([[120, 'c']], early)
    expect(raised).toMatchObject({ isRaised: true, changedAt: at(120), detail: 'c', differsSince: null })
    expect(raised.pending).toEqual([
      { channel: 'webhook', attempts: 0, nextAt: at(120) },
      { channel: 'mail', attempts: 0, nextAt: at(120) },
    ])
  })

  it('is not raised by a condition that ceased in between', () => {
    const state = evaluate([
      [0, 'a'],
      [60, undefined],
      [119, 'a'],
      [180, 'a'],
    ])
    expect(state).toMatchObject({ isRaised: false, differsSince: at(119) })
  })

  it('changes nothing, and writes nothing, while it stays as it is', () => {
    expect(evaluate([[0, undefined]])).toBe(quiet)
    const raised = evaluate([
      [0, 'a'],
      [120, 'a'],
    ])
    expect(evaluate([[200, 'another detail']], raised)).toBe(raised)
  })

  it('ends after a minute without its condition, and says what it was raised for', () => {
    const raised = evaluate([
      [0, 'a'],
      [120, 'a'],
    ])
    const flickered = evaluate(
      [
        [130, undefined],
        [180, 'a'],
        [185, undefined],
        [240, undefined],
      ],
      raised,
    )
    expect(flickered.isRaised).toBe(true)
    const ended = evaluate([[245, undefined]], flickered)
    expect(ended).toMatchObject({ isRaised: false, changedAt: at(245), detail: 'a' })
    expect(ended.pending).toHaveLength(2)
  })

  it('is retried at growing intervals, every quarter of an hour at last', () => {
    const delays = [0, 1, 2, 3, 4, 50].map(
      (attempts) => (retryAt(attempts, start).getTime() - start.getTime()) / 1_000,
    )
    expect(delays).toEqual([60, 120, 300, 900, 900, 900])
  })
})
