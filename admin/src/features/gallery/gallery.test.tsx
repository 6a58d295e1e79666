import type { AdminImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { deleteImage, imageGallery } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'

const anImage = (more: Partial<AdminImage> = {}): AdminImage => ({
  id: 'a'.repeat(24),
  title: 'Diamonds',
  type: 'CarouselPc',
  url: '/media/d.webp',
  redirectUrl: '',
  width: 1600,
  height: 560,
  bytes: 36_000,
  uses: [],
  ...more,
})

afterEach(() => vi.unstubAllGlobals())

/** Replaces the browser's XMLHttpRequest: the test sets the progress and the server's reply. */
function fakeUploads() {
  const made: FakeRequest[] = []
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    status = 0
    responseText = ''
    timeout = 0
    address = ''
    headers: Record<string, string> = {}
    form: FormData | undefined
    open(_method: string, address: string) {
      this.address = address
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    onabort?: () => void
    isAborted = false
    abort() {
      this.isAborted = true
      this.onabort?.()
    }
    send(form: FormData) {
      this.form = form
      made.push(this)
    }
    answer(status: number, reply: object) {
      this.status = status
      this.responseText = JSON.stringify(reply)
      this.onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return { made, last: () => made.at(-1) as FakeRequest }
}

async function openUpload() {
  const view = renderAdmin('/admingallery', { calls: [on(imageGallery, () => [anImage()])] })
  const uploads = fakeUploads()
  await view.user.click(await screen.findByRole('button', { name: 'Upload image' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload image' }))
  const file = new File(['picture'], 'diwali.png', { type: 'image/png' })
  const choose = async () => {
    await view.user.upload(dialog.getByLabelText('Image file'), file)
    await dialog.findByText('diwali.png')
  }
  const fillAll = async () => {
    await choose()
    await view.user.type(dialog.getByLabelText('Title'), 'Tonight’s show')
    await view.user.selectOptions(dialog.getByLabelText('Type'), 'CarouselPc')
  }
  const send = () => view.user.click(dialog.getByRole('button', { name: 'Upload' }))
  return { ...view, uploads, dialog, choose, fillAll, send, file }
}

describe('Gallery', () => {
  it('AGAL-01 lists the images with their sizes and where they are used', async () => {
    const used = anImage({
      id: 'b'.repeat(24),
      title: 'Weekly pass',
      type: 'Item' as const,
      uses: [
        { kind: 'item', id: '1', name: 'Pass' },
        { kind: 'item', id: '2', name: 'Pass PH' },
      ],
    })
    const { user } = renderAdmin('/admingallery', { calls: [on(imageGallery, () => [anImage(), used])] })
    const cards = await screen.findAllByRole('listitem')
    expect(cards[0]).toHaveTextContent('Diamonds1600 × 560, 36 kBNot used')
    expect(cards[1]).toHaveTextContent('2 items')
    await user.click(screen.getByRole('tab', { name: /^Not used/ }))
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('AGAL-09 shows that the images could not be fetched, and retries', async () => {
    let isDown = true
    const { user } = renderAdmin('/admingallery', {
      calls: [on(imageGallery, () => (isDown ? refuse('forbidden', { message: 'Not now.' }) : [anImage()]))],
    })
    expect(await screen.findByText('Failed to fetch images.')).toBeVisible()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Diamonds')).toBeVisible()
  })

  it('AGAL-04 AGAL-15 copies an image’s whole address', async () => {
    const { user } = renderAdmin('/admingallery', { calls: [on(imageGallery, () => [anImage()])] })
    await user.click(await screen.findByRole('button', { name: 'Copy URL of Diamonds' }))
    expect(await screen.findByText('URL copied to clipboard!')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/media/d.webp`)
  })

  it('AGAL-16 shows when the browser does not allow copying', async () => {
    const { user } = renderAdmin('/admingallery', { calls: [on(imageGallery, () => [anImage()])] })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    await user.click(await screen.findByRole('button', { name: 'Copy URL of Diamonds' }))
    expect(await screen.findByText('Failed to copy URL!')).toBeVisible()
  })
})

describe('an upload', () => {
  it('AGAL-05 AGAL-06 requires title, file and type, which is one of six', async () => {
    const { dialog, send, choose, uploads } = await openUpload()
    const types = within(dialog.getByLabelText('Type')).getAllByRole('option').slice(1)
    expect(types.map(({ textContent }) => textContent)).toEqual([
      'CarouselMb',
      'CarouselPc',
      'Banner',
      'Popup',
      'Item',
      'Product',
    ])
    await send()
    expect(await dialog.findByText('Please provide all required fields!')).toBeVisible()
    expect(dialog.getByText('Required: file and title and type')).toBeVisible()
    await choose()
    await send()
    expect(dialog.getByText('Required: title and type')).toBeVisible()
    expect(uploads.made).toEqual([])
  })

  it('AGAL-02 AGAL-07 AGAL-13 shows its progress and confirms its end; the redirect URL is optional', async () => {
    const { dialog, fillAll, send, uploads, file } = await openUpload()
    await fillAll()
    await send()
    await waitFor(() => expect(uploads.made).toHaveLength(1))
    const { address, headers, form, upload } = uploads.last()
    expect([address, headers.authorization]).toEqual(['/api/admin/uploadimage', 'Bearer token-1'])
    expect(Object.fromEntries(form ?? [])).toEqual({
      title: 'Tonight’s show',
      type: 'CarouselPc',
      redirectUrl: '',
      images: file,
    })
    upload.onprogress?.({ loaded: 62, total: 100 })
    expect(await dialog.findByText('Sending, 62%')).toBeVisible()
    uploads.last().answer(200, { message: 'Image uploaded successfully!', image: anImage() })
    expect(await screen.findByText('Image uploaded successfully!')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('AGAL-10 shows that it was refused, and why', async () => {
    const { dialog, fillAll, send, uploads } = await openUpload()
    await fillAll()
    await send()
    await waitFor(() => expect(uploads.made).toHaveLength(1))
    uploads
      .last()
      .answer(400, { code: 'image_unreadable', message: 'This file is no picture.', requestId: 'rq-1' })
    expect(await dialog.findByText('Failed to upload image.')).toBeVisible()
    expect(dialog.getByText('This file is no picture.')).toBeVisible()
    expect(dialog.getByLabelText('Title')).toHaveValue('Tonight’s show')
  })

  it('AGAL-11 shows that the connection broke', async () => {
    const { dialog, fillAll, send, uploads } = await openUpload()
    await fillAll()
    await send()
    await waitFor(() => expect(uploads.made).toHaveLength(1))
    uploads.last().onerror?.()
    expect(await dialog.findByText('Error uploading image.')).toBeVisible()
  })

  it('is stopped when it is cancelled', async () => {
    const { user, dialog, fillAll, send, uploads } = await openUpload()
    await fillAll()
    await send()
    await waitFor(() => expect(uploads.made).toHaveLength(1))
    expect(uploads.last().isAborted).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(uploads.last().isAborted).toBe(true)
  })

  it('accepts a dropped picture, and no other file', async () => {
    const { dialog, file } = await openUpload()
    const place = dialog.getByRole('group', { name: 'Image' })
    const drop = (files: File[]) =>
      fireEvent.drop(place, {
        dataTransfer: {
          files,
          types: ['Files'],
          items: files.map((one) => ({ kind: 'file', type: one.type, getAsFile: () => one })),
        },
      })
    drop([new File(['<p>'], 'page.html', { type: 'text/html' })])
    expect(await dialog.findByText(/^Use PNG/)).toBeVisible()
    drop([file])
    expect(await dialog.findByText('diwali.png')).toBeVisible()
  })
})

describe('deleting an image', () => {
  const used = anImage({ uses: [{ kind: 'item', id: '101', name: '706 Diamonds' }] })

  it('AGAL-03 AGAL-08 AGAL-14 asks, shows where it is used, and confirms exactly these uses', async () => {
    let rows = [used]
    const { user, api } = renderAdmin('/admingallery', {
      calls: [
        on(imageGallery, () => rows),
        on(deleteImage, () => {
          rows = []
          return { message: 'Image deleted successfully!' }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Diamonds' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Are you sure you want to delete this image?')).toBeVisible()
    expect(dialog.getByText('706 Diamonds (item)')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete anyway' }))
    expect(await screen.findByText('Image deleted successfully!')).toBeVisible()
    expect(api.sentTo(deleteImage)[0]).toMatchObject({ params: { id: used.id }, body: { knownUses: 1 } })
    expect(await screen.findByText('No images yet')).toBeVisible()
  })

  it('AGAL-12 shows that it failed, and why', async () => {
    const { user } = renderAdmin('/admingallery', {
      calls: [
        on(imageGallery, () => [used]),
        on(deleteImage, () => refuse('image_in_use', { message: 'This image is used.' })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Diamonds' }))
    await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
    expect(await screen.findByText('Failed to delete image.')).toBeVisible()
    expect(screen.getByText('This image is used.')).toBeVisible()
  })

  it('shows the current uses after a refusal, and confirms those', async () => {
    let rows = [used]
    const { user, api } = renderAdmin('/admingallery', {
      calls: [
        on(imageGallery, () => rows),
        on(deleteImage, ({ body }) => {
          if ((body as { knownUses: number }).knownUses === 2)
            return { message: 'Image deleted successfully!' }
          rows = [anImage({ uses: [...used.uses, { kind: 'product', id: 'ml', name: 'Mobile Legends' }] })]
          return refuse('image_in_use', { message: 'This image is used.' })
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Diamonds' }))
    await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
    expect(await screen.findByText('This image is used.')).toBeVisible()
    expect(await screen.findByText('Mobile Legends (product)')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
    expect(await screen.findByText('Image deleted successfully!')).toBeVisible()
    expect(api.sentTo(deleteImage)[1]?.body).toEqual({ knownUses: 2 })
  })
})
