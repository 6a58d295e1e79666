import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const address = '/orders?order=JP261121AAAA01'
const manualOrder = makeBoardOrder({
  orderid: 'JP261121AAAA01',
  itemname: 'Premium, 3 months',
  delivery: 'manual',
  assignee: anAssignee('Meera', 'a1'),
})

async function openForm(
  order = manualOrder,
  calls: NonNullable<Parameters<typeof renderAdmin>[1]>['calls'] = [],
) {
  const page = renderAdmin(address, { orders: [order], calls })
  const line = await screen.findByRole('listitem', { name: new RegExp(order.itemname) })
  await page.user.click(within(line).getByRole('button', { name: /^Completed.*The customer is notified/ }))
  return { ...page, form: within(await screen.findByRole('form', { name: 'Set to Completed' })) }
}

describe('an order that is delivered by hand', () => {
  it('is completed with the lines that its customer reads', async () => {
    const { user, api, form } = await openForm()
    await user.click(await form.findByRole('button', { name: 'Deliver a code' }))
    expect(form.getByLabelText('Label 1')).toHaveValue('Code')
    await user.clear(form.getByLabelText('Label 1'))
    await user.type(form.getByLabelText('Label 1'), 'E-mail')
    await user.type(form.getByLabelText('Value 1'), ' sitara.k41@mail.test ')
    await user.click(form.getByRole('button', { name: 'Add line' }))
    await user.type(form.getByLabelText('Label 2'), 'Password')
    await user.type(form.getByLabelText('Value 2'), 'kesari-42')
    await user.click(form.getByRole('button', { name: 'Add line' }))
    await user.click(form.getByRole('button', { name: 'Set to Completed' }))
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
    expect(api.sentTo(transitionOrder)[0]?.body).toEqual({
      to: 'Completed',
      version: manualOrder.version,
      codes: [
        { label: 'E-mail', value: 'sitara.k41@mail.test' },
        { label: 'Password', value: 'kesari-42' },
      ],
      undoable: true,
    })
  })

  it('is completed without lines where none is typed, or all are removed', async () => {
    const { user, api, form } = await openForm()
    await user.click(await form.findByRole('button', { name: 'Deliver a code' }))
    await user.type(form.getByLabelText('Value 1'), 'wrong')
    await user.click(form.getByRole('button', { name: 'Remove line 1' }))
    await user.click(form.getByRole('button', { name: 'Set to Completed' }))
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
    expect(api.sentTo(transitionOrder)[0]?.body).toEqual({
      to: 'Completed',
      version: manualOrder.version,
      undoable: true,
    })
  })

  it('keeps the typed text after a refusal, to be sent again', async () => {
    let isDown = true
    const { user, api, form, server } = await openForm(manualOrder, [
      on(transitionOrder, () =>
        isDown
          ? refuse('service_unavailable', { message: 'Something is down on our side.' })
          : server.orders[0]!,
      ),
    ])
    await user.click(await form.findByRole('button', { name: 'Deliver a code' }))
    await user.type(form.getByLabelText('Value 1'), 'X7KQ2-M4TDV')
    await user.click(form.getByRole('button', { name: 'Set to Completed' }))
    expect(await screen.findByText(/Something is down on our side/)).toBeVisible()
    expect(form.getByLabelText('Value 1')).toHaveValue('X7KQ2-M4TDV')
    isDown = false
    await user.click(form.getByRole('button', { name: 'Set to Completed' }))
    await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(2))
    expect(api.sentTo(transitionOrder)[1]?.body).toMatchObject({ codes: [{ value: 'X7KQ2-M4TDV' }] })
    await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument())
  })

  it('names the order that a code was delivered with before, and keeps the typed code', async () => {
    const message =
      'This code was already delivered with order JP261118AAAA09 on 18 Nov 2026. Use another code.'
    const { user, form } = await openForm(manualOrder, [
      on(transitionOrder, () => refuse('code_delivered', { message })),
    ])
    await user.click(await form.findByRole('button', { name: 'Deliver a code' }))
    await user.type(form.getByLabelText('Value 1'), 'X7KQ2-M4TDV')
    await user.click(form.getByRole('button', { name: 'Set to Completed' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(form.getByLabelText('Value 1')).toHaveValue('X7KQ2-M4TDV')
  })

  it('closes the form where it is refused because the order has changed', async () => {
    const { user, form, server } = await openForm(manualOrder, [
      on(transitionOrder, () => {
        server.orders = [{ ...manualOrder, version: manualOrder.version + 1, revision: 9 }]
        return refuse('order_changed', {
          message: 'This order was updated by someone else. Nothing was changed.',
        })
      }),
    ])
    await user.click(form.getByRole('button', { name: 'Set to Completed' }))
    expect(await screen.findByText('This order was updated')).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('delivers no lines with another status', async () => {
    const { user } = renderAdmin(address, { orders: [manualOrder] })
    const line = await screen.findByRole('listitem', { name: /Premium/ })
    await user.click(within(line).getByRole('button', { name: /^Cancelled/ }))
    const form = await screen.findByRole('form', { name: 'Set to Cancelled' })
    expect(within(form).queryByRole('button', { name: /Deliver/ })).not.toBeInTheDocument()
  })
})

describe('an order of two codes', () => {
  const twoCodes = { ...manualOrder, needsCodes: true, units: { ...manualOrder.units, total: 2 } }
  const copied = async (text: string) => {
    const { user } = renderAdmin(address, { orders: [twoCodes] })
    await screen.findByRole('listitem', { name: /Premium/ })
    await user.keyboard('d')
    const form = within(await screen.findByRole('form', { name: 'Set to Completed' }))
    await form.findByLabelText('Value 2')
    await navigator.clipboard.writeText(text)
    return { user, form }
  }
  const values = ({ getByLabelText }: Awaited<ReturnType<typeof copied>>['form']) =>
    [1, 2].map((line) => getByLabelText<HTMLInputElement>(`Value ${line}`).value)

  it('takes both codes from the clipboard', async () => {
    const { user, form } = await copied('X7KQ2-M4TDV\r\n\n  B3WZN-8YTR6 \n')
    expect(form.getByRole('button', { name: 'Set to Completed' })).toBeDisabled()
    await user.click(form.getByRole('button', { name: 'Paste both codes' }))
    await waitFor(() => expect(values(form)).toEqual(['X7KQ2-M4TDV', 'B3WZN-8YTR6']))
    expect(form.getByRole('button', { name: 'Set to Completed' })).toBeEnabled()
  })

  it('takes no other number of codes, and says how many there are', async () => {
    const { user, form } = await copied('X7KQ2-M4TDV')
    await user.click(form.getByRole('button', { name: 'Paste both codes' }))
    expect(await form.findByText('The clipboard has 1 code, one on each line. 2 are needed.')).toBeVisible()
    expect(values(form)).toEqual(['', ''])
  })

  it('spreads codes that are pasted together over the lines', async () => {
    const { user, form } = await copied('X7KQ2-M4TDV\nB3WZN-8YTR6')
    await user.click(form.getByLabelText('Value 1'))
    await user.paste('X7KQ2-M4TDV\nB3WZN-8YTR6')
    expect(values(form)).toEqual(['X7KQ2-M4TDV', 'B3WZN-8YTR6'])
  })
})

it('shows how much of the delivery the customer has revealed', async () => {
  const vault = [{ label: 'Code', revealedAt: '2026-11-21T15:14:00.000Z' }, { label: 'Code' }]
  renderAdmin(address, { orders: [{ ...manualOrder, vault }] })
  const line = await screen.findByRole('listitem', { name: /Premium/ })
  expect(line).toHaveTextContent('2 delivered, 1 viewed by the customer')
})
