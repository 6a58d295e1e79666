import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { storeUser } from '@jhatpat/shared/browser/session.ts'
import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../lib/use-call.ts'

type NameFormProps = { user: BrowserUser; onSaved(message: string): void; onCancel(): void }

/** Changes the user's own name. */
export function NameForm({ user, onSaved, onCancel }: NameFormProps) {
  const { store } = useServices()
  const call = useCall()
  const [name, setName] = useState(user.name)
  const [isEmpty, setEmpty] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const reply = await call('editProfile', { body: { userid: user.userid, name } })
      if (!reply.success) throw new ApiError(400, { message: reply.message })
      return reply
    },
    onSuccess: (reply) => {
      storeUser(store, reply.user)
      onSaved(reply.message)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(name.trim() === '')
    if (name.trim() !== '' && !isPending) mutate()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {error && !isEmpty && (
        <InlineMessage kind="bad" role="alert" title={t(titleOf(error))}>
          {isRefused(error)
            ? `${plainText(error.message)} ${t('Your name was not changed.')}`
            : t('No response. Please save again.')}
        </InlineMessage>
      )}
      <Field
        label={t('Name')}
        autoComplete="name"
        autoFocus
        required
        maxLength={80}
        value={name}
        error={isEmpty ? t('Enter your name') : undefined}
        onChange={(event) => {
          setName(event.target.value)
          setEmpty(false)
        }}
      />
      <div className="row">
        <Button type="submit" variant="accent" busy={isPending} busyText={t('Saving')}>
          {t('Save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The texts of specification §8: the server refused, or the call failed on the way. */
function titleOf(error: Error): Text {
  return isRefused(error) ? 'Failed to update profile' : 'An error occurred while updating the profile'
}

const isRefused = (error: Error) => error instanceof ApiError && error.status < 500
