// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Field } from './field.tsx'
import { OtpInput } from './otp-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Picture } from './picture.tsx'

it('connects label, hint and error with the input', () => {
  const { rerender } = render(<Field label="User ID" hint="Look at your profile" />)
  const input = screen.getByLabelText('User ID')
  const described = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  expect(described()).toBe('Look at your profile')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  rerender(<Field label="User ID" hint="Look at your profile" error="Not permitted" />)
  expect(described()).toBe('Not permitted')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Not permitted')
})

it('shows and hides a password', () => {
  render(<PasswordInput label="Password" defaultValue="secret" />)
  const input = screen.getByLabelText('Password')
  const button = screen.getByRole('button', { name: 'Show password' })
  expect(input.getAttribute('type')).toBe('password')
  fireEvent.click(button)
  expect(input.getAttribute('type')).toBe('text')
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

it('accepts a pasted code with blanks as six digits', () => {
  function Code() {
    const [code, setCode] = useState('')
    return <OtpInput label="6-digit OTP" value={code} onChange={setCode} />
  }
  render(<Code />)
  const input = screen.getByLabelText('6-digit OTP')
  fireEvent.change(input, { target: { value: '482 019 7' } })
  expect(input).toHaveProperty('value', '482019')
  expect(input.getAttribute('autocomplete')).toBe('one-time-code')
})

it('shows the fallback for a picture that fails to load, and tries a new picture again', () => {
  const { rerender } = render(<Picture src="/a.svg" alt="A" width={1} height={1} />)
  const picture = screen.getByRole('img')
  fireEvent.error(picture)
  expect(picture.getAttribute('src')).toBe('/art/gift-card.svg')
  rerender(<Picture src="/b.svg" alt="A" width={1} height={1} />)
  expect(picture.getAttribute('src')).toBe('/b.svg')
})

it('allows pasting a password, and filling it in by a password manager', () => {
  render(<PasswordInput label="New password" autoComplete="new-password" />)
  const input = screen.getByLabelText('New password')
  expect(input.getAttribute('autocomplete')).toBe('new-password')
  // False if a handler has prevented the default.
  expect(fireEvent.paste(input, { clipboardData: { getData: () => 'from a manager' } })).toBe(true)
  expect(fireEvent.drop(input)).toBe(true)
})

describe('a field for numbers', () => {
  it('writes Devanagari digits as 0 to 9, and keeps the cursor', () => {
    const seen: string[] = []
    render(<Field label="Amount" inputMode="decimal" onChange={({ target }) => seen.push(target.value)} />)
    const input = screen.getByLabelText<HTMLInputElement>('Amount')
    fireEvent.change(input, { target: { value: '१२.५' } })
    expect(input).toHaveValue('12.5')
    input.setSelectionRange(1, 1)
    expect(seen).toEqual(['12.5'])
  })

  it('leaves a field for text as it was typed', () => {
    render(<Field label="Name" />)
    const input = screen.getByLabelText('Name')
    fireEvent.change(input, { target: { value: 'राम १' } })
    expect(input).toHaveValue('राम १')
  })
})
