import { describe, expect, it } from 'vitest'
import { type IShopAlert, nextAlertState, quietAlert, retryAt } from './alert-state.ts'

const start = new Date('2026-11-29T12:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const quiet = quietAlert('OutcomeUnknown', start)
const rule = { forMs: 120_000, channels: ['webhook', 'mail'] as const }

/** The states after evaluations at these seconds, each with what was wrong with one subject. */
function evaluate(steps: readonly [seconds: number, detail: string | undefined][], from: IShopAlert = quiet) {
  return steps.reduce(
    (state, [seconds, detail]) =>
      nextAlertState(state, {
        ...{ ...rule, now: at(seconds) },
        subjects: detail === undefined ? [] : [{ name: '', detail }],
      }),
    from,
  )
}

/** The same with several subjects, each of which is its own detail. */
function evaluateAll(steps: readonly [seconds: number, names: string[]][], from: IShopAlert = quiet) {
  return steps.reduce(
    (state, [seconds, names]) =>
      nextAlertState(state, {
        ...{ ...rule, now: at(seconds) },
        subjects: names.map((name) => ({ name, detail: name })),
      }),
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
    expect(raised).toMatchObject({ isRaised: true, changedAt: at(120), detail: 'c' })
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
    expect(state).toMatchObject({ isRaised: false, subjects: [{ differsSince: at(119) }] })
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

  it('notifies again about a further subject, after its own time, with all for which it is raised', () => {
    const raised = evaluateAll([
      [0, ['a']],
      [120, ['a']],
    ])
    const early = evaluateAll(
      [
        [130, ['a', 'b']],
        [249, ['a', 'b']],
      ],
      { ...raised, pending: [] },
    )
    expect(early).toMatchObject({ changedAt: at(120), pending: [] })
    const both = evaluateAll([[250, ['a', 'b']]], early)
    expect(both).toMatchObject({ isRaised: true, changedAt: at(250), detail: 'a, b' })
    expect(both.pending).toHaveLength(2)
  })

  it('ends with its last subject, without a message about the others', () => {
    const both = evaluateAll([
      [0, ['a', 'b']],
      [120, ['a', 'b']],
    ])
    const one = evaluateAll(
      [
        [130, ['b']],
        [190, ['b']],
      ],
      { ...both, pending: [] },
    )
    expect(one).toMatchObject({ isRaised: true, changedAt: at(120), pending: [], subjects: [{ name: 'b' }] })
    const ended = evaluateAll(
      [
        [200, []],
        [260, []],
      ],
      one,
    )
    expect(ended).toMatchObject({ isRaised: false, changedAt: at(260), subjects: [] })
    expect(ended.pending).toHaveLength(2)
  })

  it('states only what is wrong now, not what was and may still end', () => {
    const both = evaluateAll([
      [0, ['a']],
      [100, ['a', 'b']],
      [120, ['a', 'b']],
      [180, ['b']],
      [220, ['b']],
    ])
    expect(both).toMatchObject({ changedAt: at(220), detail: 'b', subjects: [{ name: 'a' }, { name: 'b' }] })
  })

  it('is retried at growing intervals, every quarter of an hour at last', () => {
    const delays = [0, 1, 2, 3, 4, 50].map(
      (attempts) => (retryAt(attempts, start).getTime() - start.getTime()) / 1_000,
    )
    expect(delays).toEqual([60, 120, 300, 900, 900, 900])
  })
})

describe('an alert that an earlier version stored, without subjects', () => {
  const { subjects: _subjects, ...stored } = evaluate([
    [0, 'a'],
    [120, 'a'],
  ])
  const former = { ...stored, pending: [], revision: 4 }

  it('is not sent again while its condition holds', () => {
    const state = evaluate([[135, 'a']], former)
    expect(state).toMatchObject({ isRaised: true, changedAt: at(120), revision: 4, pending: [] })
    expect(state.subjects).toMatchObject([{ name: '', isRaised: true }])
  })

  it('ends, with its message, after its condition has not held for a minute', () => {
    const later = evaluate([[135, undefined]], former)
    expect(later).toMatchObject({ isRaised: true, pending: [] })
    const ended = evaluate([[195, undefined]], later)
    expect(ended).toMatchObject({ isRaised: false, changedAt: at(195), detail: 'a', subjects: [] })
    expect(ended.pending).toHaveLength(2)
  })

  it('is sent once more for each subject that it has now, and once when it has ended for all', () => {
    const named = evaluateAll(
      [
        [135, ['MOOGOLD']],
        [255, ['MOOGOLD']],
      ],
      former,
    )
    expect(named).toMatchObject({ isRaised: true, changedAt: at(255), detail: 'MOOGOLD' })
    const ended = evaluateAll(
      [
        [270, []],
        [330, []],
      ],
      { ...named, pending: [] },
    )
    expect(ended).toMatchObject({ isRaised: false, changedAt: at(330) })
    expect(ended.pending).toHaveLength(2)
  })

  it('begins without subjects when it was silent', () => {
    const { subjects: _none, ...silent } = { ...quiet, revision: 2 }
    expect(evaluate([[0, undefined]], silent)).toMatchObject({ isRaised: false, subjects: [], pending: [] })
    expect(evaluate([[0, 'a']], silent).subjects).toMatchObject([{ name: '', isRaised: false }])
  })
})
