// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type AnchorProps, AppLink, Links } from './links.tsx'

function Routed({ children, ...rest }: AnchorProps) {
  return (
    <a {...rest} data-routed>
      {children}
    </a>
  )
}

it('follows links inside the app by its router and leaves others plain', () => {
  render(
    <Links as={Routed}>
      <AppLink href="/wallet">Wallet</AppLink>
      <AppLink href="https://example.com">Site</AppLink>
      <AppLink href="upi://pay?am=345">Pay</AppLink>
      <AppLink href="/ad" target="_blank">
        Ad
      </AppLink>
    </Links>,
  )
  const routed = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.hasAttribute('data-routed')])
  expect(routed).toEqual([
    ['Wallet', true],
    ['Site', false],
    ['Pay', false],
    ['Ad', false],
  ])
})
