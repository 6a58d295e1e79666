import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import type { UnclearBatch } from '@jhatpat/shared/contracts/unclear-batches.ts'
import type { Page } from '@playwright/test'
import { makeBoardOrder } from '../../admin/src/features/board/board-order-fixture.ts'
import { makeUnclearBatch } from '../../admin/src/features/board/unclear/unclear-batch-fixture.ts'
import { premium } from './kit/environment.ts'
import { serveBoard } from './kit/full-board.ts'
import { expect, test } from './kit/test.ts'

/** The keys of docs/how-to/work-the-board.md: from the focus on the row until the right call is decided. */
type Trouble = {
  name: string
  orders: BoardOrder[]
  keys: string[]
  /** The bodies of the decisions that the keys send, one for each order. */
  sends: Record<string, unknown>[]
}

const since = new Date(Date.now() - 5 * 60_000).toISOString()
const pending = (kind: BoardOrder['pendingReason']['kind'], detail = '') => ({ kind, since, detail })
const unitOf = (orderid: string, at: number, more: Partial<BoardOrder['unitList'][number]>) => ({
  ref: `${orderid}-${at}`,
  state: 'unknown' as const,
  attempt: 1,
  supplierOrderId: '',
  message: '',
  price: 425,
  cost: '',
  isAwaitingReading: false,
  ...more,
})
const id = (at: number) => `JP261121TRBL${String(at).padStart(4, '0')}`
const order = (at: number, more: Partial<BoardOrder> = {}) => makeBoardOrder({ orderid: id(at), ...more })
const ofSupplier = (at: number, kind: BoardOrder['pendingReason']['kind'], more: Partial<BoardOrder> = {}) =>
  order(at, { delivery: 'instant', pendingReason: pending(kind), ...more })

const batch: UnclearBatch = makeUnclearBatch({
  // One explanation: the large one arrived, the others did not.
  sets: [{ parts: [{ coins: 183.5, count: 1, of: 1, keys: ['C'] }] }],
  count: 1,
  purchases: makeUnclearBatch()
    .purchases.filter(({ key }) => key === 'C' || key === 'D')
    .map((purchase) => ({ ...purchase, chance: { in: purchase.key === 'C' ? 1 : 0, of: 1 } })),
})

const troubles: Trouble[] = [
  {
    name: 'four by hand',
    orders: [1, 2, 3, 4].map((at) => order(at)),
    keys: ['d', 'Enter', 'd', 'Enter', 'd', 'Enter', 'd', 'Enter'],
    sends: Array.from({ length: 4 }, () => ({ to: 'Completed' })),
  },
  {
    name: 'partly delivered',
    orders: [
      ofSupplier(11, 'partly_delivered', {
        units: { total: 2, delivered: 1 },
        suggestedRefund: 399.5,
        unitList: [unitOf(id(11), 1, { state: 'delivered' }), unitOf(id(11), 2, { state: 'rejected' })],
      }),
    ],
    keys: ['r', 'Enter'],
    sends: [{ unit: `${id(11)}-2`, answer: 'refund', amount: 399.5 }],
  },
  {
    name: 'held by the supplier',
    orders: [
      ofSupplier(21, 'supplier_review', {
        unitList: [unitOf(id(21), 1, { state: 'sending', supplierOrderId: 'S1' })],
      }),
    ],
    keys: ['d', 'Enter'],
    sends: [{ unit: `${id(21)}-1`, answer: 'delivered' }],
  },
  {
    name: 'unknown, alone',
    orders: [ofSupplier(31, 'outcome_unknown', { unitList: [unitOf(id(31), 1, {})] })],
    keys: ['d', 'Enter'],
    sends: [{ unit: `${id(31)}-1`, answer: 'delivered' }],
  },
  {
    name: 'unknown, in a batch',
    orders: [ofSupplier(41, 'outcome_unknown', { unitList: [unitOf(id(41), 1, {})] })],
    keys: ['e', 'Enter', 'Enter'],
    sends: [],
  },
  {
    name: 'short of points',
    orders: [
      ofSupplier(51, 'supplier_deferred', {
        pendingReason: pending('supplier_deferred', 'The points of SMILEBR do not suffice.'),
        unitList: [unitOf(id(51), 1, { state: 'rejected' })],
      }),
    ],
    keys: ['r', 'Enter'],
    sends: [{ unit: `${id(51)}-1`, answer: 'refund' }],
  },
  {
    name: 'taken over',
    orders: [order(61, { assignee: { adminId: 'a9', name: 'Imran', since, until: inMinutes(4) } })],
    keys: ['a', 'd'],
    sends: [{ to: 'Completed' }],
  },
  {
    name: 'supplier down',
    orders: [ofSupplier(71, 'supplier_unavailable', { nextSteps: ['Completed', 'Refunded', 'Cancelled'] })],
    keys: ['r', 'Enter'],
    sends: [{ to: 'Refunded' }],
  },
]

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}

