import {
  type PointsLine,
  pointsBalance,
  pointsHistory,
  redeemPoints,
} from '@jhatpat/shared/contracts/points.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../../tests/support/fake-api.ts'

const at = '2026-11-21T15:13:00.000Z'
const msg = '100.00 points redeemed. ₹100 added to your wallet.'

const lines: PointsLine[] = [
  {
    id: 'revoked:JP2',
    kind: 'revoked',
    note: 'Refund of 86 Diamonds',
    points: -6.99,
    orderid: 'JP2',
    at,
  },
  { id: 'redeemed:JW1', kind: 'redeemed', note: 'To your wallet', points: -28, worth: 28, at },
  { id: 'earned:JP1', kind: 'earned', note: '257 Diamonds', points: 3.19, orderid: 'JP1', at },
]

function openRedeem(answers: (api: FakeApi) => void = () => undefined, balance = 128.4, history = lines) {
  return renderShop('/redeem', {
    user: makeUser(),
    answers: (api) => {
      api.on(pointsBalance, () => ({ balance, perHundredRupees: 1, worth: 1 }))
      api.on(pointsHistory, () => history)
      api.on(redeemPoints, () => ({ msg }))
      answers(api)
    },
  })
}

const field = () => screen.findByLabelText('Points to redeem')
const redeem = () => screen.getByRole('button', { name: 'Redeem' })

describe('Redeem Your Points', () => {
  it('REDEEM-01 REDEEM-02 is headed so, and has a field for points', async () => {
    openRedeem()
    expect(await screen.findByRole('heading', { level: 1, name: 'Redeem Your Points' })).toBeVisible()
    expect(await field()).toBeEnabled()
    expect(await screen.findByText('128.40')).toBeVisible()
  })

  it('REDEEM-03 REDEEM-04 redeems the points that were entered, once, and shows what the server says', async () => {
    const { user, api } = openRedeem()
    await user.type(await field(), '100')
    expect(await screen.findByText('₹100.00')).toBeVisible()
    expect(screen.getByText('₹1,940.00')).toBeVisible()
    api.on(pointsBalance, () => ({ balance: 28.4, perHundredRupees: 1, worth: 1 }))
    await user.click(redeem())
    expect(await screen.findByText(msg)).toBeVisible()
    expect(api.sentTo(redeemPoints).map(({ body }) => body)).toEqual([{ value: 100, userid: 'U1001' }])
    expect(await field()).toHaveValue('')
    expect(await screen.findByText('28.40')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View Wallet' })).toHaveAttribute('href', '/wallet')
  })

  it('REDEEM-04 shows the server’s refusal', async () => {
    const message = 'You have 128.40 points. Enter that number or less. Nothing was redeemed.'
    const { user } = openRedeem((api) =>
      api.on(redeemPoints, () => refuse('insufficient_points', { message, field: 'value' })),
    )
    await user.type(await field(), '500')
    await user.click(redeem())
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(await field()).toHaveValue('500')
  })

  it('shows no preview of more points than there are, nor next to an error', async () => {
    const { user } = openRedeem((api) => api.on(redeemPoints, () => refuse('insufficient_points')))
    const amount = await field()
    await screen.findByText('128.40')
    await user.type(amount, '128')
    expect(await screen.findByText('You get')).toBeVisible()
    await user.type(amount, '9')
    expect(screen.queryByText('You get')).not.toBeInTheDocument()
    await user.clear(amount)
    await user.type(amount, '100')
    await user.click(redeem())
    await screen.findByRole('alert')
    expect(screen.queryByText('You get')).not.toBeInTheDocument()
  })

  it.each(['', '0', '-5', 'abc', '1.234'])('REDEEM-05 refuses "%s" before it is sent', async (text) => {
    const { user, api } = openRedeem()
    if (text) await user.type(await field(), text)
    await field()
    await user.click(redeem())
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid amount.')
    expect(api.sentTo(redeemPoints)).toEqual([])
  })

  it('fills in all points', async () => {
    const { user } = openRedeem()
    await screen.findByText('128.40')
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(await field()).toHaveValue('128.40')
  })

  it('lists points earned and spent', async () => {
    openRedeem()
    const list = within(await screen.findByRole('list'))
    const shown = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(shown[0]).toMatch(/^Refund of 86 Diamonds.*−6\.99$/)
    expect(shown[1]).toMatch(/^Redeemed, ₹28\.00 to your wallet.*−28\.00$/)
    expect(shown[2]).toMatch(/^257 Diamonds.*\+3\.19$/)
    expect(list.getByRole('link', { name: '257 Diamonds' })).toHaveAttribute(
      'href',
      '/confirmation?client_txn_id=JP1',
    )
  })

  it('does not speak of no points yet after some were earned and redeemed', async () => {
    openRedeem(undefined, 0)
    await screen.findByText('257 Diamonds')
    await waitFor(() => expect(redeem()).toBeDisabled())
    expect(screen.queryByText('No points yet')).not.toBeInTheDocument()
  })

  it('says what to do without points', async () => {
    openRedeem(undefined, 0, [])
    expect(await screen.findByText('No points yet')).toBeVisible()
    await waitFor(() => expect(redeem()).toBeDisabled())
    expect(screen.getByText(/Earn 1 point for every ₹100 on delivery/)).toBeVisible()
  })
})
