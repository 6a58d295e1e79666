import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import { type SupplierAccount, setSupplier } from '@jhatpat/shared/contracts/suppliers.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Switch } from '@jhatpat/shared/ui/switch.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { CallButton } from '../../lib/call-button.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { pointsNumber } from '../../lib/points.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import { suppliersKey, useAccountCache } from '../../lib/suppliers/use-suppliers.ts'

/** The alert threshold and reserve of each account, and whether items pause automatically. */
export function LowBalancePanel({ accounts }: { accounts: readonly SupplierAccount[] }) {
  return (
    <section className="panel" aria-labelledby="alarm-pause">
      <h2 className="d4" id="alarm-pause">
        Low-balance alert
      </h2>
      {accounts.map((supplierAccount) => (
        <AccountForm key={supplierAccount.account} supplierAccount={supplierAccount} />
      ))}
      <Hint>Reserve for already-paid orders. Without an alert, the default applies.</Hint>
    </section>
  )
}

type Own = { lowBalanceLevel: string; reserve: string }

/** The typed text, and the saved value when typing began. */
type Typed = { text: string; over: string }

const saysNow = (typed: Typed | undefined, saved: string): string | undefined =>
  typed && typed.over !== saved && plain(typed.text) !== saved
    ? `Current value: ${saved === '' ? 'default' : pointsNumber(Number(saved))}`
    : undefined

function AccountForm({ supplierAccount }: { supplierAccount: SupplierAccount }) {
  const { account, settings } = supplierAccount
  const title = supplierTitles[account]
  const usual = settings.isUsual ? '' : (settings.lowBalanceLevel ?? '')
  const saved = { lowBalanceLevel: usual, reserve: settings.reserve }
  // Typed text is kept when another admin saves; only its author discards it.
  const [typed, setTyped] = useState<Partial<Record<keyof Own, Typed>>>({})
  const { call } = useServices()
  const keep = useAccountCache()
  const idempotency = useIdempotencyKey()
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: (own: Own & { isAutoPauseOn: boolean }) => {
      const body = { ...own, version: settings.version }
      return call(setSupplier, { params: { account }, body, idempotencyKey: idempotency.keyFor(body) })
    },
    onSuccess: keep,
    onError: (error) => {
      idempotency.renewIfRefused(error)
      return queries.invalidateQueries({ queryKey: suppliersKey })
    },
  })
  const wanted: Own = {
    lowBalanceLevel: plain(typed.lowBalanceLevel?.text ?? saved.lowBalanceLevel),
    reserve: plain(typed.reserve?.text ?? saved.reserve),
  }
  const isChanged = wanted.lowBalanceLevel !== saved.lowBalanceLevel || wanted.reserve !== saved.reserve
  const amountProps = (name: keyof Own) => ({
    ...({ inputMode: 'decimal', maxLength: 14, value: typed[name]?.text ?? saved[name] } as const),
    hint: saysNow(typed[name], saved[name]),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped((all) => ({ ...all, [name]: { text: target.value, over: all[name]?.over ?? saved[name] } })),
  })
  const save = () => {
    const { isAutoPauseOn } = settings
    saving.mutate({ ...wanted, isAutoPauseOn }, { onSuccess: () => setTyped({}) })
  }
  return (
    <form
      className="level-field"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) save()
      }}
    >
      <Switch
        label={`${title}: Pause items automatically`}
        checked={settings.isAutoPauseOn}
        disabled={saving.isPending}
        // An unfinished text in another field is not saved with it.
        onChange={(event) => saving.mutate({ ...saved, isAutoPauseOn: event.target.checked })}
      />
      <div className="lvl-2">
        <Field
          label={`Alert at, ${title}`}
          placeholder={
            settings.isUsual && settings.lowBalanceLevel
              ? pointsNumber(Number(settings.lowBalanceLevel))
              : 'none'
          }
          {...amountProps('lowBalanceLevel')}
        />
        <Field label="Reserve" {...amountProps('reserve')} />
        <CallButton
          access={setSupplier.auth}
          type="submit"
          size="sm"
          disabled={!isChanged}
          busy={saving.isPending}
          busyText="Saving…"
        >
          Save
        </CallButton>
      </div>
      {saving.error && <InlineMessage kind="bad" title={messageOf(saving.error)} role="alert" />}
    </form>
  )
}

/** The text without grouping characters. */
const plain = (text: string) => text.replace(/[,\s]/g, '')
