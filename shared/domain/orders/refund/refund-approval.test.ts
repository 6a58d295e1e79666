import { expect, it } from 'vitest'
import { isSameRequest } from './refund-approval.ts'

const request = {
  amountPaise: 34_500,
  refund: {
    orderid: 'JP1',
    itemname: '86 Diamonds',
    version: 2,
    units: '0123456789abcdef',
    messageCount: 0,
    unit: 'JP1-1',
    attempt: 1,
    codeRevealed: false,
    resolvesTicket: false,
  },
}
const changed = (refund: Partial<typeof request.refund> & { override?: boolean }) => ({
  ...request,
  refund: { ...request.refund, ...refund },
})

it('repeats a request for the same refund, also if the item has another name now', () => {
  expect(isSameRequest(request, changed({}))).toBe(true)
  expect(isSameRequest(request, changed({ itemname: '86 + 8 Diamonds' }))).toBe(true)
})

it.each([{ override: true }, { codeRevealed: true }, { attempt: 2 }, { unit: '' }, { messageCount: 1 }])(
  'replaces a request by one with %o',
  (change) => {
    expect(isSameRequest(request, changed(change))).toBe(false)
  },
)
