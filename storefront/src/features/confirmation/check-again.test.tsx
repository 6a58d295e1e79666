import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anOrder, type OrderFacts } from '../../../../tests/screens/a-shop.ts'
import { answerOf, processing, renderOrder } from '../../../../tests/screens/render-order.tsx'

const seconds = (ago: number) => new Date(Date.now() - ago * 1_000).toISOString()

function answerWith(facts: OrderFacts, asked: { at: string; isAnswered: boolean }) {
  const answer = answerOf(anOrder(facts))
  return { ...answer, data: { ...answer.data, asked } }
}

const beside = async () => (await screen.findByRole('button', { name: 'Check again' })).previousElementSibling

describe('“Check again”', () => {
  it('says when the bank was asked while money is waited for, anew each time', async () => {
    const { api, user } = renderOrder()
    api.on(orderStatus, () => answerWith({}, { at: seconds(120), isAnswered: true }))
    await waitFor(async () => expect(await beside()).toHaveTextContent(/^Bank asked 2 minutes ago$/))
    api.on(orderStatus, () => answerWith({}, { at: seconds(0), isAnswered: false }))
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(async () =>
      expect(await beside()).toHaveTextContent(/^Bank asked just now, no answer yet$/),
    )
  })

  it('says that it reads our books once the order is paid, and who asks the supplier', async () => {
    renderOrder(processing())
    expect(await beside()).toHaveTextContent(
      /^From our books, read just now\. We ask the supplier by ourselves\.$/,
    )
  })

  it('says only that it reads our books once the order has ended', async () => {
    renderOrder({ status: 'Refunded', credited: 345 })
    expect(await beside()).toHaveTextContent(/^From our books, read just now$/)
  })
})
