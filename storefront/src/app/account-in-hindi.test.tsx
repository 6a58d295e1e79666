import { login, myOrders, sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { orderCount, orderList } from '@jhatpat/shared/contracts/orders.ts'
import { pointsBalance, pointsHistory, redeemPoints } from '@jhatpat/shared/contracts/points.ts'
import { orderReceipt } from '@jhatpat/shared/contracts/receipts.ts'
import {
  createAccount,
  forgetPassword,
  otpLogin,
  otpTimer,
  verifyMail,
  verifyOtp,
} from '@jhatpat/shared/contracts/sign-up.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { latinWords, speakHindi } from '../../../tests/screens/in-hindi.ts'
import { renderShop } from '../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../tests/screens/shop-fixture.ts'
import { type FakeApi, refuse } from '../../../tests/support/fake-api.ts'

beforeEach(speakHindi)
afterEach(() => setLanguage('en'))

/** All texts of the page are Hindi, except for names and agreed words. */
const expectHindi = () => expect(latinWords()).toEqual([])

describe('the pages before the login, in Hindi', () => {
  const open = (path: string, answers: (api: FakeApi) => void = () => undefined) =>
    renderShop(path, { answers })

  it('are in the page’s language', async () => {
    open('/login')
    const heading = await screen.findByRole('heading', { name: 'लॉगिन' })
    expect(heading.closest('[lang=en]')).toBeNull()
    expectHindi()
  })

  it('say what is missing at a login, and why it was refused', async () => {
    const { user } = open('/login', (api) => api.on(login, () => refuse('invalid_credentials')))
    await user.click(await screen.findByRole('button', { name: 'लॉगिन' }))
    expect(screen.getByText('अपना ईमेल डालें')).toBeVisible()
    expectHindi()
    await user.type(screen.getByLabelText('ईमेल'), 'asha@jhatpat.test')
    await user.type(screen.getByLabelText('पासवर्ड'), 'three auto rides')
    await user.click(screen.getByRole('button', { name: 'लॉगिन' }))
    expect(await screen.findByText(/^ईमेल और पासवर्ड मेल नहीं खाते/)).toBeVisible()
    expectHindi()
  })

  it('ask for a mobile number and an OTP', async () => {
    const { user } = open('/otplogin', (api) => {
      api.on(otpLogin, () => ({
        success: true,
        message: 'If this number has an account, an OTP is on its way to it.',
      }))
      api.on(otpTimer, () => ({ success: true, timer: 580_000, message: '' }))
      api.on(verifyOtp, () => refuse('otp_mismatch', { triesLeft: 4 }))
    })
    const number = await screen.findByLabelText('मोबाइल नंबर')
    await user.click(screen.getByRole('button', { name: 'OTP भेजें' }))
    expect(await screen.findByText('सही मोबाइल नंबर डालें।')).toBeVisible()
    expect(latinWords()).toEqual([])
    fireEvent.change(number, { target: { value: '9876543210' } })
    await user.click(screen.getByRole('button', { name: 'OTP भेजें' }))
    const code = await screen.findByLabelText('6 अंकों का OTP')
    expect(await screen.findByText('OTP भेजा गया। 10 मिनट तक मान्य है।')).toBeVisible()
    expectHindi()
    fireEvent.change(code, { target: { value: '111111' } })
    expect(await screen.findByText('OTP सही नहीं है। चेक करके फिर से डालें।')).toBeVisible()
    expect(screen.getByText('4 कोशिशें बाकी हैं।')).toBeVisible()
    expectHindi()
  })

  it('say when the next OTP can be requested', async () => {
    const reply = { code: 'too_many_requests', message: 'Too many attempts. Wait a moment and try again.' }
    const { user } = open('/otplogin', (api) =>
      api.on(otpLogin, () => Response.json(reply, { status: 429, headers: { 'retry-after': '700' } })),
    )
    await user.type(await screen.findByLabelText('मोबाइल नंबर'), '9876543210')
    await user.click(screen.getByRole('button', { name: 'OTP भेजें' }))
    expect(await screen.findByText('12 मिनट बाद फिर से कोशिश करें।')).toBeVisible()
    expectHindi()
  })

  it('register a customer', async () => {
    const { user } = open('/register', (api) =>
      api.on(createAccount, () => ({ msg: 'OTP sent successfully. Please verify your account.' })),
    )
    await user.click(await screen.findByRole('button', { name: 'OTP भेजें' }))
    expect(await screen.findByText('सभी बॉक्स भरें।')).toBeVisible()
    expectHindi()
    const typed = {
      नाम: 'Asha Rao',
      'मोबाइल नंबर': '9845012345',
      ईमेल: 'asha@mail.test',
      पासवर्ड: 'monsoon tram 42',
    }
    for (const [label, value] of Object.entries(typed))
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    await user.click(screen.getByRole('button', { name: 'OTP भेजें' }))
    expect(await screen.findByText('OTP भेजा गया। अकाउंट वेरिफाई करें।')).toBeVisible()
    expectHindi()
  })

  it('mail a link for another password', async () => {
    const msg = 'If this email has an account, a link to set another password is on its way to it.'
    const { user } = open('/forgetpassword', (api) => api.on(forgetPassword, () => ({ msg })))
    await user.type(await screen.findByLabelText('रजिस्टर्ड ईमेल'), 'asha@jhatpat.test')
    expectHindi()
    await user.click(screen.getByRole('button', { name: 'लिंक भेजें' }))
    expect(await screen.findByRole('heading', { name: 'अपना इनबॉक्स देखें' })).toBeVisible()
    expectHindi()
  })

  it.each([
    ['/reset_password/665000000000000000000001/s3cret', 'नया पासवर्ड'],
    ['/reset_password', 'लिंक सही नहीं है।'],
    ['/checkverification', 'ईमेल वेरिफाई करें'],
    ['/verification', 'लिंक सही नहीं है।'],
    ['/verification/665000000000000000000001/s3cret', 'आपका ईमेल वेरिफाई हो गया।'],
  ])('are all Hindi: %s', async (path, name) => {
    open(path, (api) => api.on(verifyMail, () => ({ msg: 'Your email address is verified.', code: 0 })))
    expect(await screen.findByRole('heading', { name })).toBeVisible()
    expectHindi()
  })
})

describe('the pages of the account in Hindi', () => {
  const completed = makeOrder({ status: 'Completed', createdAt: '2025-01-31T10:00:00.000Z' })
  const open = (path: string, answers: (api: FakeApi) => void = () => undefined) =>
    renderShop(path, {
      user: makeUser(),
      answers: (api) => {
        api.on(orderList, () => [completed])
        api.on(orderCount, () => ({ matching: 1, all: 1 }))
        api.on(myOrders, () => ({ total_order: 64, completed: 60, refunded: 2 }))
        api.on(pointsBalance, () => ({ balance: 128.4, perHundredRupees: 1, worth: 1 }))
        answers(api)
      },
    })

  it('are all Hindi: the profile', async () => {
    const { user } = open('/dashboard')
    expect(await screen.findByRole('heading', { name: 'प्रोफ़ाइल' })).toBeVisible()
    expect(await screen.findByText('कुल ऑर्डर')).toBeVisible()
    expectHindi()
    await user.click(screen.getByRole('button', { name: /^बदलें नाम/ }))
    expect(screen.getByLabelText('नाम')).toBeVisible()
    expectHindi()
  })

  it('are all Hindi: My Orders', async () => {
    open('/orders')
    expect(await screen.findByRole('heading', { name: 'मेरे ऑर्डर' })).toBeVisible()
    expect(await screen.findByText('पूरा हुआ', { selector: '.st' })).toBeVisible()
    expect(document.querySelector('main time')?.getAttribute('title')).toMatch(/दोपहर 3:30/)
    expectHindi()
  })

  it('are all Hindi: the devices', async () => {
    const device = {
      id: '1',
      device: 'Windows',
      address: '',
      isThisOne: true,
      lastUsedAt: '2025-01-31T10:00:00.000Z',
      createdAt: '2025-01-31T10:00:00.000Z',
      expiresAt: '2025-01-31T16:00:00.000Z',
    }
    open('/dashboard/devices', (api) =>
      api.on(sessions, () => ({ sessions: [device, { ...device, id: '2', device: '', isThisOne: false }] })),
    )
    expect(await screen.findByText('अभी एक्टिव', { exact: false })).toBeVisible()
    expect(latinWords().filter((text) => text !== 'Windows')).toEqual([])
  })

  it('are all Hindi: top-ups, with their errors', async () => {
    const { user } = open('/topup?product=1', (api) => api.on(topUp, () => refuse('payment_unavailable')))
    expect(await screen.findByRole('heading', { name: 'वॉलेट में पैसे डालें' })).toBeVisible()
    expectHindi()
    const amount = screen.getByLabelText('अपनी रकम (रुपये में)')
    await user.type(amount, '0')
    await user.click(screen.getByRole('button', { name: 'पैसे डालें' }))
    expect(await screen.findByText('सही रकम डालें।')).toBeVisible()
    await user.type(amount, '{Backspace}500')
    await user.click(screen.getByRole('button', { name: 'पैसे डालें' }))
    expect(await screen.findByText(/^पेमेंट सर्विस जवाब नहीं दे रही/)).toBeVisible()
    expectHindi()
  })

  it('are all Hindi: a balance that is too low', async () => {
    open('/balanceerror')
    expect(await screen.findByRole('heading', { name: 'बैलेंस कम है' })).toBeVisible()
    expect(await screen.findByText(/आपके पैसे नहीं कटे/)).toBeVisible()
    expectHindi()
  })

  it('are all Hindi: points, redeemed or too many', async () => {
    const { user, api } = open('/redeem', (api) => {
      api.on(pointsHistory, () => [
        {
          id: '1',
          kind: 'redeemed' as const,
          at: completed.createdAt,
          points: -28,
          note: 'To your wallet',
          worth: 28,
        },
        {
          id: '2',
          kind: 'revoked' as const,
          at: completed.createdAt,
          points: -3,
          note: 'Refund of 86 Diamonds',
          orderid: 'JP1',
        },
      ])
      api.on(redeemPoints, () => ({ msg: '100.00 points redeemed. ₹100 added to your wallet.' }))
    })
    expect(await screen.findByText('86 Diamonds का रिफंड')).toBeVisible()
    expectHindi()
    await user.type(screen.getByLabelText('कितने पॉइंट रिडीम करें'), '100')
    await user.click(screen.getByRole('button', { name: 'रिडीम करें' }))
    expect(await screen.findByText('100.00 पॉइंट रिडीम हुए। ₹100 वॉलेट में जुड़े।')).toBeVisible()
    expectHindi()
    const message = 'You have 28.40 points. Enter that number or less. Nothing was redeemed.'
    api.on(redeemPoints, () => refuse('insufficient_points', { message, field: 'value' }))
    await user.type(screen.getByLabelText('कितने पॉइंट रिडीम करें'), '500')
    await user.click(screen.getByRole('button', { name: 'रिडीम करें' }))
    expect(await screen.findByText(/^आपके पास 28\.40 पॉइंट हैं/)).toBeVisible()
    expectHindi()
  })

  it('are all Hindi: a receipt, and none', async () => {
    const { unmount } = open('/receipt?client_txn_id=JP261121K7Q2MD', (api) =>
      api.on(orderReceipt, () => ({
        number: 'R1',
        seller: [],
        issuedAt: completed.createdAt,
        orderid: completed.orderid,
        customer: { name: 'Asha Rao', email: 'asha@mail.test' },
        paymentmode: 'wallet' as const,
        paidReferences: [],
        deliveryReferences: [],
        canReportUntil: completed.createdAt,
        itemname: '86 Diamonds',
        productname: 'Mobile Legends',
        account: '123456789',
        price: 345,
        received: 345,
        back: 0,
        status: 'Completed' as const,
        endedAt: completed.createdAt,
      })),
    )
    expect(await screen.findByText('यह रसीद है, टैक्स इनवॉइस नहीं।', { exact: false })).toBeVisible()
    expect(latinWords().filter((text) => !/JP-|R1/.test(text))).toEqual([])
    unmount()
    open('/receipt')
    expect(await screen.findByRole('heading', { name: 'रसीद उपलब्ध नहीं है' })).toBeVisible()
    expectHindi()
  })

  it('are all Hindi: an address that does not exist', async () => {
    open('/nowhere')
    expect(await screen.findByRole('heading', { name: 'पेज नहीं मिला' })).toBeVisible()
    expectHindi()
  })
})
