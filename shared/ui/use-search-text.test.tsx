import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useSearchText } from './use-search-text.ts'

/** A search box whose address changes only when the test says so, as with a transition of the router. */
function aBox(q = '') {
  const onSearch = vi.fn<(q: string) => void>()
  const box = renderHook((address: string) => useSearchText({ q: address, onSearch }), { initialProps: q })
  const type = (text: string) => act(() => box.result.current.setTyped(text))
  const ask = (text: string) => act(() => box.result.current.search(text))
  return { onSearch, type, ask, rerender: box.rerender, typed: () => box.result.current.typed }
}

it('keeps the typed text while the address has not followed yet', () => {
  const box = aBox()
  box.type('asha')
  box.ask('asha')
  expect(box.onSearch).toHaveBeenCalledExactlyOnceWith('asha')
  box.rerender('')
  expect(box.typed()).toBe('asha')
  box.type('asha r')
  box.rerender('asha')
  expect(box.typed()).toBe('asha r')
})

it('follows an address that changes by itself', () => {
  const box = aBox('asha')
  box.type('ash')
  box.rerender('ravi')
  expect(box.typed()).toBe('ravi')
  box.rerender('')
  expect(box.typed()).toBe('')
})

it('follows Back to the previous search', () => {
  const box = aBox('')
  box.type('asha')
  box.ask('asha')
  box.rerender('asha')
  box.rerender('')
  expect(box.typed()).toBe('')
  box.rerender('asha')
  expect(box.typed()).toBe('asha')
})
