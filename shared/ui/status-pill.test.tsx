// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StatusPill, statusGroup } from './status-pill.tsx'

describe('statusGroup', () => {
  it.each([
    ['Created', 'created'],
    ['Processing', 'processing'],
    ['Completed', 'completed'],
    ['Success', 'completed'],
    ['success', 'completed'],
    ['Refunded', 'refused'],
    ['Failed', 'refused'],
    ['Cancelled', 'refused'],
    ['anything else', 'refused'],
  ])('%s is %s', (status, group) => {
    expect(statusGroup(status)).toBe(group)
  })
})

it('shows the word next to an icon, never colour alone', () => {
  render(<StatusPill status="Refunded" />)
  const pill = screen.getByText('Refunded')
  expect(pill.className).toBe('st st-refused')
  expect(pill.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
