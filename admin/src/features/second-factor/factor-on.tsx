import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { renewRecoveryCodes, turnOffSecondFactor } from '@jhatpat/shared/contracts/second-factor.ts'
import { illustrationUrl } from '@jhatpat/shared/ui/art.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { FactorCode, isCompleteCode } from '@jhatpat/shared/ui/factor-code.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { useFactorChanged } from '../../lib/use-factor.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorOnProps = { isRequired: boolean; recoveryCodesLeft: number }

/** Actions on an active second factor; each needs a code. */
export function FactorOn({ isRequired, recoveryCodesLeft }: FactorOnProps) {
  const { call } = useServices()
  const changed = useFactorChanged()
  const [confirming, setConfirming] = useState<'renew' | 'off'>()
  const renew = useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: () => setConfirming(undefined),
  })
  const off = useMutation({
    mutationFn: (code: string) => call(turnOffSecondFactor, { body: { code } }),
    onSuccess: changed,
  })
  const end = () => {
    renew.reset()
    void changed()
  }
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} next="Done" onNext={end} />
  const mutation = confirming === 'renew' ? renew : off
  return (
    <>
      <section className="panel spot-row">
        <img src={illustrationUrl('shield')} alt="" width={168} height={168} />
        <div className="stack">
          <h2 className="d2">Two-step verification is on</h2>
          <p className="t2 prose">
            You’ll need a code from your app to sign in. {leftText(recoveryCodesLeft)}
          </p>
          <div className="row wrap">
            <Button icon="refresh-cw" onClick={() => setConfirming('renew')}>
              New recovery codes
            </Button>
            <Button variant="bad" onClick={() => setConfirming('off')}>
              {isRequired ? 'Replace authenticator' : 'Turn off'}
            </Button>
          </div>
        </div>
      </section>
      {recoveryCodesLeft < 3 && (
        <InlineMessage kind="warn" title={leftText(recoveryCodesLeft)}>
          Create new codes so you don’t get locked out.
        </InlineMessage>
      )}
      {confirming && (
        <ByCode
          key={confirming}
          text={confirming === 'renew' ? 'Your old codes stop working immediately.' : offText(isRequired)}
          button={
            confirming === 'renew' ? 'Generate new codes' : isRequired ? 'Replace authenticator' : 'Turn off'
          }
          busy={mutation.isPending}
          error={mutation.error}
          onCode={(code) => mutation.mutate(code)}
          onBack={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}

const leftText = (left: number) =>
  left === 1 ? '1 recovery code left.' : `${left === 0 ? 'No' : left} recovery codes left.`
const offText = (isRequired: boolean) =>
  isRequired
    ? 'Your other devices are signed out. You can’t use the admin until the new setup is finished.'
    : 'Your other devices are signed out. From now on only your password is needed.'

type ByCodeProps = {
  text: string
  button: string
  busy: boolean
  error: unknown
  onCode(code: string): void
  onBack(): void
}

function ByCode({ text, button, busy, error, onCode, onBack }: ByCodeProps) {
  const [code, setCode] = useState('')
  const [byRecovery, setByRecovery] = useState(false)
  const isComplete = isCompleteCode(code, byRecovery)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || busy) return
    onCode(code.trim())
    setCode('')
  }
  return (
    <form className="panel mid stack" onSubmit={submit} noValidate>
      <p>{text}</p>
      {error !== null && (
        <InlineMessage kind="bad" role="alert">
          {messageOf(error)}
        </InlineMessage>
      )}
      <FactorCode
        value={code}
        onChange={setCode}
        byRecovery={byRecovery}
        onSwitch={setByRecovery}
        autoFocus
      />
      <div className="row">
        <Button
          type="submit"
          variant="accent"
          className="grow"
          aria-disabled={!isComplete}
          busy={busy}
          busyText="Checking…"
        >
          {button}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
