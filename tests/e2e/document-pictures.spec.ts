import { randomUUID } from 'node:crypto'
import { assignOrder } from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import type { Page } from '@playwright/test'
import type { Wish } from '../../scripts/demo/shop.ts'
import { personOf } from '../support/person.ts'
import { type BrowserEnvironment, shopUrl, until } from './kit/environment.ts'
import { picture, takesPictures } from './kit/picture.ts'
import { sessionOf } from './kit/session.ts'
import { expect, test } from './kit/test.ts'

const diamonds: Wish = {
  product: 'mobile-legends',
  item: '257 Diamonds',
  input1: '123456789',
  input2: '1234',
  paymentmode: 'upi',
}
const crystals: Wish = {
  product: 'genshin-impact',
  item: '300 + 30 Genesis Crystals',
  input1: '812000003',
  input2: 'Asia',
  paymentmode: 'upi',
}
/** The simulated supplier does not answer about this player, and rejects the other. */
const unclearPlayer = '10000005'
const rejectedPlayer = '10000004'
const manualOrders: readonly Wish[] = [
  {
    product: 'sitara-plus',
    item: 'Premium, 1 month',
    input1: 'asha@mail.test',
    input2: '9000000001',
    paymentmode: 'upi',
  },
  {
    product: 'free-fire',
    item: '310 + 31 Diamonds',
    input1: '2210045519',
    input2: 'AshaFF',
    paymentmode: 'upi',
  },
  { product: 'valorant', item: '1,000 Points', input1: 'asha', input2: 'IND', paymentmode: 'upi' },
]

// On a shared account only a person settles the unclear order.
test.use({ settings: { SUPPLIER_TIMEOUT_MS: '2000', SMILE_ACCOUNT_SHARED: 'true' } })

// The states of these pictures are in no other test.
if (takesPictures)
  test('the documents show an order at its supplier, and a board with an unclear order', async ({
    open,
    environment,
  }) => {
    await environment.set('moogold', { statuses: Array(200).fill('processing') })
    await paid(environment, diamonds)
    await paid(environment, { ...diamonds, input1: rejectedPlayer })
    const unclear = await fillBoard(environment)
    const atSupplier = await paid(environment, crystals)

    const customer = await open('asha', `/confirmation?client_txn_id=${atSupplier}`)
    await expect(customer.getByText('Delivery in progress')).toBeVisible()
    await picture(customer, 'confirmation-processing')

    const admin = await open('meera', `/admin/orders?order=${unclear}`)
    await expect(admin.getByRole('group', { name: /^Answers about/ })).toBeVisible()
    await picture(admin, 'board')
    await admin.goto('/admin')
    await fetchPoints(admin)
    await picture(admin, 'dashboard')
  })

/** Orders that wait for an admin, one of them assigned to Imran; returns one that is Meera's and unclear. */
async function fillBoard(environment: BrowserEnvironment): Promise<string> {
  const unclear = await paid(environment, { ...diamonds, input1: unclearPlayer })
  await environment.untilOnBoard(unclear)
  for (const wish of manualOrders) await environment.untilOnBoard(await paid(environment, wish))
  const orders = await until('an unclear order', async () => {
    const waiting = await environment.admin.call(processing)
    const order = waiting.find(({ orderid }) => orderid === unclear)
    return order && order.pendingReason.kind !== 'in_progress' ? waiting : undefined
  })
  await environment.assign(unclear)
  const { token } = await sessionOf(shopUrl(), 'imran')
  const subscription = orders.find(({ input1 }) => input1 === manualOrders[0]?.input1)
  await personOf(shopUrl(), token).call(assignOrder, {
    params: { id: subscription?.orderid ?? '' },
    body: { action: 'assign' },
    idempotencyKey: randomUUID(),
  })
  return unclear
}

async function paid(environment: BrowserEnvironment, wish: Wish): Promise<string> {
  const id = await environment.buy(wish)
  await environment.pay(id)
  return id
}

async function fetchPoints(page: Page): Promise<void> {
  await expect(page.getByText('Total sale')).toBeVisible()
  for (const button of await page.getByRole('button', { name: /Check balance/ }).all()) await button.click()
  await expect(page.getByText('Points fetched successfully')).toHaveCount(2)
}
