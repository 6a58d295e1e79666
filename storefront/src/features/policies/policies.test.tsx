import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'

const noContacts = { contact: null, phone: null, chat: null, seller: null, grievance: null }
const open = (
  path: string,
  answers: (api: FakeApi) => void = (api) => api.on(supportContact, () => noContacts),
) => renderShop(path, { answers })

describe('the policies', () => {
  it.each([
    ['/terms-and-condition', 'Terms and Conditions'],
    ['/privacypage', 'Privacy Policy'],
    ['/refund-policy', 'Refund and Cancellation Policy'],
  ])('POL-01 POL-02 POL-05 %s is the page of %s, for anybody', async (path, title) => {
    open(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    const here = within(screen.getByRole('navigation', { name: 'Policies' })).getByRole('link', {
      current: 'page',
    })
    expect(here).toHaveAttribute('href', path)
    for (const link of within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link'))
      expect(document.getElementById(link.getAttribute('href')!.slice(1))).toBeInTheDocument()
  })

  it('POL-03 POL-04 say that sales are final and that discrepancies are reported within 48 hours', async () => {
    open('/refund-policy')
    expect(
      await screen.findByText(
        'All sales are final. Items delivered to the ID you entered can’t be returned.',
      ),
    ).toBeVisible()
    expect(screen.getByText('Discrepancies must be reported within 48 hours.')).toBeVisible()
  })

  it('POL-06 says who is old enough', async () => {
    open('/terms-and-condition')
    expect(
      await screen.findByText(
        'You must be 18, or have a guardian’s consent, or be of the age your local law sets.',
      ),
    ).toBeVisible()
  })

  it('names the operator and the grievance contact, only if they are set', async () => {
    const { unmount } = open('/terms-and-condition')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('heading', { name: /complaints/ })).not.toBeInTheDocument()
    unmount()
    open('/terms-and-condition', (api) =>
      api.on(supportContact, () => ({
        ...noContacts,
        seller: 'A Shop Private Limited, Bengaluru',
        grievance: { name: 'Meera Iyer', contact: 'meera@jhatpat.in' },
      })),
    )
    expect(await screen.findByText(/run by A Shop Private Limited, Bengaluru/)).toBeVisible()
    expect(screen.getByText(/grievance officer is Meera Iyer/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'meera@jhatpat.in' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:meera@jhatpat\.in/),
    )
  })
})

it('TEST-01 /test is a placeholder', async () => {
  open('/test')
  expect(await screen.findByText('Test page. Nothing to see here.')).toBeVisible()
})
