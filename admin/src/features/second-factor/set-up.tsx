import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useProof } from '@jhatpat/shared/browser/use-proof.tsx'
import {
  confirmSecondFactor,
  setUpSecondFactor,
  turnOnSecondFactor,
} from '@jhatpat/shared/contracts/second-factor.ts'
import { illustrationUrl } from '@jhatpat/shared/ui/art.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { QrCode } from '@jhatpat/shared/ui/qr-code.tsx'
import { Stepper } from '@jhatpat/shared/ui/stepper.tsx'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { proofHelp } from '../../lib/proof-help.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const steps = ['Scan', 'Enter the code', 'Save the recovery codes'] as const

type SetUpProps = {
  isRequired: boolean
  /** Called when it is on and the recovery codes have been confirmed. */
  onEnd(): void
}

/** Sets up a second factor in three steps; nothing takes effect before the last. */
export function SetUp({ isRequired, onEnd }: SetUpProps) {
  const { call } = useServices()
  const [at, setAt] = useState(0)
  const [codes, setCodes] = useState<string[]>([])
  const { withProof, question } = useProof(proofHelp)
  const begin = useMutation({ mutationFn: () => withProof(() => call(setUpSecondFactor, { body: {} })) })
  const turnOn = useMutation({ mutationFn: () => call(turnOnSecondFactor, { body: {} }) })
  if (turnOn.data) return <IsOn ended={turnOn.data.ended} onEnd={onEnd} />
  if (!begin.data) {
    return (
      <Reminder isRequired={isRequired}>
        <Button
          variant="accent"
          busy={begin.isPending}
          busyText="Please wait…"
          onClick={() => begin.mutate()}
        >
          Set up
        </Button>
        <Failed error={begin.error} />
        {question}
      </Reminder>
    )
  }
  return (
    <>
      <Stepper steps={steps} at={at} />
      {at === 0 && <ScanKey {...begin.data} onNext={() => setAt(1)} />}
      {at === 1 && (
        <ConfirmCode
          onBack={() => setAt(0)}
          onCodes={(fresh) => {
            setCodes(fresh)
            setAt(2)
          }}
        />
      )}
      {at === 2 && (
        <RecoveryCodes
          codes={codes}
          next="Turn on"
          busy={turnOn.isPending}
          busyText="Turning on…"
          onNext={() => turnOn.mutate()}
        >
          <Failed error={turnOn.error} />
        </RecoveryCodes>
      )}
    </>
  )
}

function Failed({ error }: { error: unknown }) {
  return error ? (
    <InlineMessage kind="bad" role="alert">
      {messageOf(error)}
    </InlineMessage>
  ) : null
}

function Reminder({ isRequired, children }: { isRequired: boolean; children: ReactNode }) {
  return (
    <>
      <InlineMessage kind="warn" icon="triangle-alert" title="Two-step verification is off">
        {isRequired
          ? 'Required for admins. Set it up to continue.'
          : 'Optional here. Required in production.'}
      </InlineMessage>
      <section className="panel spot-row">
        <img src={illustrationUrl('shield')} alt="" width={168} height={168} />
        <div className="stack">
          <h2 className="d3">About 2 minutes</h2>
          <p className="t2 prose">A password alone isn’t enough.</p>
          <div className="row wrap">{children}</div>
        </div>
      </section>
    </>
  )
}

function IsOn({ ended, onEnd }: { ended: number; onEnd(): void }) {
  const others =
    ended === 1 ? 'Your other device was signed out.' : `Your ${ended} other devices were signed out.`
  return (
    <section className="panel spot-row" role="status">
      <img src={illustrationUrl('shield')} alt="" width={168} height={168} />
      <div className="stack">
        <h2 className="d1">Two-step verification is on</h2>
        <p className="t2 prose">You’ll need a code to sign in.{ended > 0 && ` ${others}`}</p>
        <div>
          <Button variant="accent" onClick={onEnd}>
            Done
          </Button>
        </div>
      </div>
    </section>
  )
}

type ScanKeyProps = {
  /** base32 */
  secret: string
  /** `otpauth://…` */
  address: string
  onNext(): void
}

/** The secret for an authenticator app, as a QR code and as letters. */
function ScanKey({ secret, address, onNext }: ScanKeyProps) {
  return (
    <section className="panel scan-key">
      <QrCode text={address} label="QR code for your authenticator app" />
      <div className="stack">
        <p>Scan this with an authenticator app such as Google Authenticator, Aegis or 1Password.</p>
        <div>
          <p className="label">On this phone, or without a camera</p>
          <div className="key">
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={secret} label="Copy the key" />
          </div>
        </div>
        <p className="t3 sm">The key is shown only once.</p>
        <Button variant="accent" size="lg" onClick={onNext}>
          I have scanned it
        </Button>
      </div>
    </section>
  )
}

type ConfirmCodeProps = { onBack(): void; onCodes(recoveryCodes: string[]): void }

/** The authenticator app's first code, which proves that its secret and time are right. */
function ConfirmCode({ onBack, onCodes }: ConfirmCodeProps) {
  const { call } = useServices()
  const email = useAtomValue(userAtom)?.email
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(confirmSecondFactor, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6 && !confirm.isPending) confirm.mutate()
  }
  return (
    <form className="panel mid stack" onSubmit={submit} noValidate>
      <p>
        Enter the 6-digit code your app shows for <b>Jhatpat, {email}</b>.
      </p>
      {confirm.error && (
        <InlineMessage kind="bad" role="alert" title={messageOf(confirm.error)}>
          Make sure your phone’s time is set automatically.
        </InlineMessage>
      )}
      <OtpInput label="6-digit code" value={code} onChange={setCode} autoFocus />
      <div className="row">
        <Button
          type="submit"
          variant="accent"
          size="lg"
          className="grow"
          aria-disabled={code.length < 6}
          busy={confirm.isPending}
          busyText="Checking…"
        >
          Continue
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
