import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import {
  createBrowserRouter,
  Route,
  RouterProvider,
  Routes,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { UnsavedChangesGuard, useUnsavedChanges } from './unsaved-changes.tsx'

const start = '/admin/usersdata/1'

/** A page with a field, inside the app's router; `answers` are given to the confirmation in order. */
function openPage({ answers, within }: { answers: boolean[]; within?: string }) {
  window.history.replaceState({ idx: 0 }, '', '/admin/orders')
  window.history.pushState({ idx: 1 }, '', start)
  const confirm = vi.fn<() => boolean>(() => answers.shift() ?? false)
  vi.stubGlobal('confirm', confirm)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    window.history.replaceState(null, '', '/')
  })
  const app = (
    <UnsavedChangesGuard>
      <Where />
      <Routes>
        <Route path="/usersdata/:id/:tab?" element={<Form within={within} />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </UnsavedChangesGuard>
  )
  const router = createBrowserRouter([{ path: '*', element: app }], { basename: '/admin' })
  onTestFinished(() => router.dispose())
  render(<RouterProvider router={router} />)
  return { confirm, user: userEvent.setup() }
}

function Where() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

function Form({ within }: { within?: string | undefined }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  useUnsavedChanges(text !== '', within)
  const ways = ['/orders', '/usersdata/1?q=a', '/usersdata/1/wallet', '/usersdata/2']
  return (
    <>
      <input aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />
      {ways.map((way) => (
        <button type="button" key={way} onClick={() => void navigate(way)}>
          {way}
        </button>
      ))}
    </>
  )
}

const goTo = (way: string) => screen.getByRole('button', { name: way })

describe('leaving a page with unsaved changes', () => {
  it('asks once where code navigates to another page, and not for its own search', async () => {
    const { confirm, user } = openPage({ answers: [false, true] })
    await user.type(screen.getByLabelText('Note'), 'a')
    await user.click(goTo('/usersdata/1?q=a'))
    expect(screen.getByText('at /usersdata/1?q=a')).toBeVisible()
    expect(confirm).not.toHaveBeenCalled()
    await user.click(goTo('/orders'))
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(screen.getByLabelText('Note')).toHaveValue('a')
    await user.click(goTo('/orders'))
    expect(await screen.findByText('Another page')).toBeVisible()
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('asks nothing without unsaved changes', async () => {
    const { confirm, user } = openPage({ answers: [] })
    await user.type(screen.getByLabelText('Note'), 'a')
    await user.clear(screen.getByLabelText('Note'))
    await user.click(goTo('/orders'))
    expect(await screen.findByText('Another page')).toBeVisible()
    expect(confirm).not.toHaveBeenCalled()
  })

  it('asks nothing between pages that keep them, and does on the way to others', async () => {
    const { confirm, user } = openPage({ answers: [false], within: '/usersdata/1/' })
    await user.type(screen.getByLabelText('Note'), 'a')
    await user.click(goTo('/usersdata/1/wallet'))
    expect(screen.getByText('at /usersdata/1/wallet')).toBeVisible()
    expect(confirm).not.toHaveBeenCalled()
    await user.click(goTo('/usersdata/2'))
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(screen.getByText('at /usersdata/1/wallet')).toBeVisible()
  })

  it('asks nothing on Back to the first of the pages that keep them, and does on the way to others', async () => {
    const { confirm, user } = openPage({ answers: [false], within: '/usersdata/1/' })
    await user.type(screen.getByLabelText('Note'), 'a')
    await user.click(goTo('/usersdata/1/wallet'))
    window.history.back()
    expect(await screen.findByText('at /usersdata/1')).toBeVisible()
    expect(screen.getByLabelText('Note')).toHaveValue('a')
    expect(confirm).not.toHaveBeenCalled()
    await user.click(goTo('/orders'))
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(screen.getByLabelText('Note')).toHaveValue('a')
  })

  it('asks again on a page that was left and opened again with its text', async () => {
    const { confirm, user } = openPage({ answers: [true, false] })
    await user.type(screen.getByLabelText('Note'), 'a')
    await user.click(goTo('/usersdata/2'))
    expect(screen.getByText('at /usersdata/2')).toBeVisible()
    await user.click(goTo('/orders'))
    expect(confirm).toHaveBeenCalledTimes(2)
    expect(screen.getByLabelText('Note')).toHaveValue('a')
  })

  it('returns an admin who went Back and stays, and lets others go', async () => {
    const { confirm, user } = openPage({ answers: [false, true] })
    await user.type(screen.getByLabelText('Note'), 'a')
    window.history.back()
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(window.location.pathname).toBe(start))
    expect(screen.getByLabelText('Note')).toHaveValue('a')
    window.history.back()
    expect(await screen.findByText('at /orders')).toBeVisible()
    expect(confirm).toHaveBeenCalledTimes(2)
  })
})
