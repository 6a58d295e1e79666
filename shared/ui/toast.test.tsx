// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from './toast.tsx'
import { dropToast, pushToast, type ToastStore, toastsAtom } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function show(): ToastStore {
  const store = createStore()
  render(
    <Provider store={store}>
      <Toasts />
    </Provider>,
  )
  return store
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

it('disappears after 3 seconds', () => {
  const store = show()
  act(() => void pushToast(store, { kind: 'ok', title: 'Delivered.', text: '284 Diamonds' }))
  pass(2999)
  expect(screen.getByRole('status').textContent).toContain('Delivered.')
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

it('keeps the error of the order form for 5 seconds, once, as an alert', () => {
  const store = show()
  act(() => void pushToast(store, { kind: 'form', text: 'Please select an item' }))
  pass(3000)
  act(() => void pushToast(store, { kind: 'form', text: 'Please select an item' }))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  pass(4999)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  pass(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows only the newest notification, next to the form’s error', () => {
  const store = show()
  act(() => {
    pushToast(store, { kind: 'form', text: 'Please select an item' })
    pushToast(store, { kind: 'info', text: 'first' })
    pushToast(store, { kind: 'ok', text: 'second' })
  })
  expect(store.get(toastsAtom).map((toast) => toast.text)).toEqual(['Please select an item', 'second'])
})

it('pauses while the pointer is on it and continues with the remaining time', () => {
  const store = show()
  act(() => void pushToast(store, { kind: 'ok', text: 'Saved' }))
  pass(2000)
  const toast = screen.getByRole('status')
  fireEvent.mouseEnter(toast)
  pass(60_000)
  expect(screen.queryByRole('status')).not.toBeNull()
  fireEvent.mouseLeave(toast)
  pass(999)
  expect(screen.queryByRole('status')).not.toBeNull()
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

it('closes by its cross; a late removal does not affect a newer toast', () => {
  const store = show()
  let first = 0
  act(() => {
    first = pushToast(store, { kind: 'ok', text: 'first' })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(store.get(toastsAtom)).toEqual([])
  act(() => {
    pushToast(store, { kind: 'ok', text: 'second' })
    dropToast(store, first)
  })
  expect(screen.getByRole('status').textContent).toContain('second')
})
