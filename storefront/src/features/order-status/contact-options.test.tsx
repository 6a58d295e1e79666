import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, path, processing } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser, type OrderFacts } from '../../../../tests/screens/shop-fixture.ts'
import { contactLink } from '../../lib/contact-link.ts'

const late: OrderFacts = { status: 'Processing', promisedBy: '2020-11-21T15:42:00.000Z' }

function renderWith(facts: OrderFacts, contact: string | null) {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(orderStatus, () => answerOf(makeOrder(facts)))
      api.on(supportContact, () => ({ contact }))
    },
  })
}

describe('the contacts', () => {
  it.each([
    ['late', late],
    ['closed by our team', { status: 'Cancelled' } as const],
  ])('are shown for an order that is %s', async (_what, facts) => {
    renderWith(facts, 'help@shop.test')
    expect(await screen.findByRole('link', { name: 'help@shop.test' })).toHaveAttribute(
      'href',
      'mailto:help@shop.test?subject=Order%20JP-261121-K7Q2MD',
    )
  })

  it('are not shown if the shop has set none', async () => {
    const { api } = renderWith(late, null)
    await screen.findByText('Sorry, this is taking longer than expected')
    await waitFor(() => expect(api.sentTo(supportContact)).toHaveLength(1))
    expect(document.querySelector('.reach')).toBeNull()
  })

  it('are not shown while the order is on time', async () => {
    const { api } = renderWith(processing(), 'help@shop.test')
    await screen.findByText('Where is my money?')
    // The footer fetches its links.
    await waitFor(() => expect(api.sentTo(supportContact)).toHaveLength(1))
    expect(document.querySelector('.reach')).toBeNull()
  })

  it.each([
    ['+91 98000 00001', 'tel:+919800000001'],
    ['https://shop.test/help', 'https://shop.test/help'],
    ['mailto:help@shop.test', 'mailto:help@shop.test?subject=Order'],
    ['the desk in Pune', undefined],
    ['javascript:alert(1)', undefined],
  ])('are links if the contact can be opened: %s', (contact, href) => {
    expect(contactLink(contact, 'Order')).toBe(href)
  })
})
