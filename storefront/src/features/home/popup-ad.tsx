import type { ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { useCloseOnBack } from '../../lib/close-on-back.ts'

/**
 * The offer over the page: its picture, a button to what it advertises, and a close button. Either closes it.
 */
export default function PopupAd({ ad, onClose }: { ad: ShownImage; onClose: () => void }) {
  useCloseOnBack(onClose)
  return (
    <Dialog open kind="picture" title={ad.title} onClose={onClose}>
      <img src={ad.url} alt={ad.title} lang="en" width={720} height={800} className="popup-picture" />
      <div className="popup-act">
        <ButtonLink
          href={ad.redirectUrl}
          target="_blank"
          rel="noopener"
          variant="accent"
          block
          onClick={onClose}
        >
          <span lang="en">{ad.title}</span>
        </ButtonLink>
      </div>
    </Dialog>
  )
}
