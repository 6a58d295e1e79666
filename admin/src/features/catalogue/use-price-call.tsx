import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { ApiError, type CallInput } from '@jhatpat/shared/contracts/client.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { AnyRoute, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { readRupees } from './read-rupees.ts'

type Unusual = { name: string; price: number; risk: string }
type PriceConfirmation = Unusual & { answer(isTyped: boolean): void }

/**
 * Calls that set prices: an unusual price must be typed once more before it is saved.
 * @returns `callPrice`, which rejects with the server's error if it is not confirmed, and
 * `question`, to be rendered
 */
export function usePriceCall(): {
  callPrice<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<ResultOf<R>>
  question: ReactNode
} {
  const { call } = useServices()
  const [confirmation, setConfirmation] = useState<PriceConfirmation>()
  const typed = (unusual: Unusual) =>
    new Promise<boolean>((resolve) => {
      const answer = (isTyped: boolean) => {
        setConfirmation(undefined)
        resolve(isTyped)
      }
      setConfirmation({ ...unusual, answer })
    })
  return {
    callPrice: async (route, input) => {
      const confirmed: number[] = []
      for (;;) {
        try {
          return await call(route, { ...input, priceConfirmed: confirmed.join() || 'ask' })
        } catch (error) {
          const unusual = unusualIn(error)
          if (!unusual || !(await typed(unusual))) throw error
          confirmed.push(unusual.price)
        }
      }
    },
    question: confirmation && <PriceQuestion {...confirmation} />,
  }
}

function unusualIn(error: unknown): Unusual | undefined {
  if (!(error instanceof ApiError) || error.code !== 'price_unconfirmed') return undefined
  const { name = '', price, risk = '' } = error.reply as Record<string, string | undefined>
  return { name, price: Number(price), risk }
}

function PriceQuestion({ name, price, risk, answer }: PriceConfirmation) {
  const [text, setText] = useState('')
  const isSame = readRupees(text) === price
  return (
    <FormDialog
      className="stack stack-4"
      title={`${name} for ${formatRupees(price)}?`}
      cancel="Cancel"
      action="Save this price"
      button={{ disabled: !isSame }}
      onClose={() => answer(false)}
      onSubmit={() => isSame && answer(true)}
    >
      <p className="sm t2">
        {risk === 'below_cost'
          ? 'This is below the cost.'
          : 'It is over 20% below the prices of the last 24 hours.'}{' '}
        All owners get an email.
      </p>
      <Field
        label="Enter the price again"
        prefix="₹"
        autoComplete="off"
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={text !== '' && !isSame ? 'This doesn’t match the price.' : undefined}
      />
    </FormDialog>
  )
}
