import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAssignee } from '../../testing/board-fixture.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'
import { DeliverCodes } from './transition-form.tsx'

it('changes nothing by the keys of a code that is typed before its field has loaded', async () => {
  const script = Promise.withResolvers<void>()
  const ott = makeBoardOrder({
    orderid: 'JP261121AAAA01',
    needsCodes: true,
    assignee: anAssignee('Meera', 'a1'),
  })
  const { user, api } = renderAdmin('/orders?order=JP261121AAAA01', {
    orders: [ott],
    scripts: [[DeliverCodes, script.promise]],
  })
  await screen.findByRole('listitem', { name: /1,000 Points/ })
  await user.keyboard('d')
  expect(await screen.findByRole('form', { name: 'Set to Completed' })).toBeInTheDocument()
  expect(screen.getByLabelText('The field for the code is loading')).toHaveFocus()
  await user.keyboard('X7KQ2{Enter}')
  expect(screen.getByRole('form', { name: 'Set to Completed' })).toBeInTheDocument()
  expect(api.sentTo(transitionOrder)).toEqual([])
  script.resolve()
  await waitFor(() => expect(screen.getByLabelText('Value 1')).toHaveFocus())
  await user.keyboard('X7KQ2{Enter}')
  await waitFor(() => expect(api.sentTo(transitionOrder)).toHaveLength(1))
  expect(api.sentTo(transitionOrder)[0]?.body).toMatchObject({ codes: [{ label: 'Code', value: 'X7KQ2' }] })
})
