import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { clockTime, relativeTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useState } from 'react'
import { useCloseOnBack } from '../../lib/close-on-back.ts'
import type { Question } from './use-buy.ts'

type OrderedAlreadyProps = {
  question: Question
  /** The repeated order and its player; `price` in rupees. */
  repeated: { name: string; art: string; player: string; price: number }
  onAgain: () => void
  onClose: () => void
}

/** Asks before the same is ordered twice. The safe action is emphasised: it opens the original order. */
export default function OrderedAlready({ question, repeated, onAgain, onClose }: OrderedAlreadyProps) {
  useCloseOnBack(onClose)
  const { id, href, status, orderedAt, payBefore } = question.first
  const [ago] = useState(() => relativeTime(orderedAt))
  const sum = formatRupees(repeated.price)
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        payBefore
          ? t('You already have an unpaid order for this. Pay it by {time}', { time: clockTime(payBefore) })
          : t('You ordered the same {ago}', { ago })
      }
    >
      <div className="stack stack-4">
        <p className="t2 sm">{payBefore ? t('Pay for it, or order another?') : t('Order again?')}</p>
        <AppLink className="choice" href={href} data-order={id}>
          <img className="thumb" src={repeated.art} alt="" width={40} height={40} />
          <span className="grow">
            <span className="b" lang="en">
              {repeated.name}
            </span>
            <span className="choice-d xs t2">{`${repeated.player} · ${sum}`}</span>
            <StatusPill status={status} />
          </span>
          <Icon name="chevron-right" />
        </AppLink>
        <Hint icon="info">
          {t('A second order costs another {sum} and is delivered separately.', { sum })}
        </Hint>
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onAgain}>
            {payBefore ? t('Order another') : t('Order again for {sum}', { sum })}
          </Button>
          <ButtonLink variant="accent" href={href}>
            {payBefore ? t('Pay for first order') : t('View first order')}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}
