import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, on, Refusal, refuse } from '../../../../tests/support/fake-api.ts'
import { makeApprovalRequest } from '../../testing/approval-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { endsText } from './request-texts.ts'

const dayMs = 86_400_000

const successText = "Successfully added ₹12,000 to Arjun Nair's wallet. Please Refresh/Reload Page."

function open(
  rows: ApprovalRequest[],
  reply: Answer<typeof decideApprovalRequest> = () => ({ message: successText, balance: 13_840 }),
) {
  const server = { rows }
  const app = renderAdmin('/approvals', {
    calls: [
      on(approvalRequests, () => server.rows),
      on(decideApprovalRequest, async (call) => {
        const result = await reply(call)
        if (!(result instanceof Refusal)) server.rows = []
        return result
      }),
    ],
  })
  return { ...app, server }
}

describe('approvals', () => {
  it('show the requester, amount, reason, customer, resulting balance and deadline', async () => {
    open([makeApprovalRequest()])
    const request = within(
      await screen.findByRole('article', { name: 'Credit ₹12,000.00 to Arjun Nair’s wallet' }),
    )
    for (const text of [
      'Lakshmi Pillai',
      '6 minutes ago',
      'expires in 6 days',
      '₹1,840.00',
      '₹13,840.00',
      'Bank slip seen',
    ]) {
      expect(request.getByText(text, { exact: false })).toBeVisible()
    }
    expect(request.getByRole('link', { name: 'u8mhmx1a' })).toHaveAttribute('href', '/usersdata/c1')
  })

  it('are approved once, confirmed, and leave the list', async () => {
    const { user, api } = open([makeApprovalRequest()])
    await user.dblClick(await screen.findByRole('button', { name: 'Approve credit of ₹12,000' }))
    expect(await screen.findByText(successText)).toBeVisible()
    expect(api.sentTo(decideApprovalRequest).map(({ params, body }) => [params, body])).toEqual([
      [{ id: 'JW261121M36ZW2F1' }, { decision: 'approve' }],
    ])
    expect(await screen.findByRole('heading', { name: 'No requests to approve' })).toBeVisible()
  })

  it('are decided with the same key until an answer is certain', async () => {
    let isDown = true
    const { user, api } = open([makeApprovalRequest()], () =>
      isDown ? refuse('internal', { message: 'Nobody knows.' }) : { message: successText, balance: 0 },
    )
    await user.click(await screen.findByRole('button', { name: 'Approve credit of ₹12,000' }))
    expect(await screen.findByText('Try again, it won’t be applied twice.')).toBeVisible()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Approve credit of ₹12,000' }))
    await screen.findByText(successText)
    const keys = api.sentTo(decideApprovalRequest).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('are rejected with a reason', async () => {
    const { user, api } = open([makeApprovalRequest()], () => ({
      message: 'Rejected. Nothing was changed.',
      balance: 0,
    }))
    await user.click(await screen.findByRole('button', { name: 'Reject…' }))
    const window = within(screen.getByRole('dialog', { name: 'Reject Lakshmi Pillai’s request' }))
    expect(window.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await user.type(window.getByRole('textbox'), 'Another shop’s slip')
    await user.click(window.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Rejected. Nothing was changed.')).toBeVisible()
    expect(api.sentTo(decideApprovalRequest)[0]?.body).toEqual({
      decision: 'reject',
      reason: 'Another shop’s slip',
    })
  })

  it('cannot be decided by their requester', async () => {
    const { user } = open([
      makeApprovalRequest({ askedBy: { _id: 'a1', name: 'Meera' }, kind: 'staff_role', amount: 0 }),
    ])
    expect(await screen.findByRole('heading', { name: 'No requests to approve' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: /^My requests/ }))
    const request = within(screen.getByRole('article', { name: 'Make Arjun Nair an admin' }))
    expect(request.getByText('Another admin must decide.')).toBeVisible()
    expect(request.getAllByRole('button')).toEqual([request.getByRole('button', { name: 'Withdraw' })])
  })

  it('can be withdrawn by their requester', async () => {
    const { user, api } = open([makeApprovalRequest({ askedBy: { _id: 'a1', name: 'Meera' } })], () => ({
      message: 'Withdrawn. Nothing was changed.',
      balance: 0,
    }))
    await user.click(await screen.findByRole('tab', { name: /^My requests/ }))
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Withdrawn. Nothing was changed.')).toBeVisible()
    expect(api.sentTo(decideApprovalRequest)[0]?.body).toEqual({ decision: 'withdraw' })
  })

  it('for a refund show what the requester saw: that the outcome is unknown, and the points', async () => {
    const evidence = {
      kind: 'outcome_unknown',
      detail: 'Smile.one BR: no answer in 60 s',
      supplierBalance: { before: '60487.6', after: '60365.6' },
      units: [{ state: 'unknown', message: 'No answer in time', chance: { in: 1, of: 2 } }],
    } as const
    const refund = { orderid: 'JP26112115H7XFVJ', itemname: 'Crystals', unit: 'JP26112115H7XFVJ-1' }
    open([
      makeApprovalRequest({
        kind: 'refund',
        refund: { ...refund, resolvesTicket: false, evidence: { ...evidence, units: [...evidence.units] } },
      }),
    ])
    const request = within(await screen.findByRole('article', { name: /^Refund ₹12,000/ }))
    for (const text of [
      'Outcome unknown: Smile.one BR: no answer in 60 s',
      'Probably delivered: the balance fell by 122, and a refund of a delivered unit is a loss.',
      'Units: 1 with an unknown outcome.',
      /^Points 60,487\.6 before, 60,365\.6 after/,
      'In 1 of 2 explanations of the balance it was delivered.',
      'Supplier: “No answer in time”',
      'Order becomes Refunded. If it was delivered, the refund is a loss.',
    ]) {
      expect(await request.findByText(text)).toBeVisible()
    }
  })

  it('are updated at once when another admin has decided, on any screen', async () => {
    const own = makeApprovalRequest({ askedBy: { _id: 'a1', name: 'Meera' } })
    const { user, server, socket } = open([own])
    await user.click(await screen.findByRole('tab', { name: /^My requests/ }))
    expect(screen.getByRole('article')).toBeVisible()
    server.rows = []
    socket.approvalDecided({
      id: own.id,
      kind: 'balance',
      state: 'rejected',
      by: 'Imran',
      reason: 'Another shop’s slip',
      name: 'Arjun Nair',
      amount: 12_000,
    })
    expect(await screen.findByText('Imran rejected your request.')).toBeVisible()
    expect(screen.getByText('₹12,000 for Arjun Nair. Another shop’s slip')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'No open requests' })).toBeVisible()
  })

  it('for a refund name the order, the effect, and a change of the order since', async () => {
    const refund = {
      orderid: 'JP26112115H7XFVJ',
      itemname: '6,480 Genesis Crystals',
      unit: '',
      resolvesTicket: true,
    }
    const more = { kind: 'refund', amount: 7_199, balance: 0, refund } as const
    open([
      makeApprovalRequest(more),
      makeApprovalRequest({ ...more, id: 'RR2', refund: { ...refund, isChanged: true, codeRevealed: true } }),
      makeApprovalRequest({
        ...more,
        id: 'RR3',
        refund: { ...refund, isChanged: true, hasNewMessages: true },
      }),
    ])
    const named = { name: 'Refund ₹7,199.00 to Arjun Nair: 6,480 Genesis Crystals' }
    const [first, moved, written] = await screen.findAllByRole('article', named)
    const request = within(first as HTMLElement)
    expect(request.getByRole('link', { name: 'JP-261121-15H7XFVJ' })).toHaveAttribute(
      'href',
      '/txn/JP26112115H7XFVJ',
    )
    expect(request.getByText(/the ticket is resolved with the reason/)).toBeVisible()
    expect(request.getByRole('button', { name: 'Approve refund ₹7,199' })).toBeVisible()
    expect(request.queryByText('The customer viewed the delivered code.')).not.toBeInTheDocument()
    expect(within(moved as HTMLElement).getByText(/The order changed after this request/)).toBeVisible()
    expect(within(written as HTMLElement).getByText(/The customer replied after this request/)).toBeVisible()
    expect(within(moved as HTMLElement).getByText('The customer viewed the delivered code.')).toBeVisible()
  })

  it('show who decided them and why', async () => {
    const decided = {
      name: 'Imran',
      at: new Date(Date.now() - 90_000).toISOString(),
      reason: 'Another shop’s slip',
    }
    const { user } = renderAdmin('/approvals', {
      calls: [
        on(approvalRequests, ({ url }) =>
          url.search.includes('decided') ? [makeApprovalRequest({ state: 'rejected', decided })] : [],
        ),
      ],
    })
    await user.click(await screen.findByRole('tab', { name: 'History' }))
    const request = await screen.findByRole('article', { name: 'Credit ₹12,000.00 to Arjun Nair’s wallet' })
    expect(request).toHaveTextContent('Rejected by Imran, 1 minute ago“Another shop’s slip”')
    expect(within(request).queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('requests', () => {
  it('state which staff role a person is to get', async () => {
    open([makeApprovalRequest({ kind: 'staff_role', amount: 0, staffRole: 'support' })])
    await screen.findByRole('article', { name: 'Make Arjun Nair an admin: Support' })
    expect(screen.getByRole('button', { name: 'Approve new admin: Support' })).toBeVisible()
  })

  it('state what changes for an owner, and when it happens without approval', async () => {
    const change = { isBlocked: true, email: 'imran.new@example.test' }
    const takesEffectAt = '2026-11-30T09:00:00.000Z'
    open([makeApprovalRequest({ kind: 'owner', amount: 0, ownerChange: change, takesEffectAt })])
    const request = within(
      await screen.findByRole('article', {
        name: 'Block the owner Arjun Nair, change the email address of the owner Arjun Nair to imran.new@example.test',
      }),
    )
    expect(request.getByText(/^Without another owner’s approval it takes effect on/)).toBeVisible()
    expect(request.getByRole('button', { name: 'Approve account change' })).toBeVisible()
  })

  it('that another admin has already decided show so', async () => {
    const { user } = open([makeApprovalRequest()], () =>
      refuse('approval_closed', { message: 'Somebody has answered this already.' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Approve credit of ₹12,000' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody has answered this already.')
  })

  it('that this admin can decide are counted in the menu, their own are not', async () => {
    open([makeApprovalRequest(), makeApprovalRequest({ id: 'JW2', askedBy: { _id: 'a1', name: 'Meera' } })])
    await waitFor(() => expect(screen.getByRole('link', { name: 'Approvals 1 waiting' })).toBeVisible())
  })

  it.each([
    [7 * dayMs - 1_000, 'expires in 7 days'],
    [3 * dayMs, 'expires in 3 days'],
    [47 * 3_600_000, 'expires in 47 h'],
    [600_000, 'expires in 10 min'],
    [1, 'expires in 1 min'],
    [0, 'expired'],
  ])('with %d ms left show “%s”', (leftMs, text) => {
    expect(endsText(new Date(1_000_000 + leftMs).toISOString(), 1_000_000)).toBe(text)
  })
})

describe('a decision that was refused', () => {
  it('is retried under a new key, a rejection under its own', async () => {
    let isTaken = true
    const { user, api } = open([makeApprovalRequest()], () =>
      isTaken
        ? refuse('order_assigned', { message: 'Tenzin has it.' })
        : { message: successText, balance: 0 },
    )
    await user.click(await screen.findByRole('button', { name: 'Approve credit of ₹12,000' }))
    expect(await screen.findByText('Tenzin has it.')).toBeVisible()
    isTaken = false
    await user.click(screen.getByRole('button', { name: 'Approve credit of ₹12,000' }))
    await screen.findByText(successText)
    const keys = api.sentTo(decideApprovalRequest).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })
})

describe('the deletion of an account', () => {
  const from = new Date(Date.now() + 3 * dayMs).toISOString()
  const deletion = (more: Partial<NonNullable<ApprovalRequest['erasure']>> = {}) =>
    makeApprovalRequest({
      kind: 'erasure',
      amount: 0,
      balance: 0,
      reason: '',
      askedBy: { _id: 'c1', name: 'Arjun Nair' },
      erasure: { byCustomer: true, from, obstacles: [], ...more },
    })
  const panel = async () =>
    within(await screen.findByRole('article', { name: 'Delete Arjun Nair’s account' }))

  it('shows who asked, when it is due, and that two people confirm it', async () => {
    open([deletion()])
    const request = await panel()
    for (const text of [
      'Requested in the profile',
      'Not before',
      'Another staff member must also confirm it.',
    ])
      expect(request.getByText(text)).toBeVisible()
    expect(request.getByRole('button', { name: 'Confirm deletion' })).toBeEnabled()
    expect(request.queryByText('₹0.00')).toBeNull()
  })

  it('is approved by another than the first, who sees why not', async () => {
    open([deletion({ confirmedBy: { _id: 'a2', name: 'Lakshmi Pillai' } })])
    const request = await panel()
    expect(request.getByText('Lakshmi Pillai')).toBeVisible()
    expect(request.getByText('This can’t be undone.', { exact: false })).toBeVisible()
    expect(request.getByRole('button', { name: 'Approve deletion' })).toBeEnabled()
  })

  it('cannot be approved by the first again', async () => {
    open([deletion({ confirmedBy: { _id: 'a1', name: 'Meera' } })])
    const request = await panel()
    expect(request.getByText('You have confirmed it.', { exact: false })).toBeVisible()
    expect(request.getByRole('button', { name: 'Approve deletion' })).toBeDisabled()
  })

  it('cannot be approved before what it needs has ended', async () => {
    open([deletion({ obstacles: ['balance', 'open_orders'] })])
    const request = await panel()
    expect(request.getByText('Resolve first: balance, open orders.')).toBeVisible()
    expect(request.getByRole('button', { name: 'Confirm deletion' })).toBeDisabled()
  })
})
