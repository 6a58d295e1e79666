// @vitest-environment happy-dom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { Dialog } from './dialog.tsx'

function Sample() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="How To Purchase ?">
        <p>Pick an item.</p>
      </Dialog>
    </>
  )
}

async function openIt(): Promise<HTMLElement> {
  render(<Sample />)
  await userEvent.click(screen.getByText('Open'))
  return screen.getByRole('dialog', { name: 'How To Purchase ?' })
}

it('opens as a modal and renders nothing while closed', async () => {
  render(<Sample />)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByText('Open'))
  expect(screen.getByRole('dialog')).toHaveProperty('open', true)
})

it('closes by the cross and returns the focus', async () => {
  await openIt()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))
})

it('closes by Esc, which a browser reports as cancel', async () => {
  const dialog = await openIt()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))
})

it('closes by a press outside, not by one inside', async () => {
  const dialog = await openIt()
  dialog.getBoundingClientRect = () => new DOMRect(100, 100, 200, 200)
  fireEvent.click(screen.getByText('Pick an item.'), { clientX: 150, clientY: 150 })
  fireEvent.click(dialog, { clientX: 110, clientY: 110 })
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.click(dialog, { clientX: 20, clientY: 20 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('stays open when a dialog or a file field inside it is cancelled', async () => {
  const closed: string[] = []
  render(
    <Dialog open onClose={() => closed.push('outer')} title="Edit item">
      <input type="file" aria-label="Picture" />
      <Dialog open onClose={() => closed.push('inner')} title="86 Diamonds for ₹2?">
        <p>Type the price once more.</p>
      </Dialog>
    </Dialog>,
  )
  const inner = screen.getByRole('dialog', { name: '86 Diamonds for ₹2?' })
  fireEvent(inner, new Event('cancel', { cancelable: true }))
  fireEvent(inner, new Event('close'))
  fireEvent(screen.getByLabelText('Picture'), new Event('cancel', { bubbles: true }))
  expect(closed).toEqual(['inner', 'inner'])
})

describe('the focus of a dialog that opens', () => {
  const open = (children: ReactNode) =>
    render(
      <Dialog open onClose={() => undefined} title="Refund ₹425?">
        {children}
      </Dialog>,
    )
  const cancel = <Button variant="quiet">Cancel</Button>

  it.each<[string, ReactNode, string]>([
    [
      'its first field',
      <>
        <input type="hidden" value="1" />
        <input aria-label="Off" disabled />
        <textarea aria-label="Reason" />
        {cancel}
      </>,
      'Reason',
    ],
    [
      'the button that changes nothing, without a field',
      <>
        <Button variant="bad">Delete</Button>
        {cancel}
      </>,
      'Cancel',
    ],
    [
      'a link in the style of a button',
      <ButtonLink key="link" href="/product/free-fire">
        Show it
      </ButtonLink>,
      'Show it',
    ],
  ])('is on %s', (_where, children, name) => {
    open(children)
    expect(document.activeElement).toHaveAccessibleName(name)
  })

  it('is on the heading where there is only text: a typed space closes nothing', async () => {
    const closed = vi.fn()
    render(
      <Dialog open onClose={closed} title="Keys">
        <p>N takes the next order.</p>
      </Dialog>,
    )
    expect(screen.getByRole('heading', { name: 'Keys' })).toHaveFocus()
    await userEvent.keyboard(' ')
    expect(closed).not.toHaveBeenCalled()
  })

  it('moves to a field that loads later, unless it is elsewhere already', async () => {
    const { rerender } = open(<p>Loading...</p>)
    const withField = (
      <Dialog open onClose={() => undefined} title="Refund ₹425?">
        <input aria-label="Reason" />
      </Dialog>
    )
    rerender(withField)
    await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveFocus())
    screen.getByRole('button', { name: 'Close' }).focus()
    rerender(
      <Dialog open onClose={() => undefined} title="Refund ₹425?">
        <input aria-label="Amount" />
        <input aria-label="Reason" />
      </Dialog>,
    )
    await Promise.resolve()
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  })
})
