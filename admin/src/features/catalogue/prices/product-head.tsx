import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminProduct, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { usePermission } from '../../../lib/me.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { useConfirmDiscard } from '../../../lib/use-confirm-discard.tsx'
import { Named } from '../catalogue-cells.tsx'
import { useReloadCatalogue } from '../use-catalogue.ts'
import { messages } from './price-texts.ts'
import { StockSwitch } from './stock-switch.tsx'

/** A product's row above its items: its stock, which is saved at once, and its note. */
export function ProductHead({ product, count }: { product: AdminProduct; count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, imgpath, instock, isApi, apiType } = product
  const may = usePermission()
  const saving = useProductUpdate(product)
  return (
    <span className="sheet-head">
      <Named name={name} picture={imgpath} />
      <span className="tag quiet">{isApi ? apiType : 'Manual'}</span>
      <span className="t3">{`${count} ${count === 1 ? 'item' : 'items'}`}</span>
      <StockSwitch
        label={`Product in stock: ${name}`}
        isIn={instock}
        disabled={saving.isPending}
        onChange={() => saving.mutate({ instock: !instock })}
      >
        {instock ? 'In stock' : 'Out of stock'}
      </StockSwitch>
      {may('catalogue.edit') && (
        <Button size="sm" aria-label={`Important note of ${name}`} onClick={() => setIsOpen(true)}>
          Important note
        </Button>
      )}
      {isOpen && <NoteDialog product={product} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

type Change = { instock: boolean; importantNote?: string }

function useProductUpdate({ productid, __v }: AdminProduct) {
  const { call, store } = useServices()
  const reload = useReloadCatalogue()
  return useMutation({
    mutationFn: (change: Change) => call(updateProduct, { body: { _id: productid, __v, ...change } }),
    onSuccess: () => pushToast(store, { kind: 'ok', text: messages.stockSaved }),
    onError: (error) =>
      pushToast(store, { kind: 'bad', title: messages.stockFailed, text: messageOf(error) }),
    onSettled: () => reload(),
  })
}

/**
 * Edits the version of the note that was loaded: a reload keeps the typed text, and a concurrent
 * change is not overwritten. After a refused save, the dialog shows the current note, so saving
 * again is an informed choice.
 */
function NoteDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const [opened] = useState(product)
  const [isRefused, setIsRefused] = useState(false)
  const seen = isRefused ? product : opened
  const saving = useProductUpdate(seen)
  const [text, setText] = useState(opened.importantnote)
  const leaving = useConfirmDiscard(text !== opened.importantnote, onClose)
  return (
    <FormDialog
      className="stack stack-4"
      title={`Important note, ${seen.name}`}
      onLeave={leaving.close}
      question={leaving.question}
      action="Save note"
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() =>
        saving.mutate(
          { instock: seen.instock, importantNote: text },
          {
            onSuccess: onClose,
            onError: (error) => setIsRefused(error instanceof ApiError && error.code === 'product_changed'),
          },
        )
      }
    >
      {saving.error && (
        <InlineMessage kind="bad" title={messages.stockFailed} role="alert">
          {messageOf(saving.error)}
        </InlineMessage>
      )}
      {seen.importantnote !== opened.importantnote && (
        <InlineMessage kind="info" title="Current">
          {seen.importantnote || 'None'}
        </InlineMessage>
      )}
      <TextArea
        label="Important note (optional)"
        hint="Shown on the product page, above payment."
        rows={4}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
