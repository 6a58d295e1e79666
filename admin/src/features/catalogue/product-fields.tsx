import { ApiType } from '@jhatpat/shared/contracts/api-types.ts'
import { Category, ProductType } from '@jhatpat/shared/contracts/catalogue.ts'
import { storedType } from '@jhatpat/shared/contracts/catalogue-fields.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { useFormContext, useWatch } from 'react-hook-form'
import { ImageField } from './image-field.tsx'
import { ItemNumbers } from './item-numbers.tsx'
import type { ProductValues } from './product-values.ts'
import { SwitchField } from './switch-field.tsx'

/** All fields of a product, in three sections. */
export function ProductFields() {
  const { register, formState, setValue, control } = useFormContext<ProductValues>()
  const { errors } = formState
  const [type, imgpath, isApi] = useWatch({ control, name: ['type', 'imgpath', 'isApi'] })
  return (
    <div className="stack stack-4">
      <section className="panel catalogue-part">
        <h2 className="d4">What it is</h2>
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
        <h2 className="d4">What the customer fills in</h2>
        <div className="form-g">
          {([0, 1] as const).map((at) => (
            <Field
              key={at}
              label={`Input ${at + 1}, label`}
              maxLength={60}
              autoComplete="off"
              placeholder={at === 0 ? 'User ID' : 'Zone ID'}
              error={errors.inputs?.[at]?.label?.message}
              {...register(`inputs.${at}.label`)}
            />
          ))}
        </div>
        <p className="hint">The field says “Please Enter” and the label.</p>
      </section>
      <section className="panel catalogue-part">
        <h2 className="d4">What it sells</h2>
        <ItemNumbers />
        <div className="form-g">
          <SwitchField label="In stock" detail="Customers can order" {...register('instock')} />
          <SwitchField label="Trending" detail="First row of the home page" {...register('istrending')} />
          <SwitchField label="Is API" detail="A supplier delivers it by itself" {...register('isApi')} />
          <Select
            label="API Type"
            options={[{ value: '', label: 'Choose' }, ...ApiType.options]}
            hint={isApi ? undefined : 'Needed when Is API is on.'}
            error={errors.apiType?.message}
            {...register('apiType')}
          />
        </div>
      </section>
    </div>
  )
}
