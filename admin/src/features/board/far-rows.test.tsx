import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'
import { isSameRow, type RowProps } from './board-row.tsx'

beforeEach(() => vi.unstubAllGlobals())

const orders = Array.from({ length: 60 }, (_one, index) =>
  makeBoardOrder({
    orderid: `JP261121AAAA${String(index).padStart(2, '0')}`,
    itemname: `Pack ${String(index).padStart(2, '0')}`,
    processingSince: new Date(Date.now() - 600_000 + index * 1_000).toISOString(),
  }),
)
const row = (name: RegExp) => screen.findByRole('listitem', { name })

it('renders a row far from the viewport as one searchable line, keeps it up to date, and renders it in full once it has the focus', async () => {
  const { socket, user } = renderAdmin('/orders', { orders })
  const far = await row(/^Pack 59 /)
  expect(far).toHaveTextContent('Pack 59 for Vyom Shah · Valorant · sk_vyom#IN04 · JP261121AAAA59')
  expect(within(far).queryByRole('button')).not.toBeInTheDocument()
  expect(within(await row(/^Pack 00 /)).getByRole('button', { name: /^Assign/ })).toBeInTheDocument()
  act(() =>
    socket.changed({ ...orders[59]!, revision: orders[59]!.revision + 1, itemname: 'Pack 59 and more' }),
  )
  expect(await row(/^Pack 59 and more/)).toHaveTextContent('Pack 59 and more for')
  act(() => screen.getAllByRole('listitem', { name: /^Pack/ })[59]!.focus())
  await user.keyboard('c')
  await waitFor(async () =>
    expect(within(await row(/^Pack 59/)).getByText('You', { selector: '.col-holder *' })).toBeInTheDocument(),
  )
})

it('renders a row again for changes in all that it shows, and not for changes in others', () => {
  const [order, other] = [orders[0]!, orders[1]!]
  const props = (change: object = {}) =>
    ({
      order,
      left: false,
      at: 0,
      nowMs: 1,
      actingId: undefined,
      people: [],
      row: { openId: undefined, tabStop: other.orderid },
      act: { busyTexts: new Map(), notes: new Map(), held: new Map() },
      departed: new Map(),
      selection: { has: () => false },
      ...change,
    }) as unknown as RowProps
  const act = (change: object) => ({
    act: { busyTexts: new Map(), notes: new Map(), held: new Map(), ...change },
  })
  const person = (orderid: string) => ({ people: [{ adminId: 'a2', name: 'Imran', orderid }] })
  const changes: [object, boolean][] = [
    [{ nowMs: 2 }, true],
    [{ actingId: other.orderid }, true],
    [act({ busyTexts: new Map([[other.orderid, 'Saving']]) }), true],
    [act({ held: new Map([[other.orderid, {}]]) }), true],
    [person(other.orderid), true],
    [{ order: { ...order, assignee: anAssignee('Imran', 'a2') } }, false],
    [{ left: true }, false],
    [{ actingId: order.orderid }, false],
    [{ row: { openId: order.orderid, tabStop: other.orderid } }, false],
    [{ row: { openId: undefined, tabStop: order.orderid } }, false],
    [{ selection: { has: (id: string) => id === order.orderid } }, false],
    [act({ busyTexts: new Map([[order.orderid, 'Saving']]) }), false],
    [act({ notes: new Map([[order.orderid, {}]]) }), false],
    [act({ held: new Map([[order.orderid, {}]]) }), false],
    [{ departed: new Map([[order.orderid, {}]]) }, false],
    [person(order.orderid), false],
  ]
  for (const [change, same] of changes) {
    expect(isSameRow(props(), props(change)), JSON.stringify(change)).toBe(same)
  }
})
