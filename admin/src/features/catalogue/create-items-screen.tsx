import './catalogue.css'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import { createItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { fallbackPicture } from '@jhatpat/shared/ui/art.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { ItemGrid } from '@jhatpat/shared/ui/item-grid.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { useEffect, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { CallButton } from '../../lib/call-button.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { messages } from './catalogue-texts.ts'
import { ItemFields } from './item-fields.tsx'
import { emptyItem, type ItemValues, itemOfPack } from './item-values.ts'
import { readPaise } from './read-rupees.ts'
import { useReloadCatalogue } from './use-catalogue.ts'
import { useDraft } from './use-draft.ts'
import { useItemForm } from './use-item-form.tsx'
import { usePriceCall } from './use-price-call.tsx'

/** Creates an item. The draft is stored in this browser until the item is created. */
export default function CreateItemsScreen() {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadCatalogue()
  const [pack, setPack] = useSearchParams()
  const [prefilled] = useState(() => itemOfPack(pack))
  // A separate draft: it must not overwrite that of an item started by hand.
  const draft = useDraft(prefilled ? 'item-of-pack' : 'item', emptyItem)
  const isSamePack = prefilled?.packs === draft.start.packs && prefilled.apiType === draft.start.apiType
  const { form, save, above } = useItemForm({
    start: isSamePack ? draft.start : (prefilled ?? draft.start),
    failed: messages.itemNotCreated,
    after: () => emptyItem,
    onSave: async (body) => {
      const { item } = await callPrice(createItem, { body, idempotencyKey: idempotency.keyFor(body) })
      draft.forget()
      setPack({}, { replace: true })
      void reload()
      return (
        <>
          {messages.itemCreated} Item no. {item.itemid}.{' '}
          <AppLink href="/viewproducts">Add it to a product</AppLink> to sell it.
        </>
      )
    },
  })
  const values = useWatch({ control: form.control }) as ItemValues
  const idempotency = useIdempotencyKey(values)
  const { keep } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is recreated in each render with the same effect
  useEffect(() => keep(values), [values])
  return (
    <FormProvider {...form}>
      <PageBar title="Create Items" />
      {question}
      <form noValidate onSubmit={save} aria-label="Create Item">
        {above && <div className="lead">{above}</div>}
        <div className="catalogue-form">
          <ItemFields />
          <ItemPreview values={values} />
        </div>
        <div className="catalogue-foot">
          <span className="t3 xs grow">Draft saved in this browser.</span>
          <ButtonLink variant="quiet" href="/viewitems">
            Cancel
          </ButtonLink>
          <CallButton
            access={createItem.auth}
            type="submit"
            variant="accent"
            busy={form.formState.isSubmitting}
            busyText="Saving…"
          >
            Create Item
          </CallButton>
        </div>
      </form>
    </FormProvider>
  )
}

/** How the shop shows an item: to customers, to resellers, and sold out. Not interactive. */
function ItemPreview({ values }: { values: ItemValues }) {
  const { name, imgpath, suggestedTask, originalprice, discountedprice, resellprice } = values
  const shown = {
    name: name.trim() || 'Name',
    picture: imgpath || fallbackPicture,
    wasPaise: paise(originalprice),
    badge: suggestedTask || undefined,
  }
  return (
    <aside className="catalogue-prev" aria-label="Preview">
      <p className="row between">
        <b className="label">As shown in the store</b>
        <span className="xs t3">customer, reseller, sold out</span>
      </p>
      <div className="catalogue-stage" inert>
        <ItemGrid
          label="Preview"
          chosen="customer"
          onChoose={() => undefined}
          items={[
            { id: 'customer', ...shown, pricePaise: paise(discountedprice) },
            { id: 'reseller', ...shown, pricePaise: paise(resellprice) },
            { id: 'out', ...shown, pricePaise: 0, outOfStock: true },
          ]}
        />
      </div>
    </aside>
  )
}

const paise = (text: string) => readPaise(text) ?? 0
