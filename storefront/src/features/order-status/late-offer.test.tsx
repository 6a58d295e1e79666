import type { LateDeliveryOffer } from '@jhatpat/shared/contracts/late-offer.ts'
import { chooseLateOffer } from '@jhatpat/shared/contracts/late-offer-calls.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const open = (lateOffer: Partial<LateDeliveryOffer>, dueInMinutes = -4) => {
  const facts: OrderFacts = {
    status: 'Processing',
    revision: 5,
    promisedBy: inMinutes(dueInMinutes),
    lateOffer: { points: 10, refund: 345, ...lateOffer },
  }
  const shop = renderShop(path, {
    user: makeUser(),
    answers: (api) => api.on(orderStatus, () => answerOf(makeOrder(facts))),
  })
  return { ...shop, facts }
}

const asBefore = 'Nothing has changed.'
const noAnswer = 'No response. Choose again, it won’t happen twice.'

it.each([
  ['no network', noNetwork, noAnswer],
  ['a failure of ours', () => refuse('internal'), noAnswer],
  ['a refusal', () => refuse('forbidden'), asBefore],
])('says after %s what is certain of the money, and no more', async (_what, answer, text) => {
  const { api, user } = open({})
  api.on(chooseLateOffer, answer)
  await user.click(await screen.findByRole('button', { name: /^Refund ₹345 now/ }))
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent(text)
  expect(note).not.toHaveTextContent(text === asBefore ? noAnswer : asBefore)
})

it('offers nothing before the promised time has passed', async () => {
  open({}, 4)
  await screen.findByText('Processing')
  expect(screen.queryByText('Your choice')).not.toBeInTheDocument()
})

it('lets the customer of a late order wait for points, and take the refund afterwards', async () => {
  const { api, user, facts } = open({})
  const chosen = { choice: 'wait', at: inMinutes(0) } as const
  api.on(chooseLateOffer, () =>
    makeOrder({ ...facts, revision: 6, lateOffer: { points: 10, refund: 345, chosen } }),
  )
  const wait = await screen.findByRole('button', { name: /^Keep waiting/ })
  expect(wait).toHaveTextContent('You’ll earn up to 10.00 points on delivery')
  expect(screen.getByRole('button', { name: /^Refund ₹345 now/ })).toHaveTextContent('within a second')
  await user.click(wait)
  expect(await screen.findByText(/You chose to wait\. You’ll earn up to 10\.00 points/)).toBeInTheDocument()
  api.on(chooseLateOffer, () =>
    makeOrder({ ...facts, status: 'Refunded', revision: 7, lateOffer: undefined, credited: 345 }),
  )
  await user.click(screen.getByRole('button', { name: 'Refund ₹345 now' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Refund/ })).not.toBeInTheDocument())
  expect(screen.getByText('Refunded')).toBeInTheDocument()
})

it('promises no immediate refund while units may still arrive, and explains a chosen refund', async () => {
  const { api, user, facts } = open({ waitingFor: 'supplier' })
  const refund = await screen.findByRole('button', { name: /^Refund ₹345 if it isn’t delivered/ })
  expect(refund).toHaveTextContent(
    'As soon as it’s confirmed as not delivered, ₹345 is refunded to your wallet.',
  )
  api.on(chooseLateOffer, () => refuse('offer_closed'))
  await user.click(refund)
  expect(await screen.findByText(/This choice is no longer available/)).toBeInTheDocument()
  expect(screen.queryByText(asBefore)).not.toBeInTheDocument()
  const chosen = { choice: 'refund', at: inMinutes(0) } as const
  api.on(chooseLateOffer, () =>
    makeOrder({
      ...facts,
      revision: 6,
      lateOffer: { points: 10, refund: 345, waitingFor: 'supplier', chosen },
    }),
  )
  await user.click(refund)
  expect(await screen.findByText('You requested a refund')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Refund/ })).not.toBeInTheDocument()
})
