import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useBurstGuard } from './use-burst-guard.ts'

const onClick = vi.fn()

beforeEach(() => {
  document.body.innerHTML = `<button id="agree">Agree</button><button id="next">Agree</button>
    <label id="text">Wallet <input type="radio" id="radio"></label>`
  document.body.addEventListener('click', onClick)
  renderHook(() => useBurstGuard())
})
afterEach(() => {
  document.body.removeEventListener('click', onClick)
  document.body.innerHTML = ''
  history.pushState(null, '', '/')
})

/** @param at ms. @returns whether the click reached its target */
function clickAt(at: number, { on = 'agree', x = 100, detail = 1 } = {}): boolean {
  const click = new MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    detail,
    clientX: x,
    clientY: 700,
  })
  Object.defineProperty(click, 'timeStamp', { value: at })
  document.getElementById(on)!.dispatchEvent(click)
  return onClick.mock.calls.splice(0).length > 0
}

describe('a burst of taps', () => {
  it('reaches the control on which it began', () => {
    expect([1_000, 1_050, 1_600, 2_200].map((at) => clickAt(at))).toEqual([true, true, true, true])
    expect(clickAt(2_300, { on: 'text' })).toBe(false)
    expect(clickAt(2_350)).toBe(true)
  })

  it('reaches no control that appears under the finger, until it has ended', () => {
    expect(clickAt(1_000)).toBe(true)
    expect([1_050, 1_700, 2_350].map((at) => clickAt(at, { on: 'next' }))).toEqual([false, false, false])
    expect(clickAt(3_050, { on: 'next' })).toBe(true)
  })

  it('reaches no control of the next page', () => {
    clickAt(1_000)
    history.pushState(null, '', '/orders')
    expect(clickAt(1_500)).toBe(false)
    expect(clickAt(2_200)).toBe(true)
  })

  it('does not include taps elsewhere, key presses, or taps on the label of the same control', () => {
    clickAt(1_000)
    expect(clickAt(1_100, { on: 'next', x: 160 })).toBe(true)
    expect(clickAt(1_200, { on: 'agree', x: 160, detail: 0 })).toBe(true)
    expect([clickAt(9_000, { on: 'text' }), clickAt(9_010, { on: 'radio' })]).toEqual([true, true])
  })
})
