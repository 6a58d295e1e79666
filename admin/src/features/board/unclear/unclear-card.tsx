import './unclear.css'
import type { UnclearBatch, UnclearPurchase } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useRef, useState } from 'react'
import { usePermission } from '../../../lib/me.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { pointsNumber } from '../../../lib/points.ts'
import { nameOf } from '../../../lib/suppliers/supplier-names.ts'
import { type Answers, arrivalOf, certainAnswers, explainWith, shownSets, verdictOf } from './card-rules.ts'
import { PurchaseRow } from './purchase-row.tsx'
import { type Answer, useSettle, useUnclearBatches } from './use-unclear.ts'

const ListDialog = lazyComponent(() => import('./list-dialog.tsx'))
const OverrideDialog = lazyComponent(() => import('./override-dialog.tsx'))

/**
 * A card for each batch of unclear purchases: what the balance readings show about the batch, and
 * the answers.
 */
export default function UnclearCards() {
  const batches = useUnclearBatches()
  return batches.map((batch) => <UnclearCard key={batch.id} batch={batch} />)
}

type Refused = { purchase: UnclearPurchase; answer: Answer }

function UnclearCard({ batch }: { batch: UnclearBatch }) {
  const may = usePermission()
  const isOwner = may('staff.manage')
  const [answers, setAnswers] = useState<Answers>(new Map())
  const [refused, setRefused] = useState<Refused>()
  const [open, setOpen] = useState<'list' | 'override'>()
  const foot = useRef<HTMLElement>(null)
  const settling = useSettle(batch)
  const waiting = batch.purchases.filter(({ arrived }) => arrived === null)
  const chosen = new Map([...answers].filter(([key]) => waiting.some((purchase) => purchase.key === key)))
  const live = explainWith(batch, chosen)
  const answered = batch.purchases.filter((purchase) => arrivalOf(purchase, chosen) !== undefined).length
  const certain = certainAnswers(batch, live, chosen)
  const verdict = verdictOf(batch, live, answered)
  const title = `${batch.purchases.length} unclear ${batch.purchases.length === 1 ? 'purchase' : 'purchases'} at ${nameOf(batch.account)}`
  const choose = (key: string, answer: Answer | undefined) => {
    const next = new Map(chosen)
    if (answer) next.set(key, answer)
    else next.delete(key)
    const explained = explainWith(batch, next)
    const isRefused = answer !== undefined && explained?.count === 0
    const purchase = batch.purchases.find((candidate) => candidate.key === key)
    setRefused(isRefused && purchase ? { purchase, answer } : undefined)
    if (!isRefused) setAnswers(next)
  }
  const settle = () => settling.mutate({ answers: chosen, reason: reasonOf(chosen) })
  const sets = shownSets(batch, live)
  return (
    <section className="unclear" aria-label={title}>
      <header>
        <h2 className="d4">{title}</h2>
        <p className="sm t2">
          Sent between two balance readings, without a response. The supplier has no lookup for them.
        </p>
      </header>
      <InlineMessage kind={verdict.kind} title={verdict.title}>
        {verdict.text}
      </InlineMessage>
      <div className="unclear-g">
        <Readings batch={batch} />
        <div className="stack stack-4">
          {sets.length > 0 && (
            <ul className="unclear-sets" aria-label="Sets of purchases that explain the drop">
              {sets.map(({ letter, text, sum, isLive }) => (
                <li key={letter} className={isLive ? undefined : 'off'}>
                  <b>{letter}</b>
                  <span className="grow">
                    {text}
                    {!isLive && ' (doesn’t fit the answers)'}
                  </span>
                  <span className="num t2">{sum}</span>
                </li>
              ))}
              {batch.sets.length > sets.length && <li>{`and ${batch.sets.length - sets.length} more`}</li>}
            </ul>
          )}
          <ul className="unclear-list" aria-label="Unclear purchases">
            {batch.purchases.map((purchase) => (
              <PurchaseRow
                key={purchase.key}
                purchase={purchase}
                choose={choose}
                letters={sets.filter(({ keys }) => keys.includes(purchase.key)).map(({ letter }) => letter)}
                chance={live?.chances.get(purchase.key)}
                answer={chosen.get(purchase.key)}
                isRefused={refused?.purchase.key === purchase.key}
                mayAnswer={may('orders.resolve_unit')}
                onOverride={isOwner ? () => setOpen('override') : undefined}
              />
            ))}
          </ul>
        </div>
      </div>
      {settling.error && <InlineMessage kind="bad" title={messageOf(settling.error)} role="alert" />}
      {settling.data?.rejected.map(({ orderid, unit, message }) => (
        <InlineMessage key={unit} kind="bad" title={`${orderid} was not changed`} role="alert">
          {message}
        </InlineMessage>
      ))}
      {may('orders.resolve_unit') && (
        <footer className="row wrap" ref={foot}>
          <p className="grow sm t2">{footText(batch, chosen)}</p>
          <Button size="sm" variant="quiet" onClick={() => setOpen('list')}>
            Paste order list…
          </Button>
          {certain.size > 0 && (
            <Button
              size="sm"
              data-certain
              onClick={() => {
                setAnswers(new Map([...chosen, ...certain]))
                // This button disappears: the next step takes its focus.
                foot.current?.querySelector<HTMLElement>('[data-settle]')?.focus()
              }}
            >
              {`Use what is certain (${certain.size})`}
            </Button>
          )}
          <Button
            size="sm"
            variant="accent"
            data-settle
            aria-disabled={chosen.size === 0}
            busy={settling.isPending}
            busyText="Settling…"
            onClick={() => chosen.size > 0 && !settling.isPending && settle()}
          >
            {settleText(chosen.size, waiting.length)}
          </Button>
        </footer>
      )}
      {open === 'list' && (
        <Optional>
          <ListDialog batch={batch} onClose={() => setOpen(undefined)} />
        </Optional>
      )}
      {open === 'override' && refused && (
        <Optional>
          <OverrideDialog batch={batch} {...refused} onClose={() => setOpen(undefined)} />
        </Optional>
      )}
    </section>
  )
}

