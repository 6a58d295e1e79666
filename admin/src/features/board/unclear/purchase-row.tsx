import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { UnclearPurchase } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { pointsNumber } from '../../../lib/points.ts'
import { chanceTexts } from './card-rules.ts'
import { OrderLink } from './order-link.tsx'
import type { Answer } from './use-unclear.ts'

type Props = {
  purchase: UnclearPurchase
  /** The sets that it may be in. */
  letters: readonly string[]
  chance: { in: number; of: number } | undefined
  answer: Answer | undefined
  choose: (key: string, answer: Answer | undefined) => void
  /** The last answer for it agrees with no set. */
  isRefused: boolean
  mayAnswer: boolean
  /** Undefined for all but owners. */
  onOverride: (() => void) | undefined
}

/** One unclear purchase: its player, cost, number of sets and outcome. */
export function PurchaseRow({ purchase, letters, chance, answer, choose, ...more }: Props) {
  const { key, item, price, player, playerName, orderid, customer, coins, arrived } = purchase
  const { text, kind } = chanceTexts(chance)
  return (
    <li>
      <span className="grow">
        <b>{item}</b> <span className="t3 num">{formatRupees(price)}</span>
        <br />
        <span className="xs t2">{[playerName, player].filter(Boolean).join(', ')}</span>
        <br />
        <span className="xs t3">
          <OrderLink id={orderid} /> {customer}
        </span>
      </span>
      <span className="num b">{coins === null ? 'unknown' : pointsNumber(coins)}</span>
      <span className={`xs b unclear-${kind}`}>
        {letters.length > 0 && <span className="t3">{letters.join(' ')} </span>}
        {text}
      </span>
      {arrived !== null ? (
        <span className="sm t2">{arrived ? 'Delivered' : 'Not delivered'}</span>
      ) : (
        more.mayAnswer && <Choices name={item} answer={answer} onChoose={(to) => choose(key, to)} />
      )}
      {answer !== undefined && answer !== 'delivered' && (
        <NotDeliveredChoices name={item} price={price} answer={answer} onChoose={(to) => choose(key, to)} />
      )}
      {more.isRefused && (
        <span className="unclear-more sm" role="alert">
          <b className="bad-t">Not accepted.</b> With this answer no set of the purchases explains the drop.{' '}
          {more.onOverride ? (
            <Button size="sm" onClick={more.onOverride}>
              Override…
            </Button>
          ) : (
            'An owner can override this with a reason.'
          )}
        </span>
      )}
    </li>
  )
}

type ChoicesProps = {
  name: string
  answer: Answer | undefined
  onChoose: (answer: Answer | undefined) => void
}

/** Pressing the chosen answer again clears it. */
function Choices({ name, answer, onChoose }: ChoicesProps) {
  const isMissing = answer === 'refund' || answer === 'retry_unit'
  return (
    <fieldset className="unclear-choices">
      <legend className="visually-hidden">{`Was ${name} delivered?`}</legend>
      <Choice isOn={answer === 'delivered'} onPress={(isOn) => onChoose(isOn ? undefined : 'delivered')}>
        Delivered
      </Choice>
      <Choice isOn={isMissing} onPress={(isOn) => onChoose(isOn ? undefined : 'refund')}>
        Not delivered
      </Choice>
    </fieldset>
  )
}

/** What is done with an undelivered purchase. */
const NotDeliveredChoices = ({ name, price, answer, onChoose }: ChoicesProps & { price: number }) => (
  <fieldset className="unclear-choices unclear-more">
    <legend className="visually-hidden">{`What next for ${name}?`}</legend>
    <span className="sm t2">Then</span>
    <Choice isOn={answer === 'refund'} onPress={() => onChoose('refund')}>
      {`Refund ${formatRupees(price)}`}
    </Choice>
    <Choice isOn={answer === 'retry_unit'} onPress={() => onChoose('retry_unit')}>
      Resend
    </Choice>
  </fieldset>
)

type ChoiceProps = { isOn: boolean; onPress: (isOn: boolean) => void; children: string }

const Choice = ({ isOn, onPress, children }: ChoiceProps) => (
  <Button size="sm" variant={isOn ? 'accent' : 'line'} aria-pressed={isOn} onClick={() => onPress(isOn)}>
    {children}
  </Button>
)
