import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../contracts/client.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'

const form = () =>
  renderHook(({ text }) => useIdempotencyKey(text), { initialProps: { text: 'Sent by hand' } })

describe('the key of a form', () => {
  it('stays the same for every tap and render while the input is unchanged, also after the answer', () => {
    const page = form()
    const key = page.result.current.keyFor({ text: 'Sent by hand' })
    page.rerender({ text: 'Sent by hand' })
    page.result.current.renewIfRefused(undefined)
    page.result.current.renewIfRefused(null)
    expect(page.result.current.keyFor({ text: 'Sent by hand' })).toBe(key)
  })

  it('differs for another body, and after an input was changed and changed back', () => {
    const page = form()
    const key = page.result.current.keyFor({ text: 'Sent by hand' })
    expect(page.result.current.keyFor({ text: 'Sent by mail' })).not.toBe(key)
    page.rerender({ text: '' })
    page.rerender({ text: 'Sent by hand' })
    expect(page.result.current.keyFor({ text: 'Sent by hand' })).not.toBe(key)
  })

  it('stays the same after an uncertain answer, and differs after a refusal', () => {
    const { current: idempotency } = form().result
    const key = idempotency.keyFor({})
    idempotency.renewIfRefused(new NetworkError('gone'))
    idempotency.renewIfRefused(new ApiError(500, { code: 'internal', message: '' }))
    expect(idempotency.keyFor({})).toBe(key)
    idempotency.renewIfRefused(new ApiError(409, { code: 'conflict', message: '' }))
    expect(idempotency.keyFor({})).not.toBe(key)
  })

  it('differs in another visit', () => {
    expect(form().result.current.keyFor({})).not.toBe(form().result.current.keyFor({}))
  })
})
