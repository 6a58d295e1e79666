import { createPriceChange, rollBackPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { on } from '../../../../../tests/support/fake-api.ts'
import { undoMsAtom } from '../../../lib/undo/held-actions.tsx'
import { makePriceChange } from '../../../testing/catalogue-fixture.ts'
import { openSheet, pricesSent, setsAll } from '../../../testing/open-sheet.tsx'

/** Long enough for an undo on a busy machine; the tests that wait for the call use a shorter time. */
const undoMs = 60_000

it('keeps what was typed when applied prices are undone, and sends nothing', async () => {
  const { user, api, type, applyNow, price } = await openSheet([on(createPriceChange, setsAll())], { undoMs })
  await type('Price of 86 Diamonds', '105')
  await applyNow()
  const bar = await screen.findByRole('region', { name: 'Prices changed, can be undone' })
  expect(bar).toHaveTextContent('Prices changed. 1 price')
  await user.click(within(bar).getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(bar).not.toBeInTheDocument())
  expect(price).toHaveValue('105')
  expect(screen.getByRole('button', { name: 'Apply now' })).toBeEnabled()
  expect(pricesSent(api)).toEqual([])
})

it('rolls back like it applies: without a question, and with the same seconds of undo', async () => {
  const set = makePriceChange()
  const { user, api, type, applyNow, services } = await openSheet(
    [on(createPriceChange, setsAll()), on(rollBackPriceChange, () => ({ message: 'Rolled back.', set }))],
    { undoMs: 300 },
  )
  await type('Price of 86 Diamonds', '105')
  await applyNow()
  const name = { name: 'Prices changed' }
  const dock = within(await screen.findByRole('region', name, { timeout: 9_000 }))
  services.store.set(undoMsAtom, undoMs)
  await user.click(dock.getByRole('button', { name: 'Roll back' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  const bar = await screen.findByRole('region', { name: 'Prices rolled back, can be undone' })
  await user.click(within(bar).getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(bar).not.toBeInTheDocument())
  expect(api.sentTo(rollBackPriceChange)).toEqual([])
  services.store.set(undoMsAtom, 0)
  await user.click(dock.getByRole('button', { name: 'Roll back' }))
  expect(await screen.findByText('Rolled back.')).toBeVisible()
  expect(api.sentTo(rollBackPriceChange)).toHaveLength(1)
})
