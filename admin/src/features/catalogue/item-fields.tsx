import { ApiType } from '@jhatpat/shared/contracts/api-types.ts'
import { ItemType } from '@jhatpat/shared/contracts/catalogue.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { useFormContext, useWatch } from 'react-hook-form'
import { ImageField } from './image-field.tsx'
import type { ItemValues } from './item-values.ts'
import { SwitchField } from './switch-field.tsx'

const prices = [
  ['originalprice', 'Original Price'],
  ['discountedprice', 'Discounted Price'],
  ['resellprice', 'Resell Price'],
] as const

/** All fields of an item, in three sections. */
export function ItemFields() {
  const { register, formState, setValue, control } = useFormContext<ItemValues>()
  const { errors } = formState
  const [imgpath, isApi, packs] = useWatch({ control, name: ['imgpath', 'isApi', 'packs'] })
  const count = packs.split(/[\s,]+/).filter(Boolean).length
  return (
    <div className="stack stack-4">
      <section className="panel catalogue-part">
        <h2 className="d4">Item</h2>
        <div className="form-g">
          <Field
            label="Name"
            maxLength={120}
            autoComplete="off"
            error={errors.name?.message}
            {...register('name')}
          />
          <Select
            label="Type (optional)"
            options={[{ value: '', label: 'none' }, ...ItemType.options]}
            {...register('type')}
          />
          <Field
            label="Suggested task (optional)"
            maxLength={40}
            autoComplete="off"
            hint="Badge shown on the item card."
            {...register('suggestedTask')}
          />
          <SwitchField label="In stock" detail="Customers can order" {...register('inStock')} />
        </div>
        <ImageField
          value={imgpath}
          error={errors.imgpath?.message}
          onPick={(url) =>
            setValue('imgpath', url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
          {...register('imgpath')}
        />
      </section>
      <section className="panel catalogue-part">
        <h2 className="d4">Pricing</h2>
        <div className="catalogue-three">
          {prices.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              prefix="₹"
              inputMode="decimal"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </div>
      </section>
      <section className="panel catalogue-part">
        <h2 className="d4">Delivery</h2>
        <div className="form-g">
          <SwitchField label="Is API" detail="Delivered automatically by a supplier" {...register('isApi')} />
          <Select
            label="API Type"
            options={[{ value: '', label: 'Choose' }, ...ApiType.options]}
            hint={isApi ? undefined : 'Required when Is API is on.'}
            error={errors.apiType?.message}
            {...register('apiType')}
          />
        </div>
        <Field
          label="Item ID array (optional)"
          autoComplete="off"
          placeholder="26, 23, 23"
          hint={packsHint(count, isApi)}
          hintTone={isApi && count === 0 ? 'warn' : 'plain'}
          error={errors.packs?.message}
          {...register('packs')}
        />
      </section>
    </div>
  )
}

function packsHint(count: number, isApi: boolean): string {
  if (count > 1) return `${count} purchases in a row. If one is rejected, its share is refunded.`
  if (count === 1) return 'One purchase at the supplier.'
  return isApi ? 'Supplier product IDs. Required to be in stock.' : 'Supplier product IDs, one purchase each.'
}
