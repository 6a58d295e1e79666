import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { ProductValues } from './product-values.ts'
import { useItems } from './use-catalogue.ts'

/** The item numbers that a product sells, in order, each with its item's name. */
export function ItemNumbers() {
  const { register, control, formState } = useFormContext<ProductValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'items' })
  const typed = useWatch({ control, name: 'items' })
  const { data: items = [] } = useItems()
  const nameOf = (number: string) => items.find(({ itemid }) => String(itemid) === number.trim())?.name
  const errors = formState.errors.items
  const hintOf = (number: string) => {
    if (number.trim() === '' || items.length === 0) return undefined
    return nameOf(number) ?? 'No item has this number'
  }
  return (
    <fieldset className="bare stack">
      <legend className="label">Items, in this order</legend>
      <ul className="catalogue-numbers">
        {fields.map((field, at) => (
          <li key={field.id} className="row row-nw">
            <Field
              className="grow"
              label={`Item ${at + 1}`}
              inputMode="numeric"
              list="all-items"
              autoComplete="off"
              placeholder="Number"
              hint={hintOf(typed[at]?.number ?? '')}
              hintTone={nameOf(typed[at]?.number ?? '') ? 'ok' : 'warn'}
              error={errors?.[at]?.message ?? errors?.[at]?.number?.message}
              {...register(`items.${at}.number`)}
            />
            <IconButton
              icon="chevron-left"
              variant="quiet"
              size="sm"
              label={`Move item ${at + 1} forward`}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              icon="x"
              variant="quiet"
              size="sm"
              label={`Remove item ${at + 1}`}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      <datalist id="all-items">
        {items.map(({ itemid, name }) => (
          <option key={itemid} value={itemid} label={name} />
        ))}
      </datalist>
      <div>
        <Button size="sm" icon="plus" onClick={() => append({ number: '' })}>
          Add item
        </Button>
      </div>
    </fieldset>
  )
}
