import { uploadImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import './gallery.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminImage, deleteImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { ImageType } from '@jhatpat/shared/contracts/gallery.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { copyText } from '@jhatpat/shared/ui/copy-button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Outline } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { pushToast, type ToastKind } from '@jhatpat/shared/ui/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { CallButton, permissionText } from '../../lib/call-button.tsx'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { imagesKey, useImages } from '../../lib/images.ts'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { sizeText } from '../../lib/size-text.ts'
import { WaitRows } from '../../lib/wait-rows.tsx'
import { messages } from './gallery-texts.ts'

const UploadDialog = lazyComponent(() => import('./upload-dialog.tsx'))

type Shown = 'All' | ImageType | 'Not used'

/** All images of the shop, to view, add, delete, and copy their addresses. */
export default function GalleryScreen() {
  const { store } = useServices()
  const queries = useQueryClient()
  const { data, error, refetch } = useImages()
  const [shown, setShown] = useState<Shown>('All')
  const [open, setOpen] = useState<'upload' | { id: string }>()
  const showToast = (kind: ToastKind, text: string) => pushToast(store, { kind, text })
  const close = () => setOpen(undefined)
  const onDone = (text: string) => {
    close()
    showToast('ok', text)
    void queries.invalidateQueries({ queryKey: imagesKey })
  }
  const copy = async ({ url }: AdminImage) => {
    const isCopied = await copyText(new URL(url, location.origin).href)
    showToast(isCopied ? 'ok' : 'bad', isCopied ? messages.copied : messages.notCopied)
  }
  const removing = typeof open === 'object' ? data?.find(({ id }) => id === open.id) : undefined
  const images = (data ?? []).filter((image) => isShown(image, shown))
  return (
    <>
      <PageBar title="Gallery">
        {data && <span className="t2 sm num">{countText(data)}</span>}
        <CallButton
          access={uploadImage.auth}
          size="sm"
          variant="accent"
          icon="plus"
          onClick={() => setOpen('upload')}
        >
          Upload image
        </CallButton>
      </PageBar>
      {data && data.length > 0 && (
        <Tabs label="Type" className="views" tabs={tabsOf(data)} selected={shown} onSelect={setShown} />
      )}
      {!data && !error && <WaitRows rows={1} height={420} />}
      {!data && error && (
        <Empty
          spot="sorry"
          title={messages.listFailed}
          role="alert"
          action={
            <Button icon="refresh-cw" onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {`Error: ${messageOf(error)} The store keeps the current images.`}
        </Empty>
      )}
      {data && images.length === 0 && (
        <Empty spot="empty" title={data.length === 0 ? 'No images yet' : 'No images of this type'}>
          Upload banners, popups and product images here.
        </Empty>
      )}
      <ul className="gal">
        {images.map((image) => (
          <ImageCard
            key={image.id}
            image={image}
            onCopy={() => copy(image)}
            onDelete={() => setOpen({ id: image.id })}
          />
        ))}
      </ul>
      {open === 'upload' && (
        <Suspense fallback={null}>
          <UploadDialog onClose={close} onDone={() => onDone(messages.uploaded)} />
        </Suspense>
      )}
      {removing && (
        <DeleteImageDialog image={removing} onClose={close} onDone={() => onDone(messages.deleted)} />
      )}
    </>
  )
}

const isShown = ({ type, uses }: AdminImage, shown: Shown): boolean =>
  shown === 'All' || (shown === 'Not used' ? uses.length === 0 : type === shown)

function tabsOf(images: readonly AdminImage[]) {
  return (['All', ...ImageType.options, 'Not used'] as const).map((id) => ({
    id,
    label: id,
    count: images.filter((image) => isShown(image, id)).length,
  }))
}

function countText(images: readonly AdminImage[]): string {
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0)
  const count = `${images.length} ${images.length === 1 ? 'image' : 'images'}`
  return bytes > 0 ? `${count}, ${sizeText(bytes)}` : count
}

type Props = { image: AdminImage; onCopy: () => void; onDelete: () => void }

/** An image: its picture, its size, where it is used, and its actions. */
function ImageCard({ image, onCopy, onDelete }: Props) {
  const { title, type, url } = image
  return (
    <li className={`image-picture${type === 'CarouselPc' || type === 'Banner' ? ' wide' : ''}`}>
      <div className={`image-placeholder${type === 'Item' ? ' fit' : ''}`}>
        <Picture src={url} alt="" width={320} height={180} />
        <span className="tag">{type}</span>
      </div>
      <div className="image-body">
        <b className="sm cut" title={title}>
          {title}
        </b>
        <span className="xs t3 num">{imageSizeText(image)}</span>
        <span className={`xs ${image.uses.length > 0 ? 't2' : 't3'}`}>{usesText(image)}</span>
      </div>
      <div className="image-actions">
        <Button size="sm" icon="copy" onClick={onCopy} aria-label={`Copy URL of ${title}`}>
          Copy URL
        </Button>
        <button
          type="button"
          className="btn btn-sm btn-quiet btn-icon"
          aria-label={`Delete ${title}`}
          data-permission={permissionText(deleteImage.auth)}
          onClick={onDelete}
        >
          <Outline path={binPath} />
        </button>
      </div>
    </li>
  )
}

const binPath = 'M3 6h18M8 6V4h8v2M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M10 11v6M14 11v6'

/** A drawing has no size in pixels. */
function imageSizeText({ url, width, height, bytes }: AdminImage): string {
  if (width > 0) return `${width} × ${height}, ${sizeText(bytes)}`
  return url.endsWith('.svg') ? 'SVG, any size' : 'Size not recorded'
}

/** `Home, slide 1 · 2 products · 5 items`; `Used nowhere` */
function usesText({ uses }: Pick<AdminImage, 'uses'>): string {
  const of = (kind: string) => uses.filter((use) => use.kind === kind)
  const count = (kind: 'product' | 'item') => {
    const n = of(kind).length
    return n === 0 ? [] : [`${n} ${kind}${n === 1 ? '' : 's'}`]
  }
  const parts = [...of('home').map(({ name }) => name), ...count('product'), ...count('item')]
  return parts.length > 0 ? parts.join(' · ') : 'Not used'
}

type DeleteImageProps = { image: AdminImage; onDone: () => void; onClose: () => void }

/**
 * Confirms the deletion and shows where the image is used; the server deletes only if these uses
 * are still current.
 */
function DeleteImageDialog({ image, onDone, onClose }: DeleteImageProps) {
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
      button={uses.length > 0 ? 'Delete anyway' : undefined}
      onClose={onClose}
      onDone={onDone}
      onDelete={remove}
    >
      {uses.length > 0 && (
        <>
          <InlineMessage
            kind="warn"
            title={`Used in ${uses.length} ${uses.length === 1 ? 'place' : 'places'}`}
          >
            Products and items show a placeholder until you add a new image.
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
