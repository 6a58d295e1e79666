import { homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { timelineSteps } from '@jhatpat/shared/contracts/order-timeline.ts'
import { checkId, createOrder, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { type PaymentPage, paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { waitingReasons } from '@jhatpat/shared/contracts/waiting-reasons.ts'
import {
  topUpStatus,
  type WalletTransaction,
  walletCount,
  walletTransactions,
} from '@jhatpat/shared/contracts/wallet.ts'
import { hindi } from '@jhatpat/shared/ui/texts/hindi/hindi.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { latinWords, speakHindi } from '../../../tests/screens/in-hindi.ts'
import { PushBrowser } from '../../../tests/screens/push-browser.ts'
import { answerOf, path as orderPath } from '../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../tests/screens/render-shop.tsx'
import {
  makeItem,
  makeOrder,
  makePaymentPage,
  makeProduct,
  makeUser,
  type OrderFacts,
} from '../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../tests/support/fake-api.ts'

beforeEach(speakHindi)
afterEach(() => setLanguage('en'))

describe('home in Hindi', () => {
  const everywhere = (api: FakeApi) => {
    const products = [makeProduct()]
    api.on(homeProducts, () => ({
      trending: products,
      instantGames: products,
      games: products,
      ott: products,
      others: products,
    }))
  }

  it('is all Hindi, except for names', async () => {
    renderShop('/home', { user: makeUser(), answers: everywhere })
    expect(await screen.findByRole('heading', { name: 'ट्रेंडिंग' })).toBeVisible()
    expect(screen.getAllByText('नियम और शर्तें')[0]).toBeVisible()
    expect(document.title).toBe('झटपट: गेम टॉप-अप, रिचार्ज और OTT')
    expect(latinWords()).toEqual([])
  })

  it('says in Hindi that nothing is found, that nothing loads, and shows the menu in Hindi', async () => {
    const { unmount } = renderShop('/home?q=qqqq')
    expect(await screen.findByRole('heading', { name: '“qqqq” के लिए कुछ नहीं मिला' })).toBeVisible()
    expect(latinWords().filter((text) => !text.includes('qqqq'))).toEqual([])
    unmount()
    const { user } = renderShop('/home', { answers: (api) => api.on(homeProducts, () => noNetwork()) })
    expect(await screen.findByRole('heading', { name: 'गेम लोड नहीं हुए' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'मेन्यू खोलें' }))
    expect(await screen.findByRole('dialog', { name: 'मेन्यू' })).toBeVisible()
    expect(latinWords()).toEqual([])
  })
})

describe('a product’s page in Hindi', () => {
  const items = [makeItem({ name: '86 Diamonds', suggestedTask: 'Hot' }), makeItem({ inStock: false })]
  const open = (answers?: (api: FakeApi) => void) =>
    renderShop('/product/665000000000000000000a01', {
      user: makeUser(),
      answers: (api) => {
        api.on(itemsOfProduct, () => items)
        api.on(checkId, () => ({ message: 'success', use: 'c', username: 'RaviOP' }))
        answers?.(api)
      },
    })

  it('is all Hindi from the initial render to the refusal of an order', async () => {
    const { user } = open((api) => api.on(createOrder, () => refuse('payment_unavailable')))
    await screen.findByRole('radio', { name: /86 Diamonds/ })
    expect(screen.getByText('तुरंत डिलीवरी')).toBeVisible()
    expect(latinWords()).toEqual([])
    await user.click(screen.getAllByRole('button', { name: 'अभी खरीदें' })[0]!)
    const missing = /आगे बढ़ने के लिए चाहिए: आइटम, User ID, Zone ID और पेमेंट का तरीका/
    expect(await screen.findAllByText(missing)).toHaveLength(2)
    expect(latinWords()).toEqual([])

    await user.click(screen.getByRole('radio', { name: /86 Diamonds/ }))
    await user.type(screen.getByLabelText('User ID'), '123456789')
    await user.type(screen.getByLabelText('Zone ID'), '1234')
    await user.click(screen.getByRole('button', { name: 'चेक करें' }))
    expect(await screen.findByText('यूज़रनेम: RaviOP')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /UPI/ }))
    expect(screen.getByText(/बैलेंस ₹1,840\.00 · ऑर्डर के बाद ₹1,731\.00/)).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'अभी खरीदें' })[0]!)
    expect(await screen.findByText(/पेमेंट सर्विस जवाब नहीं दे रही। आपके पैसे नहीं कटे।/)).toBeVisible()
    expect(latinWords()).toEqual([])
  })

  it.each(['कैसे खरीदें?', 'आईडी कहाँ मिलेगी? (?)'])('opens "%s" in Hindi', async (name) => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(latinWords()).toEqual([])
  })

  it('says in Hindi what is wrong with an id, and keeps the supplier’s words as they are', async () => {
    const { user } = open((api) =>
      api.on(checkId, () => ({ message: 'USER ID não existe', use: '', username: '' })),
    )
    await user.type(await screen.findByLabelText('User ID'), '123456789')
    await user.type(screen.getByLabelText('Zone ID'), '1234')
    await user.click(screen.getByRole('button', { name: 'चेक करें' }))
    expect(await screen.findByText(/इस आईडी पर कोई प्लेयर नहीं मिला।/)).toBeVisible()
    expect(screen.getByText('USER ID não existe')).toHaveAttribute('lang', 'en')
    expect(latinWords()).toEqual([])
  })
})

