// cspell:ignore EHPK JBSW
import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  setUpSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@jhatpat/shared/contracts/second-factor.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { on, type Refusal, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const secret = 'JBSWY3DPEHPK3PXPK5QXQ2LMJBSWY3DP'
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `4K7Q-2MD${at}`)
const standing = { isOn: false, isRequired: false, isOwed: false, recoveryCodesLeft: 0 }

function aServer(first: typeof standing) {
  const now = { ...first }
  return [
    on(secondFactor, () => now),
    on(setUpSecondFactor, () => ({ secret, address: `otpauth://totp/Jhatpat?secret=${secret}` })),
    on(confirmSecondFactor, ({ body }) =>
      body.code === '482913'
        ? { recoveryCodes }
        : refuse('second_factor_mismatch', { message: 'That code does not fit.' }),
    ),
    on(turnOnSecondFactor, () => {
      Object.assign(now, { isOn: true, isOwed: false, recoveryCodesLeft: 10 })
      return { ended: 2 }
    }),
    on(renewRecoveryCodes, () => ({ recoveryCodes })),
    on(turnOffSecondFactor, () => {
      Object.assign(now, standing)
      return { ended: 0 }
    }),
  ]
}

/**
 * A server that asks for the password before a set-up. `answers`: replies to the first attempts;
 * later ones succeed.
 */
function serverWithPassword(...answers: (Refusal | Response)[]) {
  let isProven = false
  return [
    ...aServer(standing),
    on(setUpSecondFactor, () =>
      isProven
        ? { secret, address: `otpauth://totp/Jhatpat?secret=${secret}` }
        : refuse('proof_required', { message: 'Confirm that it is you.', by: 'password' }),
    ),
    on(proveAccount, () => {
      const answer = answers.shift()
      isProven = answer === undefined
      return answer ?? { until: '2026-11-28T06:05:00.000Z' }
    }),
  ]
}

async function askToSetUp(calls: ReturnType<typeof serverWithPassword>) {
  const app = renderAdmin('/second-factor', { calls })
  await app.user.click(await screen.findByRole('button', { name: 'Set up' }))
  const window = await screen.findByRole('dialog', { name: 'Enter your password to continue' })
  return { ...app, window: within(window) }
}

const codeBox = () => screen.findByLabelText('6-digit code')

describe('the second factor', () => {
  it('is set up in three steps, and turned on only once its recovery codes are stored', async () => {
    const { user, api } = renderAdmin('/second-factor', { calls: aServer(standing) })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP K5QX Q2LM JBSW Y3DP')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'I have scanned it' }))
    await user.type(await codeBox(), '111111{enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('That code does not fit.')
    await user.type(await codeBox(), '482913{enter}')
    for (const code of recoveryCodes) expect(await screen.findByText(code)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(api.sentTo(turnOnSecondFactor)).toHaveLength(0)
    await user.click(screen.getByRole('checkbox', { name: 'I saved them in a safe place' }))
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/Your 2 other devices were signed out/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/10 recovery codes left/)).toBeVisible()
  })

  it('asks for the password before its set-up, and continues once that was right', async () => {
    const wrong = refuse('password_wrong', { message: 'This password is wrong. Check it and try again.' })
    const { user, api, window } = await askToSetUp(serverWithPassword(wrong))
    const password = window.getByLabelText('Password')
    expect(password).toHaveFocus()
    await user.type(password, 'not mine{enter}')
    expect(await window.findByRole('alert')).toHaveTextContent(
      'This password is wrong. Check it and try again.',
    )
    expect(password).toHaveFocus()
    expect(password).toHaveValue('')
    expect(password).toHaveAccessibleDescription('This password is wrong. Check it and try again.')
    await user.type(password, 'correct horse battery')
    await user.click(window.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP K5QX Q2LM JBSW Y3DP')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(api.sentTo(proveAccount).map(({ body }) => body)).toEqual([
      { password: 'not mine' },
      { password: 'correct horse battery' },
    ])
    expect(api.sentTo(setUpSecondFactor)).toHaveLength(2)
  })

  it('shows after five wrong passwords how long to wait, and sets nothing up when it is closed', async () => {
    const limited = Response.json(
      { code: 'too_many_requests', message: 'Too many tries.', requestId: 'rq-1' },
      { status: 429, headers: { 'retry-after': '841' } },
    )
    const { user, api, window } = await askToSetUp(serverWithPassword(limited))
    await user.type(window.getByLabelText('Password'), 'correct horse battery{enter}')
    expect(await window.findByText('Nothing was changed. Try again in 15 minutes.')).toBeVisible()
    await user.click(window.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Confirm that it is you.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Set up' })).toHaveFocus()
    expect(api.sentTo(setUpSecondFactor)).toHaveLength(1)
  })

  it('is the only screen for an admin who must set it up, and then opens the rest', async () => {
    const owed = { ...standing, isRequired: true, isOwed: true }
    const { user, api } = renderAdmin('/', { calls: aServer(owed) })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    expect(screen.queryByRole('navigation', { name: 'Admin' })).not.toBeInTheDocument()
    expect(api.sentTo(stats)).toHaveLength(0)
    await user.click(await screen.findByRole('button', { name: 'I have scanned it' }))
    await user.type(await codeBox(), '482913{enter}')
    await user.click(await screen.findByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('navigation', { name: 'Admin' })).toBeVisible()
  })

  it('gets new recovery codes, and is turned off, by a code or a recovery code', async () => {
    const on = { ...standing, isOn: true, recoveryCodesLeft: 2 }
    const { user, api } = renderAdmin('/second-factor', { calls: aServer(on) })
    expect(await screen.findByText('2 recovery codes left.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
    await user.type(await codeBox(), '482913{enter}')
    expect(await screen.findByText('4K7Q-2MD9')).toBeVisible()
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await user.click(await screen.findByRole('button', { name: 'Turn off' }))
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), '4k7q-2md0{enter}')
    await waitFor(() => expect(api.sentTo(turnOffSecondFactor)[0]?.body).toEqual({ code: '4k7q-2md0' }))
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible()
  })

  it('is recommended in a note where working without it is allowed', async () => {
    renderAdmin('/', { calls: aServer(standing) })
    expect(await screen.findByText('Two-step verification is off')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Set up' })).toHaveAttribute('href', '/second-factor')
  })
})
