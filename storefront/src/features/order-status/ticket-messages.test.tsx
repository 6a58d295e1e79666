import type { OrderTicket } from '@jhatpat/shared/contracts/order-ticket.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { replyToTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { hindi } from '@jhatpat/shared/ui/texts/hindi/hindi.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeOrder, makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

afterEach(() => setLanguage('en'))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const longer = 'We need more time; the supplier hasn’t replied yet.'
const ours = { from: 'team' as const, text: longer, at: inHours(-0.5) }
const mine = { from: 'customer' as const, text: 'Only 50 came', at: inHours(-0.2) }

const aTicket = (more: Partial<OrderTicket> = {}): OrderTicket => ({
  status: 'open',
  issue: 'not_received',
  note: '',
  openedAt: inHours(-1),
  replyDueAt: inHours(23),
  messages: [ours],
  replies: { left: 10 },
  ...more,
})
const reported = (ticket: OrderTicket, revision = 6) =>
  makeOrder({ status: 'Completed', revision, ticket, canReportUntil: undefined })

function open(ticket: OrderTicket) {
  return renderShop(path, {
    user: makeUser(),
    answers: (api) => {
      api.on(orderStatus, () => answerOf(reported(ticket)))
      api.on(supportContact, () => ({ contact: null, answerHours: 24 }))
    },
  })
}
const talk = () => screen.findByRole('region', { name: 'What was written' })

it('shows our team’s messages, and sends a reply under one key until its answer is certain', async () => {
  const { api, user } = open(aTicket())
  expect(await screen.findByRole('heading', { name: 'Our team has written to you' })).toBeVisible()
  const part = within(await talk())
  expect(part.getByRole('listitem')).toHaveTextContent(`Jhatpat`)
  expect(part.getByRole('listitem')).toHaveTextContent(longer)
  api.on(replyToTicket, noNetwork)
  await user.click(part.getByRole('button', { name: 'Add something' }))
  expect(part.getByText('You can write 10 more messages.')).toBeVisible()
  await user.type(part.getByRole('textbox', { name: 'Your message to our team' }), ' Only 50 came ')
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(await part.findByRole('alert')).toHaveTextContent('Network Error')
  api.on(replyToTicket, () => reported(aTicket({ messages: [ours, mine], replies: { left: 9 } }), 7))
  await user.click(part.getByRole('button', { name: 'Send' }))
  expect(await part.findByText('Only 50 came')).toBeVisible()
  expect(part.getAllByRole('listitem')[1]).toHaveTextContent('You')
  expect(part.queryByRole('textbox')).toBeNull()
  const sent = api.sentTo(replyToTicket)
  expect(sent.map(({ body }) => body)).toEqual([
    { text: 'Only 50 came', language: 'en' },
    { text: 'Only 50 came', language: 'en' },
  ])
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

it('shows an error at the field', async () => {
  const { api, user } = open(aTicket())
  api.on(replyToTicket, () =>
    refuse('invalid_request', { field: 'text', message: 'Write at least 2 characters.' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Add something' }))
  const field = screen.getByRole('textbox', { name: 'Your message to our team' })
  await user.type(field, 'x')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Write at least 2 characters.')).toBeVisible()
  expect(field).toBeInvalid()
})

it('does not repeat an earlier message of ours once the customer has replied', async () => {
  open(aTicket({ messages: [ours, mine] }))
  expect(await screen.findByRole('heading', { name: 'Our team has your report' })).toBeVisible()
})

it('keeps a half-written reply when its time ends or its room is taken meanwhile, and lets the server refuse', async () => {
  const answer = { kind: 'explained' as const, text: 'It is in your mailbox', at: inHours(-47) }
  let ticket = aTicket({ status: 'resolved', resolution: answer, replies: { left: 1, until: inHours(1) } })
  const { api, user } = renderShop(path, {
    user: makeUser(),
    answers: (fake) => {
      fake.on(orderStatus, () => answerOf(reported(ticket)))
      fake.on(supportContact, () => ({ contact: null, answerHours: 24 }))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add something' }))
  const field = screen.getByRole('textbox', { name: 'Your message to our team' })
  await user.type(field, 'Not there')
  ticket = { ...ticket, replies: { left: 0, until: inHours(-1) } }
  api.on(replyToTicket, () => refuse('replies_closed'))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Your message was not sent')
  api.on(replyToTicket, () => reported(ticket, 7))
  expect(field).toHaveValue('Not there')
})

it('shows after an answer until when a reply is possible, and that it reopens the report', async () => {
  const answer = { kind: 'explained' as const, text: 'It is in your mailbox', at: inHours(-1) }
  const ticket = aTicket({ status: 'resolved', resolution: answer, messages: [ours, mine] })
  open({ ...ticket, replies: { left: 9, until: inHours(47) } })
  expect(await screen.findByText(/Write to us until .*: your report is open again then/)).toBeVisible()
  const part = within(await talk())
  expect(part.getAllByRole('listitem').at(-1)).toHaveTextContent('It is in your mailbox')
})

it.each([
  ['the 48 hours are over', { left: 9, until: inHours(-1) }],
  ['its money went back', undefined],
])('offers no reply once %s', async (_why, replies) => {
  const answer = { kind: 'explained' as const, text: 'It is in your mailbox', at: inHours(-49) }
  open(
    aTicket({
      status: 'resolved',
      resolution: answer,
      ...(replies ? { replies } : { replies: undefined as never }),
    }),
  )
  await talk()
  expect(screen.queryByRole('button', { name: 'Add something' })).toBeNull()
})

it('says that there is no room for more', async () => {
  open(aTicket({ replies: { left: 0 } }))
  expect(await screen.findByText(/You’ve reached the message limit/)).toBeVisible()
})

it('shows canned sentences of our team in Hindi, and typed text unchanged', async () => {
  setLanguage('hi', { texts: hindi, clock: (_hour, clock) => clock })
  open(aTicket({ messages: [ours, mine, { ...ours, text: 'Typed by hand.', at: inHours(-0.1) }] }))
  const part = within(await screen.findByRole('region', { name: 'बातचीत' }))
  const [canned, own, typed] = part.getAllByRole('listitem')
  expect(canned).toHaveTextContent('हमें थोड़ा और समय चाहिए')
  expect(own).toHaveTextContent('Only 50 came')
  expect(typed).toHaveTextContent('Typed by hand.')
})
