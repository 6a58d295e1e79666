import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminImage, deleteImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { imagesKey } from '../../lib/images.ts'
import { messages } from './gallery-texts.ts'

type Props = { image: AdminImage; onDone: () => void; onClose: () => void }

/**
 * Confirms the deletion and shows where the image is used; the server deletes only if these uses
 * are still current.
 */
export function DeleteImageDialog({ image, onDone, onClose }: Props) {
  const { call } = useServices()
  const queries = useQueryClient()
  const { id, title, uses } = image
  const remove = async () => {
    try {
      await call(deleteImage, { params: { id }, body: { knownUses: uses.length } })
    } catch (error) {
      // If the uses have changed, the dialog shows the current ones before it can be confirmed
      // again.
      await queries.invalidateQueries({ queryKey: imagesKey })
      throw error
    }
  }
  return (
    <DeleteDialog
      title={`Delete “${title}”`}
      question={messages.deleteAsks}
      failed={messages.deleteFailed}
      button={uses.length > 0 ? 'Delete all the same' : undefined}
      onClose={onClose}
      onDone={onDone}
      onDelete={remove}
    >
      {uses.length > 0 && (
        <>
          <InlineMessage
            kind="warn"
            title={`It is used in ${uses.length} ${uses.length === 1 ? 'place' : 'places'}`}
          >
            Products and items show the gift box until they have another picture.
          </InlineMessage>
          <ul className="image-usage">
            {uses.map(({ kind, id: place, name }) => (
              <li key={`${kind} ${place}`}>{kind === 'home' ? name : `${name} (${kind})`}</li>
            ))}
          </ul>
        </>
      )}
    </DeleteDialog>
  )
}
