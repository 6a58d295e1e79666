import { describe, expect, it } from 'vitest'
import { errorCatalogue } from './errors.ts'

const entries = Object.entries(errorCatalogue)

describe('the error catalogue', () => {
  it.each(entries)('gives %s a status and a sentence for people', (code, { status, message }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(message).toMatch(/^[A-Z].*\S$/)
    expect(message).not.toMatch(/error|exception|undefined|null|mongo|redis|token expired/i)
  })

  it('keeps the specification’s texts to the letter', () => {
    const said = {
      session_expired: 'Token has expired. Please login again.',
      email_unverified:
        'Please verify your email address. A verification email has been sent to your inbox. If you don’t see it, kindly check your spam or junk folder.',
      indonesian_id: 'Recharge for Indo IDs is not permitted.',
      player_not_eligible:
        'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
      insufficient_balance: 'Please add funds to your wallet to complete the transaction.',
      amount_invalid: 'Please enter a valid amount.',
      supplier_unavailable: 'Failed to fetch points',
      internal: 'Something went wrong! Please try again.',
    } as const
    for (const [code, text] of Object.entries(said)) {
      expect(errorCatalogue[code as keyof typeof said].message).toBe(text)
    }
  })
})
