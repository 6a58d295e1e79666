import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { refusalOf } from './use-board-commands.ts'

const nowMs = Date.parse('2026-11-21T15:00:40.000Z')
const assignee = {
  adminId: 'a2',
  name: 'Imran',
  since: '2026-11-21T15:00:00.000Z',
  until: '2026-11-21T15:05:00.000Z',
}
const refused = (code: string, message: string) => new ApiError(409, { code, message })

describe('the text of a refusal', () => {
  it('names the assignee and since when', () => {
    const note = refusalOf(refused('order_assigned', 'x'), makeBoardOrder({ assignee }), nowMs)
    expect(note.title).toBe('Assigned to Imran')
    expect(note.text).toBe('Assigned 40 seconds ago. Nothing changed.')
  })

  it('falls back to the server’s sentence without an assignee', () => {
    const note = refusalOf(refused('order_assigned', 'Assigned to another admin.'), undefined, nowMs)
    expect(note.text).toBe('Assigned to another admin.')
  })

  it('states that an order has changed', () => {
    const message = 'This order was updated by someone else. Nothing was changed.'
    expect(refusalOf(refused('order_changed', message), makeBoardOrder(), nowMs)).toMatchObject({
      title: 'This order was updated',
      text: message,
    })
  })

  it('does not claim to know the outcome without a reply', () => {
    const note = refusalOf(new NetworkError(undefined), makeBoardOrder(), nowMs)
    expect(note.title).toBe('Network Error')
    expect(note.text).toContain('The row shows the latest status')
  })
})
