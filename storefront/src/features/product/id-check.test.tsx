import { checkId, createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { speakHindi } from '../../../../tests/screens/in-hindi.ts'
import { renderHandMade, renderProduct } from '../../../../tests/screens/render-product.tsx'
import { makeItem, makeProduct } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'
import { mayBuy } from './buy-rules.ts'

const replaced =
  'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.'

/** Fills in the page of an API-delivered MLBB product whose id check has this answer, and checks. */
async function checked(answer: {
  message: string
  use?: string
  username?: string
  kind?: 'region_not_eligible'
}) {
  const page = await renderProduct({
    items: [makeItem({ name: '86 Diamonds', itemid: 1001 })],
    answers: (api) => api.on(checkId, () => ({ use: 'c', username: '', ...answer })),
  })
  await page.chooseItem('86 Diamonds ₹109 before: ₹130')
  await page.enterIds()
  await page.chooseMethod('UPI')
  await page.check()
  await waitFor(() => expect(page.api.sentTo(checkId)).toHaveLength(1))
  return page
}

async function isReplaced(message: string): Promise<void> {
  await checked({ message })
  expect(await screen.findByText(replaced)).toBeVisible()
  expect(screen.queryByText(message)).not.toBeInTheDocument()
}

describe('a region that is not eligible', () => {
  it.each([
    ['our sentence', { message: replaced, kind: 'region_not_eligible' as const }, replaced],
    ['the letter', { message: 'success', use: 'b' }, 'Recharge for Indo IDs is not permitted.'],
  ])('explains what to do, by %s, and does not say that the id is wrong', async (_by, answer, text) => {
    await checked(answer)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByText('No order was placed. Choose another item or another product.')).toBeVisible()
    expect(screen.queryByText(/supplier’s words|did not confirm|Look at/)).not.toBeInTheDocument()
  })

  it('uses the specification’s words in Hindi too, with ours below', async () => {
    await checked({ message: replaced, kind: 'region_not_eligible' })
    act(speakHindi)
    expect(screen.getByText(replaced)).toHaveAttribute('lang', 'en')
    expect(screen.getByText(/^इस आईडी पर रिचार्ज नहीं हो सकता/)).toBeVisible()
    act(() => setLanguage('en'))
  })
})