/** Both readings, what is certain between them, and the rest. */
function Readings({ batch: { before, after, certain, left, readAt } }: { batch: UnclearBatch }) {
  return (
    <dl className="unclear-sums num" aria-label="Balance readings, in coins">
      <Sum name="Before" coins={before} />
      <Sum name={`At ${clockTime(readAt)}`} coins={after} />
      <Sum name="Fell by" coins={before === null || after === null ? null : before - after} />
      {certain.map(({ orderid, item, customer, coins }, index) => (
        <Sum
          // biome-ignore lint/suspicious/noArrayIndexKey: an order may have several units, and the list is fixed
          key={`${orderid} ${index}`}
          name={`${item}, ${customer}, delivered`}
          coins={coins}
          isSubtracted
        />
      ))}
      <Sum name="Left to explain" coins={left} isTotal />
    </dl>
  )
}

type SumProps = { name: string; coins: number | null; isSubtracted?: boolean; isTotal?: boolean }

const Sum = ({ name, coins, isSubtracted = false, isTotal = false }: SumProps) => (
  <div className={isTotal ? 'b' : undefined}>
    <dt>{name}</dt>
    <dd>{coins === null ? 'unknown' : `${isSubtracted ? '−' : ''}${pointsNumber(coins)}`}</dd>
  </div>
)

/** Buying again needs a reason. */
const reasonOf = (answers: Answers): string =>
  [...answers.values()].includes('retry_unit') ? 'The balance readings show that it was not delivered.' : ''

const settleText = (chosen: number, waiting: number): string =>
  chosen === 0 || chosen === waiting
    ? `Settle ${waiting} ${waiting === 1 ? 'purchase' : 'purchases'}`
    : `Settle ${chosen}, keep ${waiting - chosen} open`

function footText({ purchases }: UnclearBatch, answers: Answers): string {
  const waiting = purchases.filter(({ arrived }) => arrived === null).length
  if (answers.size === 0) return `0 of ${waiting} answered. Nothing changes until you settle.`
  const count = (answer: Answer) => [...answers.values()].filter((chosen) => chosen === answer).length
  const parts = [
    ...(count('delivered') > 0 ? [`${count('delivered')} delivered`] : []),
    ...(count('refund') > 0 ? [`${count('refund')} refunded`] : []),
    ...(count('retry_unit') > 0 ? [`${count('retry_unit')} resent`] : []),
  ]
  return `${answers.size} of ${waiting} answered: ${parts.join(', ')}.`
}
