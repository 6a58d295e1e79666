import type { ProductBody } from '@jhatpat/shared/contracts/admin-products.ts'
import { createProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { manualPromise } from '@jhatpat/shared/contracts/order-status.ts'
import { fallbackPicture } from '@jhatpat/shared/ui/art.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { ProductCard } from '@jhatpat/shared/ui/product-card.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { CallButton } from '../../lib/call-button.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.tsx'
import { firstError } from './form-validation.ts'
import { ProductFields } from './product-fields.tsx'
import { type ProductValues, productOrder, productResolver } from './product-values.ts'

type Props = {
  start: ProductValues
  /** The values of an empty form. */
  empty: ProductValues
  button: string
  /** Beginning of the message for a failed save. */
  failed: string
  /** Sends the form; its result is shown above it. */
  onSave: (body: ProductBody) => Promise<ReactNode>
  onTyped?: ((values: ProductValues) => void) | undefined
  foot?: string | undefined
}

/**
 * Reports the first error. A successful save resets the form to `empty`, or keeps the values as
 * saved.
 */
export function ProductForm({ start, empty, button, failed, onSave, onTyped, foot }: Props) {
  const form = useForm<ProductValues, unknown, ProductBody>({
    defaultValues: start,
    resolver: productResolver,
  })
  const [message, setMessage] = useState<ReactNode>()
  const values = useWatch({ control: form.control }) as ProductValues
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onTyped` is recreated in each render with the same effect
  useEffect(() => onTyped?.(values), [values])
  const { isSubmitting, errors } = form.formState
  useUnsavedChanges(form.formState.isDirty && !onTyped)
  const firstErrorText = firstError(errors, productOrder)

  const save = form.handleSubmit(
    async (body) => {
      setMessage(undefined)
      try {
        const savedText = await onSave(body)
        form.reset(onTyped ? empty : form.getValues())
        setMessage(<InlineMessage kind="ok" title={savedText} role="status" />)
      } catch (error) {
        const reason = <span>{messageOf(error)}</span>
        setMessage(
          <InlineMessage kind="bad" title={failed} role="alert">
            {reason}
          </InlineMessage>,
        )
      }
    },
    () => setMessage(undefined),
  )

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save} aria-label={button}>
        {firstErrorText && (
          <InlineMessage kind="bad" title={firstErrorText} role="alert" className="lead">
            Checked in this order: Name, Type, Category, Image Path, input labels, items, API Type.
          </InlineMessage>
        )}
        {!firstErrorText && message && <div className="lead">{message}</div>}
        <div className="catalogue-form">
          <ProductFields />
          <ProductPreview values={values} />
        </div>
        <div className="catalogue-foot">
          <span className="t3 xs grow">{foot}</span>
          <ButtonLink variant="quiet" href="/viewproducts">
            Cancel
          </ButtonLink>
          <CallButton
            access={createProduct.auth}
            type="submit"
            variant="accent"
            busy={isSubmitting}
            busyText="Saving…"
          >
            {button}
          </CallButton>
        </div>
      </form>
    </FormProvider>
  )
}

/** How the shop shows a product: its card, the head of its page and its two fields. Not interactive. */
function ProductPreview({ values }: { values: ProductValues }) {
  const { name, imgpath, importantnote, inputs, isApi } = values
  const picture = imgpath || fallbackPicture
  const title = name.trim() || 'Name'
  return (
    <aside className="catalogue-prev" aria-label="Preview">
      <p className="row between">
        <b className="label">As shown in the store</b>
        <span className="xs t3">logged out, phone</span>
      </p>
      <div className="catalogue-stage stack stack-4" inert>
        <ProductCard href="/" name={title} picture={picture} />
        <div className="catalogue-hero">
          <Picture src={picture} width={92} height={116} />
          <div>
            <p className="d3">{title}</p>
            <p className="row sm b">
              <Icon name={isApi ? 'zap' : 'clock'} size="sm" />
              {isApi ? 'Instant Delivery' : manualPromise}
            </p>
            <p className="xs t2">{importantnote}</p>
          </div>
        </div>
        <div className="form-g">
          {inputs.map(({ label }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fixed fields
            <div className="field" key={at}>
              <span className="label">{label || `Input ${at + 1}`}</span>
              <span className="input t3">{`Please Enter ${label}`}</span>
            </div>
          ))}
        </div>
      </div>
    </aside>
  )
}
