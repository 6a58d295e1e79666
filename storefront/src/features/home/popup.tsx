import type { ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { istDay } from '@jhatpat/shared/ui/format/ist-text.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useEffect, useState } from 'react'

const PopupAd = lazyComponent(() => import('./popup-ad.tsx'))
const closedKey = 'popupClosedOn'

/** Shows the first popup once the page stands; after it was closed, not again that day. */
export function Popup({ ad }: { ad: ShownImage | undefined }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (ad && localStorage.getItem(closedKey) !== istDay(Date.now())) setOpen(true)
  }, [ad])
  if (!ad || !open) return null
  const close = () => {
    localStorage.setItem(closedKey, istDay(Date.now()))
    setOpen(false)
  }
  return (
    <Optional>
      <PopupAd ad={ad} onClose={close} />
    </Optional>
  )
}
