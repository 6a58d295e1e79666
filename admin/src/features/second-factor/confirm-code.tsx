import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { confirmSecondFactor } from '@jhatpat/shared/contracts/second-factor.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { OtpInput } from '@jhatpat/shared/ui/otp-input.tsx'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'

type ConfirmCodeProps = { onBack(): void; onCodes(recoveryCodes: string[]): void }

/** The authenticator app's first code, which proves that its secret and time are right. */
export function ConfirmCode({ onBack, onCodes }: ConfirmCodeProps) {
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
        Type the 6 digits that your app shows for <b>Jhatpat, {email}</b>.
      </p>
      {confirm.error && (
        <InlineMessage kind="bad" role="alert" title={messageOf(confirm.error)}>
          Look at the clock of your phone: it should set itself.
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
          busyText="Checking"
        >
          Go on
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