type Sent = { orderid: string; body: Record<string, unknown> }

/** Serves the orders, and records what the page decides about them. A refusal is the server's. */
async function openBoard(page: Page, refuses: (sent: Sent) => boolean = () => false): Promise<Sent[]> {
  const sent: Sent[] = []
  const rows = new Map(troubles.flatMap(({ orders }) => orders).map((one) => [one.orderid, one]))
  const adminId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { _id: string })._id,
  )
  await serveBoard(page, [...rows.values()])
  await page.route('**/api/admin/unclear-batches', (route) => route.fulfill({ json: [batch] }))
  await page.route('**/api/admin/unclear-batches/*/resolve', (route) => {
    sent.push({ orderid: 'batch', body: route.request().postDataJSON() as Record<string, unknown> })
    return route.fulfill({ json: { batch, rejected: [] } })
  })
  await page.route(/\/api\/admin\/orders\/[^/]+\/(assign|transition|resolve)$/, (route) => {
    const { pathname } = new URL(route.request().url())
    const [, orderid = '', call = ''] = /orders\/([^/]+)\/(\w+)$/.exec(pathname) ?? []
    const before = rows.get(orderid)
    if (!before) return route.abort()
    const decision = { orderid, body: route.request().postDataJSON() as Record<string, unknown> }
    if (call !== 'assign') sent.push(decision)
    if (call !== 'assign' && refuses(decision)) {
      const json = { code: 'answer_unexplained', message: 'The balance doesn’t fit this answer.' }
      return route.fulfill({ status: 409, json: { ...json, error: json.message } })
    }
    const assignee = { adminId, name: 'Meera Iyer', since, until: inMinutes(5) }
    const after = { ...before, assignee, revision: before.revision + 1 }
    rows.set(orderid, after)
    return route.fulfill({ json: after })
  })
  await page.goto('/admin/orders')
  await expect(page.locator('[data-order]')).toHaveCount(rows.size)
  await expect(page.getByRole('region', { name: /unclear purchases/ })).toBeVisible()
  return sent
}

const rowOf = (page: Page, { orderid }: BoardOrder) => page.locator(`[data-order="${orderid}"]`)

/** The board ignores a decision for 400 ms after it has moved the focus by itself, as a person reads the row first. */
async function readRow(page: Page): Promise<void> {
  const from = await page.evaluate(() => performance.now())
  await page.waitForFunction((start) => performance.now() - start > 400, from)
}

/** Presses a key and waits for its effect, so that the next key goes where a person would press it. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  if (key === 'e') await expect(page.locator('.unclear [data-certain]')).toBeFocused()
  if (key === 'a')
    await expect(page.locator('[data-order]:focus').getByText('You', { exact: true })).toBeVisible()
  if (key === 'r') await expect(page.getByRole('form').getByLabel(/^Reason/)).toBeFocused()
}

/** Decides a trouble by its keys, from the focus on its first row. */
async function decide(page: Page, { orders, keys }: Trouble): Promise<void> {
  const row = page.locator(`[data-order="${orders[0]?.orderid}"]`)
  await row.focus()
  await readRow(page)
  let decided = 0
  for (const key of keys) {
    await press(page, key)
    if (key === 'd' && keys.includes('Enter')) await expect(page.getByRole('form')).toBeVisible()
    if (key !== 'Enter') continue
    decided += 1
    const next = orders[decided]
    // The focus moves to the next row by itself.
    if (next) await expect(rowOf(page, next)).toBeFocused()
    if (next) await readRow(page)
  }
}

