import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminProduct, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { Named } from '../goods-cells.tsx'
import { useReloadGoods } from '../use-goods.ts'
import { said } from './price-texts.ts'

/** The line of a product above its items: its stock, which is changed at once, and its note. */
export function ProductHead({ product, count }: { product: AdminProduct; count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, imgpath, instock, isApi, apiType, __v } = product
  const saving = useProductUpdate(product)
  return (
    <span className="sheet-head">
      <Named name={name} picture={imgpath} />
      <span className="tag quiet">{isApi ? apiType : 'by hand'}</span>
      <span className="t3">{`${count} ${count === 1 ? 'item' : 'items'}`}</span>
      <label className="row row-nw">
        <input
          type="checkbox"
          role="switch"
          className="switch sm"
          checked={instock}
          aria-checked={instock}
          disabled={saving.isPending}
          aria-label={`Product in stock: ${name}`}
          onChange={() => saving.mutate({ instock: !instock })}
        />
        {instock ? 'In stock' : 'Out of stock'}
      </label>
      <Button size="sm" aria-label={`Important note of ${name}`} onClick={() => setIsOpen(true)}>
        Important note
      </Button>
      {isOpen && <NoteDialog key={__v} product={product} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

type Change = { instock: boolean; importantNote?: string }

function useProductUpdate({ productid, __v }: AdminProduct) {
  const { call, store } = useServices()
  const reload = useReloadGoods()
  return useMutation({
    mutationFn: (change: Change) => call(updateProduct, { body: { _id: productid, __v, ...change } }),
    onSuccess: () => pushToast(store, { kind: 'ok', text: said.stockSaved }),
    onError: (error) => pushToast(store, { kind: 'bad', title: said.stockFailed, text: messageOf(error) }),
    onSettled: () => reload(),
  })
}

function NoteDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const saving = useProductUpdate(product)
  const [text, setText] = useState(product.importantnote)
  return (
    <Dialog open onClose={onClose} title={`Important note, ${product.name}`}>
      <form
        className="stack stack-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({ instock: product.instock, importantNote: text }, { onSuccess: onClose })
        }}
      >
        {saving.error && (
          <Note kind="bad" title={said.stockFailed} role="alert">
            {messageOf(saving.error)}
          </Note>
        )}
        <TextArea
          label="Important note (optional)"
          hint="Stands on the product’s page, above the payment."
          rows={4}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="accent" busy={saving.isPending} busyText="Saving">
            Save note
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
