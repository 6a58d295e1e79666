import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { FormMessage } from '../../lib/sign-in/form-message.tsx'
import { refusal } from '../../lib/sign-in/refusal.ts'
import { useCall } from '../../lib/use-call.ts'

/**
 * Sign-in by mailed link, for an account that is locked for passwords from this device after too many wrong
 * ones, which others may have entered.
 */
export function LinkByMail({ email }: { email: string }) {
  const call = useCall()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call('askSignInLink', { body: { email } }),
  })
  if (data) {
    return (
      <InlineMessage kind="ok" role="status" title={data.msg}>
        It works once, for 15 minutes. If nothing comes, look in your spam folder.
      </InlineMessage>
    )
  }
  return (
    <>
      <InlineMessage kind="info" title="Was it not you?">
        Others may have entered wrong passwords. We can mail you a link that signs you in on this device.
      </InlineMessage>
      <Button size="lg" block busy={isPending} busyText="Asking for the link" onClick={() => mutate()}>
        Mail me a link
      </Button>
      {error && <FormMessage message={refusal(error, error.message)}>{null}</FormMessage>}
    </>
  )
}
