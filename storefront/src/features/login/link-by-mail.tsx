import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
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
      <InlineMessage kind="ok" role="status" title={plainText(data.msg)}>
        {t('The link works once and is valid for 15 minutes. Check spam too.')}
      </InlineMessage>
    )
  }
  return (
    <>
      <InlineMessage kind="info" title={t('Wasn’t you?')}>
        {t(
          'Someone else may have tried passwords for your account. We can email you a link to log in on this device.',
        )}
      </InlineMessage>
      <Button size="lg" block busy={isPending} busyText={t('Sending')} onClick={() => mutate()}>
        {t('Email me a link')}
      </Button>
      {error && <FormMessage message={refusal(error, error.message)}>{null}</FormMessage>}
    </>
  )
}
