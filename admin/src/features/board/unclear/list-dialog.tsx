import type { UnclearBatch } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { useState } from 'react'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { type ListZone, useOrderList } from './use-unclear.ts'

const zones: { value: ListZone; label: string }[] = [
  { value: 'india', label: 'India' },
  { value: 'brazil', label: 'Brazil' },
  { value: 'philippines', label: 'Philippines' },
  { value: 'utc', label: 'UTC' },
]

/**
 * Reads a pasted purchase list of the supplier: shows the matches first, then records them as
 * delivered.
 */
export default function ListDialog({ batch, onClose }: { batch: UnclearBatch; onClose: () => void }) {
  const [text, setText] = useState('')
  const [zone, setZone] = useState<ListZone>('india')
  const reading = useOrderList(batch)
  const { data, variables, error, isPending } = reading
  // A result for another text or time zone does not apply.
  const read = data && variables?.text === text && variables.zone === zone ? data : undefined
  const found = read?.purchases.filter(({ is }) => is === 'found').length ?? 0
  const compare = () => {
    if (!isPending) reading.mutate({ text, zone })
  }
  const apply = () => {
    if (isPending) return
    reading.mutate(
      { text, zone, apply: true },
      { onSuccess: ({ rejected }) => rejected.length === 0 && onClose() },
    )
  }
  return (
    <FormDialog
      className="stack stack-4"
      title="The supplier’s own list"
      isCheckedByBrowser
      error={error}
      cancel="Cancel"
      action="Compare"
      isBusy={isPending}
      busyText="Comparing…"
      button={{ variant: 'plain' }}
      after={
        found > 0 && (
          <Button variant="accent" onClick={apply}>
            {`Mark ${found} as delivered`}
          </Button>
        )
      }
      onSubmit={compare}
      onClose={onClose}
    >
      <TextArea
        label="Rows with order number, item, player and time"
        hint="Copy them from the supplier’s site or a CSV, with some earlier and some later orders."
        required
        minLength={10}
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Select
        label="Its times are of"
        value={zone}
        options={zones}
        onChange={({ target }) => setZone(target.value as ListZone)}
      />
      {read && <Found batch={batch} read={read} />}
      {read?.rejected.map(({ unit, orderid, message }) => (
        <InlineMessage key={unit} kind="bad" title={`${orderid} was not changed`} role="alert">
          {message}
        </InlineMessage>
      ))}
    </FormDialog>
  )
}

type Read = NonNullable<ReturnType<typeof useOrderList>['data']>

const texts = {
  found: 'in the list',
  missing: 'not in the list',
  not_covered: 'the list doesn’t cover its time',
}

const Found = ({ batch, read }: { batch: UnclearBatch; read: Read }) => (
  <ul className="stack stack-2 sm" aria-label={`Results of ${read.rows} rows`}>
    {read.purchases.map(({ key, is, line, text }) => {
      const purchase = batch.purchases.find((candidate) => candidate.key === key)
      return (
        <li key={key}>
          <b>{purchase?.item}</b> {`${purchase?.player}: ${texts[is]}`}
          {text && <span className="xs t3">{` (row ${line}: ${text})`}</span>}
        </li>
      )
    })}
  </ul>
)
