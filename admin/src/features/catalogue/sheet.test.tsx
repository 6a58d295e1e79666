import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { createPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { on } from '../../../../tests/support/fake-api.ts'
import { makeAdminItem } from '../../testing/catalogue-fixture.ts'
import { openSheet, pricesSent, second, setsAll } from '../../testing/open-sheet.tsx'

describe('the sheet', () => {
  it('moves down with Enter and the arrow keys, right at the end of a text, and reverts a cell with Esc', async () => {
    const { user, price } = await openSheet()
    await user.click(price)
    await user.keyboard('105{Enter}')
    expect(screen.getByLabelText('Price of 172 Diamonds')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByLabelText('Resell price of 172 Diamonds')).toHaveFocus()
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(price).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(price).toHaveValue('109')
    expect(screen.queryByRole('button', { name: 'Apply now' })).not.toBeInTheDocument()
  })

  it('accepts pasted columns, states what they change, and marks what not a valid price', async () => {
    const { price, applyNow, api } = await openSheet([on(createPriceChange, setsAll())])
    fireEvent.paste(price, { clipboardData: { getData: () => '102\t209\t195\n101\t1o5\t98\n777\t1\t1\n' } })
    expect(await screen.findByText('Pasted 2 rows and 3 columns')).toBeVisible()
    expect(
      screen.getByText('2 items differ, 1 not a valid price, 1 row matches no item. Not applied yet.'),
    ).toBeVisible()
    expect(price).toHaveAttribute('aria-invalid', 'true')
    await applyNow()
    await screen.findByText('Price updated successfully')
    expect(pricesSent(api)).toEqual([
      [
        [102, 'discountedprice', 215, 209],
        [102, 'resellprice', 200, 195],
      ],
    ])
    expect(price).toHaveValue('1o5')
  })

  it('shows the margin above the supplier’s price before and after, and marks one below minimum', async () => {
    const cost = {
      amount: 61.5,
      unit: 'coins',
      rupees: 87.33,
      floorPercent: 5,
      readAt: '2026-11-21T10:00:00Z',
    }
    const { type } = await openSheet([on(getAllItems, () => [makeAdminItem({ cost })])])
    const row = screen.getByRole('row', { name: /^86 Diamonds/ })
    expect(row).toHaveTextContent('₹87.33')
    expect(row).toHaveTextContent('19.8%')
    await type('Price of 86 Diamonds', '90')
    expect(within(row).getByText('19.8%').tagName).toBe('DEL')
    expect(row).toHaveTextContent('2.9% below minimum')
  })

  it('filters by margin below minimum, in either column', async () => {
    const cost = { amount: 1, unit: 'coins', rupees: 90, readAt: '2026-11-21T10:00:00Z' }
    const { user, address } = await openSheet([
      on(getAllItems, () => [
        makeAdminItem({ cost: { ...cost, floorPercent: 12, resellFloorPercent: 12 } }),
        { ...second, cost: { ...cost, floorPercent: 12, resellFloorPercent: 12 } },
      ]),
    ])
    await user.click(screen.getByRole('button', { name: 'Below minimum margin 1' }))
    await waitFor(() => expect(screen.queryByLabelText('Price of 172 Diamonds')).not.toBeInTheDocument())
    expect(screen.getByLabelText('Price of 86 Diamonds')).toBeVisible()
    expect(address.current).toBe('/price?low=1')
  })

  it('makes the browser ask before unsaved prices are left', async () => {
    const { type } = await openSheet()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    await type('Price of 86 Diamonds', '105')
    expect(leave()).toBe(true)
  })

  it('asks before a link of the menu leaves unsaved prices', async () => {
    const { user, type, address, price } = await openSheet()
    const confirm = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValueOnce(true)
    vi.stubGlobal('confirm', confirm)
    onTestFinished(() => void vi.unstubAllGlobals())
    await type('Price of 86 Diamonds', '105')
    const away = screen.getByRole('link', { name: 'View Items' })
    await user.click(away)
    expect(confirm).toHaveBeenCalledOnce()
    expect(address.current).toBe('/price')
    expect(price).toHaveValue('105')
    await user.click(away)
    await waitFor(() => expect(address.current).toBe(away.getAttribute('href')))
    await waitFor(() => expect(price).not.toBeInTheDocument())
    await user.click(screen.getByRole('link', { name: 'Pending Orders' }))
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('asks once before Sign out discards unsaved prices', async () => {
    const { user, type, price, api, browser } = await openSheet()
    const confirm = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValueOnce(true)
    vi.stubGlobal('confirm', confirm)
    onTestFinished(() => void vi.unstubAllGlobals())
    await type('Price of 86 Diamonds', '105')
    await user.click(await screen.findByRole('button', { name: /^Meera/ }))
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(confirm).toHaveBeenCalledOnce()
    expect(api.sentTo(logout)).toEqual([])
    expect(price).toHaveValue('105')
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith('/home'))
    expect(confirm).toHaveBeenCalledTimes(2)
  })
})
