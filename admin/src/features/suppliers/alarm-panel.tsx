import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SupplierAccount, setSupplier } from '@jhatpat/shared/contracts/suppliers.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { Switch } from '@jhatpat/shared/ui/switch.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { pointsNumber } from '../../lib/points.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-texts.ts'
import { suppliersKey, useKeepAccount } from '../../lib/suppliers/use-suppliers.ts'
import { useTapKey } from '../../lib/use-tap-key.ts'

/** When somebody is told of an account, what is kept back, and whether items pause by themselves. */
export function AlarmPanel({ accounts }: { accounts: readonly SupplierAccount[] }) {
  return (
    <section className="panel" aria-labelledby="alarm-pause">
      <h2 className="d4" id="alarm-pause">
        Alarm and pause
      </h2>
      {accounts.map((one) => (
        <AccountForm key={`${one.account} ${one.settings.version}`} one={one} />
      ))}
      <Hint>
        The reserve is for orders that are paid already. Without an alarm of its own an account has the
        shop’s.
      </Hint>
    </section>
  )
}

function AccountForm({ one }: { one: SupplierAccount }) {
  const { account, settings } = one
  const title = supplierTitles[account]
  const usual = settings.isUsual ? '' : (settings.alarm ?? '')
  const [alarm, setAlarm] = useState(usual)
  const [reserve, setReserve] = useState(settings.reserve)
  const { call } = useServices()
  const keep = useKeepAccount()
  const tap = useTapKey()
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: (isPausing: boolean) => {
      const body = { alarm: plain(alarm), reserve: plain(reserve), isPausing, version: settings.version }
      return call(setSupplier, { params: { account }, body, idempotencyKey: tap.keyFor(body) })
    },
    onSuccess: keep,
    onError: () => queries.invalidateQueries({ queryKey: suppliersKey }),
  })
  const isChanged = plain(alarm) !== usual || plain(reserve) !== settings.reserve
  return (
    <form
      className="lvl"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate(settings.isPausing)
      }}
    >
      <Switch
        label={`${title}: items pause by themselves`}
        checked={settings.isPausing}
        onChange={(event) => saving.mutate(event.target.checked)}
      />
      <div className="lvl-2">
        <Field
          label={`Alarm, ${title}`}
          inputMode="decimal"
          placeholder={settings.isUsual && settings.alarm ? pointsNumber(Number(settings.alarm)) : 'none'}
          maxLength={14}
          value={alarm}
          onChange={(event) => setAlarm(event.target.value)}
        />
        <Field
          label="Kept in reserve"
          inputMode="decimal"
          maxLength={14}
          value={reserve}
          onChange={(event) => setReserve(event.target.value)}
        />
        <Button type="submit" size="sm" disabled={!isChanged} busy={saving.isPending} busyText="Saving">
          Save
        </Button>
      </div>
      {saving.error && <Note kind="bad" title={messageOf(saving.error)} role="alert" />}
    </form>
  )
}

/** As typed, without what people put between digits. */
const plain = (text: string) => text.replace(/[,\s]/g, '')
