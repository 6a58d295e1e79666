// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Carousel } from './carousel.tsx'

const slides = ['one', 'two', 'three'].map((key) => ({ key, content: <p>{key}</p> }))
const isAt = (slide: number) =>
  expect(screen.getByRole('button', { current: true })).toHaveAccessibleName(`Slide ${slide} of 3`)
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(async () => {
  render(<Carousel label="Offers" slides={slides} everyMs={6_000} />)
  const pause = await screen.findByRole('button', { name: 'Pause slides' })
  // Starts its time anew, by the test's timers.
  vi.useFakeTimers()
  fireEvent.click(pause)
  fireEvent.click(pause)
})
afterEach(() => vi.useRealTimers())

it('moves by itself, and returns to the start', () => {
  isAt(1)
  wait(6_000)
  isAt(2)
  wait(6_000)
  wait(6_000)
  isAt(1)
})

it('pauses under a pointer, and continues afterwards', () => {
  const offers = screen.getByRole('region', { name: 'Offers' })
  fireEvent.mouseEnter(offers)
  wait(20_000)
  isAt(1)
  fireEvent.mouseLeave(offers)
  wait(6_000)
  isAt(2)
})

it('no longer moves by itself after it was touched', () => {
  fireEvent.touchStart(screen.getByText('one'))
  wait(20_000)
  isAt(1)
  fireEvent.click(screen.getByRole('button', { name: 'Slide 3 of 3' }))
  wait(20_000)
  isAt(3)
})

it('has a button that stops it, wherever the focus is, and restarts it', () => {
  const pause = screen.getByRole('button', { name: 'Pause slides', pressed: false })
  fireEvent.click(pause)
  wait(20_000)
  isAt(1)
  expect(pause).toHaveAttribute('aria-pressed', 'true')
  fireEvent.click(pause)
  wait(6_000)
  isAt(2)
})

it('offers to restart after a touch has stopped it', () => {
  fireEvent.touchStart(screen.getByText('one'))
  fireEvent.click(screen.getByRole('button', { name: 'Pause slides', pressed: true }))
  wait(6_000)
  isAt(2)
})