describe('the payment page in Hindi', () => {
  const open = (page: Partial<PaymentPage>, agent = '') => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    return renderShop('/pay?client_txn_id=JP261121K7Q2MD', {
      user: makeUser(),
      answers: (api) => {
        api.on(paymentPage, () =>
          makePaymentPage({ details: [{ label: 'Username', value: 'RaviOP' }], ...page }),
        )
        api.on(orderStatus, () => answerOf(makeOrder()))
      },
    })
  }

  it.each<[string, Partial<PaymentPage>, string?]>([
    ['on a computer', {}],
    ['on a phone', {}, 'Android'],
    ['of a simulator', { simulated: true }],
    ['of a top-up', { kind: 'topup' }],
    ['before there is a link', { waitingFor: 'provider' }],
    ['when our team looks at the payment', { waitingFor: 'check' }],
    ['without a UPI link', { upi: undefined }],
    ['when the time is over', { payBefore: '2026-11-21T15:12:10.000Z' }],
  ])('is all Hindi %s', async (_name, page, agent) => {
    open(page, agent)
    expect(await screen.findByText('UPI से पे करें')).toBeVisible()
    expect(latinWords()).toEqual([])
  })

  it('answers "I have paid" in Hindi, and formats the time in the Hindi way', async () => {
    const { user } = open({ payBefore: '2099-11-21T15:42:00.000Z' })
    await user.click(await screen.findByRole('button', { name: 'मैंने पे कर दिया' }))
    expect(await screen.findByText(/आपका पेमेंट अभी नहीं मिला है। अगर बैंक से ₹345/)).toBeVisible()
    expect(screen.getByText('रात 9:12')).toBeVisible()
    expect(latinWords()).toEqual([])
  })
})

