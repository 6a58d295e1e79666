import { ApiType } from '@jhatpat/shared/contracts/api-types.ts'
import { Category, ProductType } from '@jhatpat/shared/contracts/catalogue.ts'
import { storedType } from '@jhatpat/shared/contracts/catalogue-fields.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { ImageField } from './image-field.tsx'
import { InputFields } from './input-fields.tsx'
import type { ProductValues } from './product-values.ts'
import { SwitchField } from './switch-field.tsx'
import { useItems } from './use-catalogue.ts'

/** All fields of a product, in three sections. */
export function ProductFields() {
  const { register, formState, setValue, control } = useFormContext<ProductValues>()
  const { errors } = formState
  const [type, imgpath, isApi] = useWatch({ control, name: ['type', 'imgpath', 'isApi'] })
  return (
    <div className="stack stack-4">
      <section className="panel catalogue-part">
        <h2 className="d4">Product</h2>
        <Field
          label="Name"
          maxLength={120}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <div className="form-g">
          <Field
            label="Type"
            maxLength={40}
            list="product-types"
            autoComplete="off"
            placeholder={ProductType.options.join(', ')}
            hint={type ? `Stored as ${storedType(type)}` : undefined}
            error={errors.type?.message}
            {...register('type')}
          />
          <datalist id="product-types">
            {ProductType.options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
          <Select
            label="Category"
            options={[{ value: '', label: 'Choose' }, ...Category.options]}
            error={errors.category?.message}
            {...register('category')}
          />
        </div>
        <ImageField
          value={imgpath}
          error={errors.imgpath?.message}
          onPick={(url) =>
            setValue('imgpath', url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
          {...register('imgpath')}
        />
        <TextArea
          label="Important note (optional)"
          rows={3}
          maxLength={2000}
          error={errors.importantnote?.message}
          {...register('importantnote')}
        />
      </section>
      <section className="panel catalogue-part">
        <h2 className="d4">Customer input</h2>
        {([0, 1] as const).map((at) => (
          <InputFields key={at} at={at} />
        ))}
        <p className="hint">The field says “Please Enter” and the label.</p>
      </section>
      <section className="panel catalogue-part">
        <h2 className="d4">Items</h2>
        <ItemNumbers />
        <div className="form-g">
          <SwitchField label="In stock" detail="Customers can order" {...register('instock')} />
          <SwitchField label="Trending" detail="First row of the home page" {...register('istrending')} />
          <SwitchField label="Is API" detail="Delivered automatically by a supplier" {...register('isApi')} />
          <Select
            label="API Type"
            options={[{ value: '', label: 'Choose' }, ...ApiType.options]}
            hint={isApi ? undefined : 'Required when Is API is on.'}
            error={errors.apiType?.message}
            {...register('apiType')}
          />
        </div>
      </section>
    </div>
  )
}

/** The item numbers that a product sells, in order, each with its item's name. */
function ItemNumbers() {
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
