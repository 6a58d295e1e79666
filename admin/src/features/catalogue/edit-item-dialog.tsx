import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, editItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { FormProvider } from 'react-hook-form'
import { useConfirmDiscard } from '../../lib/use-confirm-discard.tsx'
import { messages } from './catalogue-texts.ts'
import { ItemFields } from './item-fields.tsx'
import { valuesOfItem } from './item-values.ts'
import { useReloadCatalogue } from './use-catalogue.ts'
import { useItemForm } from './use-item-form.tsx'
import { usePriceCall } from './use-price-call.tsx'

/** Edits an item. Closes after a successful save; asks before unsaved changes are discarded. */
export function EditItemDialog({ item, onClose }: { item: AdminItem; onClose: () => void }) {
  const { store } = useServices()
  const { callPrice, question } = usePriceCall()
  const reload = useReloadCatalogue()
  const { itemid, __v } = item
  const { form, save, above } = useItemForm({
    start: valuesOfItem(item),
    failed: messages.itemNotUpdated,
    after: (values) => values,
    onSave: async (body) => {
      const { message } = await callPrice(editItem, { params: { itemid }, body: { ...body, __v } })
      void reload()
      pushToast(store, { kind: 'ok', text: message })
      onClose()
      return message
    },
  })
  const { isDirty, isSubmitting } = form.formState
  const { close, question: discardQuestion } = useConfirmDiscard(isDirty, onClose)
  return (
    <Dialog open kind="wide" onClose={close} title="Edit item">
      <FormProvider {...form}>
        <form className="stack stack-4" noValidate onSubmit={save}>
          <p className="sm t2">{`${itemid} · ${item.products.map(({ name }) => name).join(', ') || 'sold nowhere'}`}</p>
          {above}
          <ItemFields />
          {discardQuestion}
          <div className="row row-end wrap">
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="accent" busy={isSubmitting} busyText="Saving">
              Save item
            </Button>
          </div>
        </form>
        {question}
      </FormProvider>
    </Dialog>
  )
}
