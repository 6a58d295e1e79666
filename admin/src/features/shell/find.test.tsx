import { allOrders, searchAll } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const found: ReplyOf<typeof searchAll>['results'] = [
  { by: 'bank', what: 'order', id: 'JP261121GVT8DMZ5', title: 'JP261121GVT8DMZ5', detail: '257 Diamonds' },
  { by: 'mobile', what: 'user', id: '5f'.repeat(12), title: 'Arjun Nair', detail: 'arjun.nair@mail.test' },
]

describe('the global search', () => {
  it('opens by / on a screen without a search of its own, and shows what a pasted text belongs to', async () => {
    const { user, api, address } = renderAdmin('/maintenance', {
      calls: [
        on(searchAll, ({ query }) => ({
          results: query.q === '432198765012' ? found : [],
        })),
        on(allOrders, () => ({
          transactions: [],
          totalTxns: 0,
          next: null,
          previous: null,
          hasMore: false,
          matchedBy: null,
        })),
      ],
    })
    await screen.findByRole('heading', { name: 'Maintenance' })
    await user.keyboard('/')
    const dialog = await screen.findByRole('dialog', { name: 'Find anything' })
    await user.click(within(dialog).getByRole('searchbox'))
    await user.paste('nobody@mail.test')
    expect(
      await within(dialog).findByText('Nothing found for “nobody@mail.test”. It has to be whole.'),
    ).toBeInTheDocument()
    await user.clear(within(dialog).getByRole('searchbox'))
    await user.paste('432198765012')
    const order = await within(dialog).findByRole('link', { name: /^Bank reference ?JP-261121-GVT8DMZ5/ })
    expect(within(dialog).getByRole('link', { name: /^Mobile number ?Arjun Nair/ })).toHaveAttribute(
      'href',
      `/usersdata/${'5f'.repeat(12)}`,
    )
    expect(api.sentTo(searchAll)).toHaveLength(2)
    await user.click(order)
    expect(address.current).toBe('/txn/JP261121GVT8DMZ5')
  })
})
