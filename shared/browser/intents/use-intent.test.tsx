import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../contracts/client.ts'
import { useIntent } from './use-intent.ts'

type Body = { pack: string }

const scope = 'order:U1001'
const sent: { body: Body; key: string }[] = []
const opened: string[] = []

beforeEach(() => {
  sent.length = 0
  opened.length = 0
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** A page with a button; `choice` is the input. The answer opens another page by default. */
function openPage({ leaves = true, answer = async (key: string) => `order of ${key}` } = {}) {
  const page = renderHook(
    ({ choice }: { choice: string }) =>
      useIntent<Body, string>({
        scope,
        choice,
        send: (body, key) => {
          sent.push({ body, key })
          return answer(key)
        },
        onAnswer: (reply) => {
          opened.push(reply)
          return leaves ? 'leaves' : undefined
        },
        onRefusal: () => undefined,
        onNoAnswer: () => undefined,
      }),
    { initialProps: { choice: 'small' } },
  )
  const state = () => page.result.current.progress.state
  const submit = (item = 'small') => act(async () => page.result.current.submit({ pack: item }, item))
  return { ...page, state, submit }
}

const wakes = (persisted: boolean) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
const keys = () => new Set(sent.map(({ key }) => key))

describe('a button whose request was answered', () => {
  it('is busy until the next page opens, and opens the same page again at another click', async () => {
    const page = openPage()
    await page.submit()
    expect(page.state()).toBe('leaving')
    for (let more = 0; more < 60; more += 1) await page.submit()
    expect(sent).toHaveLength(1)
    expect(new Set(opened).size).toBe(1)
    expect(page.state()).toBe('leaving')
  })

  it('sends nothing more while the page stays and the input is unchanged', async () => {
    const page = openPage({ leaves: false })
    await page.submit()
    await page.submit()
    expect(page.state()).toBe('idle')
    expect(sent).toHaveLength(1)
    expect(opened).toHaveLength(2)
  })

  it('sends another request after the input has changed, also when it was changed back', async () => {
    const page = openPage()
    await page.submit()
    page.rerender({ choice: 'large' })
    expect(page.state()).toBe('idle')
    page.rerender({ choice: 'small' })
    await page.submit()
    expect(sent).toHaveLength(2)
    expect(keys().size).toBe(2)
  })

  it('sends another request after Back, from the back/forward cache and before the next page has loaded too', async () => {
    const page = openPage()
    await page.submit()
    wakes(false)
    expect(page.state()).toBe('leaving')
    wakes(true)
    expect(page.state()).toBe('idle')
    await page.submit()
    expect(keys().size).toBe(2)
    act(() => void window.dispatchEvent(new Event('popstate')))
    expect(page.state()).toBe('idle')
    await page.submit()
    expect(keys().size).toBe(3)
    page.unmount()
    await openPage().submit()
    expect(keys().size).toBe(4)
  })

  it('uses another key after a refusal, which is remembered under its own key', async () => {
    const page = openPage({ answer: () => Promise.reject(new ApiError(409, { code: 'out_of_stock' })) })
    await page.submit()
    await waitFor(() => expect(page.state()).toBe('idle'))
    await page.submit()
    expect(keys().size).toBe(2)
  })
})