describe('the order’s page in Hindi', () => {
  const at = '2026-11-21T15:13:00.000Z'
  const soon = () => new Date(Date.now() + 29 * 60_000).toISOString()
  const everyStep = timelineSteps.map((step) => ({
    step,
    at,
    amount: 999,
    reference: '432100009999',
    // The customer's own words, or ours.
    reason: step === 'reported' || step === 'resolved' ? 'गेम में नहीं दिखा' : 'The payment came late',
  }))
  const cases: [string, OrderFacts][] = [
    ...waitingReasons
      .filter((waitingFor) => waitingFor !== 'nothing')
      .map((waitingFor): [string, OrderFacts] => {
        const status = waitingFor.startsWith('payment') ? 'Created' : 'Processing'
        return [waitingFor, { status, promisedBy: soon(), timeline: everyStep, state: { waitingFor } }]
      }),
    ...orderStatuses.map((status): [string, OrderFacts] => [status, { status, timeline: everyStep }]),
    ['late', { status: 'Processing', promisedBy: at }],
    [
      'of two packs, one there',
      { status: 'Processing', units: { total: 2, delivered: 1 }, promisedBy: soon() },
    ],
    [
      'paid back in part',
      { status: 'Completed', units: { total: 2, delivered: 1 }, credited: 1, state: { partlyRefunded: 1 } },
    ],
    ['paid twice', { status: 'Completed', credited: 345 }],
    ['with another sum', { status: 'Refunded', credited: 50, state: { paid: { amount: 50, at } } }],
    ['declined', { status: 'Failed', state: { declined: true } }],
    ['failed with money', { status: 'Failed', credited: 5 }],
    [
      'paid from the wallet',
      { status: 'Completed', paymentmode: 'wallet', delivery: 'manual', timeline: everyStep },
    ],
  ]

  it.each(cases)('is all Hindi: %s', async (_name, facts) => {
    renderShop(orderPath, {
      user: makeUser(),
      answers: (api) => {
        api.on(orderStatus, () => answerOf(makeOrder(facts)))
        api.on(supportContact, () => ({ contact: 'help@jhatpat.test' }))
      },
    })
    expect(await screen.findByRole('heading', { name: 'मेरे पैसे कहाँ हैं?' })).toBeVisible()
    expect(latinWords()).toEqual([])
  })

  /** In the browser's own format. */
  const browserWords = /Notifications → Allow|Share पर|Add to Home Screen चुनें/

  it.each([
    ['granted', 'नोटिफिकेशन चालू हैं'],
    ['denied', 'नोटिफिकेशन ब्लॉक हैं'],
  ] as const)(
    'offers in Hindi notifications of deliveries (%s), and then to install the shop',
    async (answer, message) => {
      const browser = new PushBrowser()
      browser.answer = answer
      browser.start()
      Object.assign(navigator, { standalone: false })
      const open = () =>
        renderShop(orderPath, {
          user: makeUser(),
          answers: (api) => {
            browser.registerReplies(api)
            api.on(orderStatus, () => answerOf(makeOrder({ status: 'Completed' })))
          },
        })
      try {
        const { user, unmount } = open()
        const turnOn = await screen.findByRole('button', { name: 'चालू करें' })
        expect(latinWords()).toEqual([])
        await user.click(turnOn)
        expect(await screen.findByText(message)).toBeVisible()
        expect(latinWords().filter((text) => !browserWords.test(text))).toEqual([])
        unmount()
        open()
        expect(await screen.findByRole('heading', { name: 'झटपट ऐप इंस्टॉल करें' })).toBeVisible()
        expect(latinWords().filter((text) => !browserWords.test(text))).toEqual([])
      } finally {
        browser.stop()
        Reflect.deleteProperty(navigator, 'standalone')
      }
    },
  )

  it('says in Hindi that an order does not exist, and while it loads', async () => {
    renderShop(orderPath, {
      user: makeUser(),
      answers: (api) => api.on(orderStatus, () => refuse('not_found')),
    })
    expect(await screen.findByRole('heading', { name: 'ऑर्डर नहीं मिला' })).toBeVisible()
    expect(latinWords()).toEqual([])
  })
})

describe('the wallet in Hindi', () => {
  const line: WalletTransaction = {
    txnid: 'JT261121K7Q2MD3A',
    type: 'Credit',
    status: 'Success',
    amount: 500,
    balanceAfter: 1840,
    orderid: '',
    userid: 'U1001',
    useremail: '',
    note: 'Top-up by UPI',
    revision: 1,
    createdAt: '2025-01-31T10:00:00.000Z',
    updatedAt: '2025-01-31T10:00:00.000Z',
  }

  const failed: WalletTransaction = { ...line, txnid: 'JT261121K7Q2MD3B', status: 'Failed' }

  it('is all Hindi, with its filters and its pages', async () => {
    renderShop('/wallet', {
      user: makeUser(),
      answers: (api) => {
        api.on(walletTransactions, () => [line, failed])
        api.on(walletCount, () => ({ matching: 2, all: 2 }))
      },
    })
    expect(await screen.findByRole('heading', { name: 'मेरा वॉलेट' })).toBeVisible()
    expect(await screen.findAllByText('UPI से टॉप-अप')).not.toHaveLength(0)
    expect(screen.getByText('2 ट्रांज़ैक्शन')).toBeVisible()
    expect(latinWords()).toEqual([])
  })

  it.each([
    ['Success', 'ORDER PLACED SUCCESSFULLY'],
    ['Created', 'Confirming your top-up'],
    ['Failed', 'Top-up expired'],
  ] as const)('shows a top-up that is %s in Hindi', async (status, title) => {
    renderShop('/walletconfirmation?client_txn_id=JT261121K7Q2MD3A', {
      user: makeUser(),
      answers: (api) =>
        api.on(topUpStatus, () => ({
          data: { ...line, status, payBefore: line.createdAt, upi_txn_id: '' },
        })),
    })
    expect(await screen.findByRole('heading', { name: hindi[title] })).toBeVisible()
    expect(latinWords()).toEqual([])
  })
})

describe('a page that exists in English only', () => {
  it('says so, and shows its own texts in English', async () => {
    renderShop('/refund-policy', { user: makeUser() })
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.closest('[lang=en]')).not.toBeNull()
    expect(heading.closest('main')?.textContent).not.toMatch(/\p{Script=Devanagari}/u)
  })

  it.each(['/orders', '/dashboard', '/dashboard/devices', '/topup', '/redeem'])('is not %s', async (path) => {
    renderShop(path, { user: makeUser() })
    const main = await screen.findByRole('main')
    expect(main.closest('[lang=en]')).toBeNull()
  })
})
