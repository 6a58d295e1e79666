import { Button } from '@jhatpat/shared/ui/button.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { priceFor } from './buy-rules.ts'
import type { StockChange } from './use-stock-change.ts'

type StockMessageProps = {
  change: StockChange | undefined
  role: string | undefined
  onChoose: (itemId: string) => void
}

/** Says that the chosen item is out of stock, with the nearest one, or that it is back. */
export function StockMessage({ change, role, onChoose }: StockMessageProps) {
  return <div role="status">{change && <Message {...{ change, role, onChoose }} />}</div>
}

function Message({ change, role, onChoose }: StockMessageProps & { change: StockChange }) {
  const { name } = change.item
  if (change.kind === 'back') {
    return (
      <InlineMessage kind="ok" title={t('{item}: back in stock', { item: name })}>
        {t('It’s selected again. Your details are saved.')}
      </InlineMessage>
    )
  }
  const { since, nearest } = change
  return (
    <InlineMessage
      kind="warn"
      icon="ban"
      title={
        since === undefined
          ? t('{item}: out of stock', { item: name })
          : t('{item}: out of stock since {time}', { item: name, time: clockTime(since) })
      }
    >
      {nearest
        ? rich('Your details are saved. {item} costs {price}.', {
            item: nearest.name,
            price: <Money rupees={priceFor(nearest, role)} />,
          })
        : t('Your details are saved.')}
      {nearest && (
        <span className="row wrap">
          <Button size="sm" onClick={() => onChoose(nearest._id)}>
            {t('Choose {item}', { item: nearest.name })}
          </Button>
        </span>
      )}
    </InlineMessage>
  )
}