describe('the id check', () => {
  it('IDCHK-01 has a Check button for API products of type MLBB', async () => {
    await renderProduct({ product: makeProduct({ isApi: true, type: 'MLBB' }) })
    expect(await screen.findByRole('button', { name: 'Check' })).toBeVisible()
  })

  it.each([
    ['an MLBB product delivered by hand', { isApi: false, type: 'MLBB' }],
    ['an API product of type HOK', { isApi: true, type: 'HOK' }],
    ['an API product of type GENSHIN', { isApi: true, type: 'GENSHIN' }],
  ] as const)('IDCHK-01 has none for %s', async (_which, kind) => {
    await renderProduct({ product: makeProduct(kind) })
    await screen.findByRole('radiogroup', { name: 'Items' })
    expect(screen.queryByRole('button', { name: 'Check' })).not.toBeInTheDocument()
  })

  it('sends the ids, the product and the item', async () => {
    const { api } = await checked({ message: 'success' })
    expect(api.sentTo(checkId)[0]?.body).toEqual({
      userid: '123456789',
      zoneid: '1234',
      selectedProduct: makeProduct()._id,
      selectedItem: 1001,
    })
  })

  it('IDCHK-02 lets one buy when message is success and use is not b', async () => {
    const { buy, api } = await checked({ message: 'success', use: 'c', username: 'RaviOP' })
    await screen.findByText('Username: RaviOP')
    await buy()
    await waitFor(() => expect(api.sentTo(createOrder)).toHaveLength(1))
  })

  it('IDCHK-03 does not let one buy when message is not success', async () => {
    const { buy, api } = await checked({ message: 'USER ID não existe', username: 'RaviOP' })
    await screen.findByText('USER ID não existe')
    await buy()
    expect(await screen.findByText(/Please select an item/)).toBeVisible()
    expect(api.sentTo(createOrder)).toHaveLength(0)
  })

  it('IDCHK-04 rejects an id whose use is b, though the message is success', async () => {
    const { buy, api } = await checked({ message: 'success', use: 'b', username: 'RaviOP' })
    expect(await screen.findByText('Recharge for Indo IDs is not permitted.')).toBeVisible()
    expect(screen.queryByText('Username: RaviOP')).not.toBeInTheDocument()
    await buy()
    expect(api.sentTo(createOrder)).toHaveLength(0)
  })

  it('IDCHK-05 is needed to buy an API-delivered MLBB product', async () => {
    const { chooseItem, enterIds, chooseMethod, buy, check, api } = await renderProduct()
    await chooseItem(/86 Diamonds/)
    await enterIds()
    await chooseMethod('UPI')
    await buy()
    expect(await screen.findByText(/Please select an item/)).toBeVisible()
    expect(api.sentTo(createOrder)).toHaveLength(0)
    await check()
    await screen.findByText('Username: RaviOP')
    await buy()
    await waitFor(() => expect(api.sentTo(createOrder)).toHaveLength(1))
  })

  it.each(['first', 'second'] as const)('IDCHK-06 is undone by changing the %s input', async (which) => {
    const { buy, api, user, input1, input2 } = await checked({ message: 'success', username: 'RaviOP' })
    await screen.findByText('Username: RaviOP')
    await user.type(which === 'first' ? input1() : input2(), '5')
    expect(screen.queryByText('Username: RaviOP')).not.toBeInTheDocument()
    await buy()
    expect(api.sentTo(createOrder)).toHaveLength(0)
  })

  it('IDCHK-06 forgets an answer that was on its way when an id changed', async () => {
    let answer: (reply: { message: string; use: string; username: string }) => void = () => undefined
    const { enterIds, check, user, input1 } = await renderProduct({
      answers: (api) => api.on(checkId, () => new Promise((resolve) => (answer = resolve))),
    })
    await enterIds()
    await check()
    await screen.findByText('Checking…')
    await user.type(input1(), '5')
    answer({ message: 'success', use: 'c', username: 'RaviOP' })
    await waitFor(() => expect(screen.queryByText('Checking…')).not.toBeInTheDocument())
    expect(screen.queryByText('Username: RaviOP')).not.toBeInTheDocument()
  })

  it('IDCHK-07 must not be passed for other products: they are bought without it', async () => {
    const { chooseItem, enterIds, chooseMethod, buy, api } = await renderHandMade()
    await chooseItem(/86 Diamonds/)
    await enterIds('player-1', 'Asha')
    await chooseMethod('UPI')
    await buy()
    await waitFor(() => expect(api.sentTo(createOrder)).toHaveLength(1))
    const draft = { itemId: '1', input1: '1', input2: '2', method: 'upi' } as const
    expect(mayBuy(draft, { isApi: false, type: 'OTHER' }, false)).toBe(true)
    expect(mayBuy(draft, { isApi: false, type: 'OTHER' }, true)).toBe(false)
  })

  it('IDCHK-08 shows Username: and the name on success', async () => {
    await checked({ message: 'success', username: 'RaviOP' })
    expect(await screen.findByText('Username: RaviOP')).toBeVisible()
  })

  it.each([
    'The monthly top-up limit for Malaysia has been reached.',
    'MALAYSIA players: this MONTH’s cap was reached',
  ])('IDCHK-09 replaces the message that the monthly Malaysia cap is reached: %s', isReplaced)

  it.each([
    'The recharge has failed. Please contact Customer Service for more details.',
    'Recharge failed, please contact customer service',
  ])('IDCHK-10 replaces the message of a failed recharge: %s', isReplaced)

  it.each([
    'Brazil packs are temporarily banned for players in Indonesia, Malaysia and Singapore.',
    'The Mobile Legends team does not allow recharging Brazil packs for players in Indonesia, Malaysia, Philippines, Singapore and Russia.',
  ])('IDCHK-11 replaces the message of a ban of Brazil packs: %s', isReplaced)

  it.each([
    'Announcement: new pricing rules apply from 1 May.',
    'PRICE ADJUSTMENT: a surcharge of 55% applies to this region.',
  ])('IDCHK-12 replaces a pricing-rule announcement: %s', isReplaced)

  it.each(['USER ID ou Zone ID não existe', 'Try again in 5 minutes.'])(
    'IDCHK-13 shows any other message as given: %s',
    async (message) => {
      await checked({ message })
      expect(await screen.findByText(message)).toBeVisible()
    },
  )

  it.each([
    ['there is no network', noNetwork],
    ['the supplier is down', () => refuse('supplier_unavailable')],
  ])('says that it could not check when %s', async (_why, answer) => {
    const { enterIds, check } = await renderProduct({ answers: (api) => api.on(checkId, answer) })
    await enterIds()
    await check()
    expect(
      await screen.findByText(/The supplier isn’t responding, so we couldn’t check this ID/),
    ).toBeVisible()
  })
})

describe('Enter in an id field', () => {
  it.each(['first', 'second'] as const)(
    'checks both from the %s input, and nothing while one is missing',
    async (which) => {
      const { enterIds, user, api, input1, input2 } = await renderProduct()
      await user.type(input1(), '123456789{Enter}')
      expect(api.sentTo(checkId)).toHaveLength(0)
      await user.clear(input1())
      await enterIds()
      await user.click(which === 'first' ? input1() : input2())
      await user.keyboard('{Enter}')
      expect(await screen.findByText('Username: RaviOP')).toBeVisible()
      expect(api.sentTo(checkId)).toHaveLength(1)
    },
  )

  it('does nothing without a check', async () => {
    const { enterIds, user, api } = await renderHandMade()
    await enterIds('player-1', 'Asha')
    await user.keyboard('{Enter}')
    expect(api.sentTo(checkId)).toHaveLength(0)
  })
})

describe('the supplier’s words', () => {
  it.each([
    ['USER ID não existe', 'No player found for this ID. Check both fields.'],
    ['Try again in 5 minutes.', 'This ID wasn’t confirmed. Check it, or choose another item.'],
  ])('are small under a sentence of ours: %s', async (message, ours) => {
    await checked({ message })
    const words = await screen.findByText(message)
    expect(words.tagName).toBe('Q')
    const sentence = screen.getByText(ours)
    expect(sentence.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('about a field of the call are not shown', async () => {
    const message = 'userid must have at most 40 characters.'
    const { enterIds, check } = await renderProduct({
      answers: (api) => api.on(checkId, () => refuse('invalid_request', { message, field: 'userid' })),
    })
    await enterIds()
    await check()
    expect(await screen.findByText('The ID format doesn’t match. Check both fields.')).toBeVisible()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
  })
})

describe('an id check that is unavailable', () => {
  it('blocks buying', async () => {
    const { buy, api } = await checked({
      message: 'We couldn’t check this ID. Please make sure it’s correct before you pay.',
      use: '',
    })
    await buy()
    expect(api.sentTo(createOrder)).toHaveLength(0)
  })
})