test('nine troubles are decided from the focus on the board by the keys that the how-to lists', async ({
  open,
  environment,
}) => {
  const page = await open('meera', '/home')
  const sent = await openBoard(page)
  for (const trouble of troubles) await test.step(trouble.name, () => decide(page, trouble))
  const expected = troubles.flatMap(({ orders, sends }) =>
    sends.map((body, at) => ({ orderid: orders[at]?.orderid ?? '', body })),
  )
  const ofBatch = { answers: [{ unit: batch.purchases[0]?.unit, answer: 'delivered' }, { answer: 'refund' }] }
  // Decisions take effect after their seconds of undo.
  await expect.poll(() => sent.length).toBe(expected.length + 1)
  for (const { orderid, body } of expected)
    expect(sent.filter((one) => one.orderid === orderid)).toMatchObject([{ body }])
  expect(sent.filter(({ orderid }) => orderid === 'batch')).toMatchObject([{ body: ofBatch }])

  await test.step('wrong amount: decided by the shop, so that no key is needed', async () => {
    const orderid = await environment.buy(premium)
    const before = await environment.balance()
    await environment.set('upigateway', { pay: { client_txn_id: orderid, amount: '1' } })
    await expect.poll(() => environment.statusOf(orderid)).toBe('Refunded')
    expect((await environment.admin.call(processing)).map((one) => one.orderid)).not.toContain(orderid)
    await expect.poll(() => environment.balance()).toBe(before + 1)
  })
})

test('a wrong answer about an unclear purchase changes nothing without an override', async ({ open }) => {
  const page = await open('meera', '/home')
  const sent = await openBoard(page, ({ body }) => body.answer === 'refund' && body.override !== true)
  const card = page.getByRole('region', { name: /unclear purchases/ })
  const missing = card.getByRole('listitem').filter({ hasText: 'Weekly Pass' })
  await missing.getByRole('button', { name: 'Delivered', exact: true }).click()
  await expect(missing.getByRole('alert')).toContainText('Not accepted.')
  await expect(card.getByText('0 of 2 answered.', { exact: false })).toBeVisible()
  // Nothing was chosen, so there is nothing to settle.
  await expect(card.locator('[data-settle]')).toHaveAttribute('aria-disabled', 'true')
  await expect(missing.getByRole('button', { name: 'Override…' })).toBeVisible()

  const alone = troubles.find(({ name }) => name === 'unknown, alone')?.orders[0]
  if (!alone) throw new Error('no unknown order')
  await rowOf(page, alone).focus()
  await readRow(page)
  await press(page, 'r')
  await page.keyboard.press('Enter')
  // The focus has moved on meanwhile: the refusal is announced, and shown in the row.
  await expect(page.getByText('The balance doesn’t fit this answer.')).toBeVisible()
  await rowOf(page, alone).click()
  await expect(rowOf(page, alone).getByRole('alert')).toContainText('The balance doesn’t fit this answer.')
  // Beside a taller status, the message is as high as its text.
  const spare = await rowOf(page, alone)
    .getByRole('alert')
    .evaluate((box) => {
      const text = document.createRange()
      text.selectNodeContents(box.querySelector('.grow') ?? box)
      return box.getBoundingClientRect().height - text.getBoundingClientRect().height
    })
  expect(spare).toBeLessThan(32)
  expect(sent).toMatchObject([{ orderid: alone.orderid, body: { answer: 'refund' } }])
  expect(sent[0]?.body).not.toHaveProperty('override')
  await expect(rowOf(page, alone)).toContainText('Outcome unknown')
})
