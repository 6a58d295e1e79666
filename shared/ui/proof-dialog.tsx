import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProofKind } from '../contracts/account-proof.ts'
import { ApiError } from '../contracts/client.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FactorCode, isCompleteCode } from './factor-code.tsx'
import { InlineMessage } from './inline-message.tsx'
import { PasswordInput } from './password-input.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { counted, plainText, t } from './texts/translate.ts'

export type ProofDialogProps = {
  /** The required proof. */
  by: ProofKind
  /** The account of the password: for the browser's password manager. */
  email: string
  /** Text for people who have no password, or have forgotten it. */
  help: ReactNode
  /** Why it is asked; by default, that how the account is signed in to changes. */
  reason?: string | undefined
  busy: boolean
  /** Why the last try was refused. */
  error: unknown
  onProve(secret: string): void
  onClose(): void
}

/** Asks for the password, or a code of the second factor, once more. */
export function ProofDialog({ by, email, help, reason, busy, error, ...props }: ProofDialogProps) {
  const speak = usePageLanguage()
  const form = useRef<HTMLFormElement>(null)
  // Not `autoFocus`: the dialog must first record which element had the focus, to return it.
  useEffect(() => focusField(form.current), [])
  const [secret, setSecret] = useState('')
  const [byRecovery, setByRecovery] = useState(false)
  const isComplete = by === 'password' ? secret !== '' : isCompleteCode(secret, byRecovery)
  const isWrong =
    error instanceof ApiError && (error.code === 'password_wrong' || error.code === 'second_factor_mismatch')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event on to a form around the component that opened this dialog.
    event.stopPropagation()
    if (isComplete) prove(by === 'code' ? secret.trim() : secret)
  }
  const prove = (entered: string) => {
    if (busy) return
    props.onProve(entered)
    setSecret('')
    focusField(form.current)
  }
  const field = { value: secret, ...(isWrong && !busy && { error: speak(() => plainText(error.message)) }) }
  return speak(() => (
    <Dialog
      open
      onClose={props.onClose}
      title={by === 'password' ? t('Enter your password to continue') : t('Enter a code to continue')}
    >
      <form ref={form} className="stack stack-4" noValidate onSubmit={submit}>
        <p className="t2">{reason ?? t('This changes how you log in, so we check that it is you.')}</p>
        {error !== null && !isWrong && !busy && <Refused error={error} />}
        {by === 'password' ? (
          <>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordInput
              {...field}
              label={t('Password')}
              autoComplete="current-password"
              onChange={(event) => setSecret(event.target.value)}
            />
          </>
        ) : (
          <FactorCode
            {...field}
            onChange={setSecret}
            onComplete={prove}
            byRecovery={byRecovery}
            onSwitch={setByRecovery}
          />
        )}
        {by === 'password' && <p className="sm t3">{help}</p>}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={props.onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant="accent"
            busy={busy}
            busyText={t('Checking')}
            aria-disabled={!isComplete}
          >
            {t('Continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  ))
}

const focusField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()

/** Whether an error is not about the typed value: too many tries, or no answer. */
function Refused({ error }: { error: unknown }) {
  const speak = usePageLanguage()
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') {
    return speak(() => (
      <InlineMessage kind="bad" role="alert" title={t('Couldn’t check it')}>
        {t('Nothing was changed. Try again in a moment.')}
      </InlineMessage>
    ))
  }
  const minutes = Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000))
  return speak(() => (
    <InlineMessage kind="bad" role="alert" title={t('Too many tries')}>
      {t('Nothing was changed. Try again in {time}.', {
        time: counted(minutes, '{n} minute', '{n} minutes'),
      })}
    </InlineMessage>
  ))
}
