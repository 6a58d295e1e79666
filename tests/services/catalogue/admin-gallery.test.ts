import type { AdminImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import * as calls from '@jhatpat/shared/contracts/admin-gallery.ts'
import { ImageType } from '@jhatpat/shared/contracts/gallery.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { addImage, ImageModel, MediaModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from './catalogue-factory.ts'

let service: Service
let meera: Person
let token: string
beforeAll(async () => {
  service = await startService()
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
  token = meera.token ?? ''
})
beforeEach(async () => {
  vi.restoreAllMocks()
  await ImageModel.deleteMany({})
  await MediaModel.deleteMany({})
})
afterAll(() => service.stop())

const picture = (width: number, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#ff4f9a' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()

type Fields = Record<string, string>
const right: Fields = { title: 'Tonight’s show', type: 'CarouselPc', redirectUrl: '/product/gully-tv' }

type Reply = { message: string; code?: string; field?: string; image: AdminImage }

async function send(fields: Fields, file?: Uint8Array, name = 'diwali.png') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  if (file) form.append('images', new Blob([new Uint8Array(file)]), name)
  const response = await fetch(new URL('/api/admin/uploadimage', service.url), {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, json: (await response.json()) as Reply }
}

const get = async (path: string, accept = 'image/webp,*/*') => {
  const response = await fetch(new URL(path, service.url), { headers: { accept } })
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('POST /admin/uploadimage', () => {
  it('CALL-53 AGAL-02 takes title, type, file and redirect URL, and the image is in the gallery', async () => {
    const { status, json } = await send(right, await picture(2000, 700))
    expect([status, json.message]).toEqual([200, 'Image uploaded successfully!'])
    expect(json.image).toMatchObject({ ...right, width: 1600, height: 560 })
    expect(await meera.call(calls.imageGallery, {})).toEqual([json.image])
    const [row] = await AuditModel.find({ action: 'image.upload' }).sort({ at: -1 }).lean()
    expect(row).toMatchObject({ target: `image:${json.image.id}`, after: { title: 'Tonight’s show' } })
  })

  it('AGAL-07 needs no redirect URL', async () => {
    const { redirectUrl: _left, ...fields } = right
    expect((await send(fields, await picture(300))).json.image).toMatchObject({ redirectUrl: '' })
    expect((await send({ ...fields, redirectUrl: '//evil.example' }, await picture(300))).status).toBe(400)
  })

  it('AGAL-06 asks for title, type and file in the specification’s words', async () => {
    const file = await picture(300)
    const { title: _title, ...untitled } = right
    const { type: _type, ...untyped } = right
    const replies = await Promise.all([send(untitled, file), send(untyped, file), send(right)])
    for (const { status, json } of replies) {
      expect([status, json.message]).toEqual([400, 'Please provide all required fields!'])
    }
    expect(await ImageModel.countDocuments()).toBe(0)
  })

  it('AGAL-05 accepts the six types and no other', async () => {
    expect(ImageType.options).toEqual(['CarouselMb', 'CarouselPc', 'Banner', 'Popup', 'Item', 'Product'])
    for (const type of ImageType.options) {
      expect((await send({ ...right, type }, await picture(40))).status, type).toBe(200)
    }
    expect((await send({ ...right, type: 'Poster' }, await picture(40))).status).toBe(400)
  })

  it('re-encodes the picture in its sizes, as WebP and AVIF, without the file’s other data', async () => {
    const original = await picture(2000, 700)
    expect(original.includes('secret place')).toBe(true)
    const { url } = (await send(right, original)).json.image
    const sizeOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width
    const plain = await get(url)
    expect([plain.type, await sizeOf(plain.bytes)]).toEqual(['image/webp', 1600])
    const small = await get(`${url}?w=600`)
    expect([small.type, await sizeOf(small.bytes)]).toEqual(['image/webp', 640])
    const modern = await get(`${url}?w=900`, 'image/avif,image/webp')
    expect([modern.type, await sizeOf(modern.bytes)]).toEqual(['image/avif', 1000])
    for (const media of await MediaModel.find().lean()) {
      const bytes = Buffer.from(media.bytes.buffer)
      expect(bytes.includes('secret place')).toBe(false)
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    }
  })

  it('detects the type by content and not by name, and refuses other files and drawings with scripts', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const cut = (await picture(400)).subarray(0, 300)
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    for (const file of [svg, cut, page, gif]) {
      expect(await send(right, file)).toMatchObject({ status: 400, json: { code: 'image_unreadable' } })
    }
    expect((await send(right, await picture(300), 'report.html')).json.image.url).toMatch(/\.webp$/)
    expect(await MediaModel.countDocuments({ contentType: { $nin: ['image/webp', 'image/avif'] } })).toBe(0)
  })

  it('does not decode a small file with very many pixels', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    expect(await send(right, bomb)).toMatchObject({ status: 400, json: { code: 'image_too_large' } })
  })

  it('refuses a file above 8 MB, a second file and unknown fields', async () => {
    const large = Buffer.alloc(calls.maxUploadBytes + 1, 1)
    expect(await send(right, large)).toMatchObject({ status: 413, json: { code: 'body_too_large' } })
    expect(await send({ ...right, 'a[$ne]': '1' }, await picture(30))).toMatchObject({ status: 400 })
    expect(await send({ ...right, zz: '1' }, await picture(30))).toMatchObject({
      json: { code: 'invalid_request', field: 'zz' },
    })
  })
})

describe('a valid picture that cannot be stored', () => {
  it('is not reported as unreadable', async () => {
    vi.spyOn(MediaModel, 'updateOne').mockImplementationOnce(() => {
      throw new Error('no room')
    })
    expect(await send(right, await picture(30))).toMatchObject({ status: 500, json: { code: 'internal' } })
  })
})

describe('GET /admin/imagegallery', () => {
  it('CALL-52 AGAL-01 lists the images, each with where it is used', async () => {
    const popup = (await send({ ...right, type: 'Popup' }, await picture(80))).json.image
    const uploaded = (await send({ ...right, type: 'Product' }, await picture(90))).json.image
    const spare = (await send({ ...right, type: 'Banner' }, await picture(70))).json.image
    const product = await insertTestProduct({ imgpath: uploaded.url })
    const item = await insertTestItem({ imgpath: uploaded.url })
    const listed = await meera.call(calls.imageGallery, {})
    expect(listed.map(({ id, uses }) => [id, uses])).toEqual([
      [popup.id, [{ kind: 'home', id: 'popup', name: 'Home, popup' }]],
      [
        uploaded.id,
        [
          { kind: 'product', id: product._id, name: product.name },
          { kind: 'item', id: String(item._id), name: item.name },
        ],
      ],
      [spare.id, []],
    ])
  })
})

describe('POST /admin/deleteimage', () => {
  const remove = (id: string, knownUses?: number) =>
    meera.call(calls.deleteImage, { params: { id }, body: knownUses === undefined ? {} : { knownUses } })

  it('CALL-54 AGAL-03 deletes an image and its picture; a used one only after confirmation', async () => {
    const { image } = (await send({ ...right, type: 'Item' }, await picture(300))).json
    await insertTestItem({ imgpath: image.url })
    expect(await refusalOf(remove(image.id))).toMatchObject({ status: 409, code: 'image_in_use' })
    await insertTestItem({ imgpath: image.url })
    expect(await refusalOf(remove(image.id, 1))).toMatchObject({ code: 'image_in_use' })
    expect(await ImageModel.countDocuments()).toBe(1)

    expect((await remove(image.id, 2)).message).toBe('Image deleted successfully!')
    expect([await ImageModel.countDocuments(), await MediaModel.countDocuments()]).toEqual([0, 0])
    expect((await fetch(new URL(image.url, service.url))).status).toBe(404)
    expect(await refusalOf(remove(image.id, 2))).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('keeps the picture of an upload that arrives while the last image of the same bytes is deleted', async () => {
    // An admin of its own: uploads are limited per admin and minute.
    const before = token
    token = (await service.as(await insertAdmin())).token ?? ''
    const file = await picture(300)
    let { image } = (await send(right, file)).json
    for (let round = 0; round < 4; round += 1) {
      const [again] = await Promise.all([send(right, file), remove(image.id)])
      image = again.json.image
      const { bytes } = await get(image.url)
      expect(bytes.length, `round ${round}`).toBe(image.bytes)
      expect((await get(image.url, 'image/avif')).type).toBe('image/avif')
    }
    token = before
  })

  it('keeps the sizes of an upload when a deletion removes them before the picture itself is stored', async () => {
    // An admin of its own: uploads are limited per admin and minute.
    const before = token
    token = (await service.as(await insertAdmin())).token ?? ''
    const file = await picture(310)
    const upsert = MediaModel.updateOne.bind(MediaModel)
    let isRemoved = false
    const stores = vi.spyOn(MediaModel, 'updateOne').mockImplementation(((
      ...args: Parameters<typeof upsert>
    ) => {
      const change = args[1] as { $addToSet: { renditions: { $each: { media: string }[] } } }
      const [size] = change.$addToSet.renditions.$each
      // The picture itself, once: a deletion of the same bytes has just removed one of its sizes.
      if (!size || isRemoved) return upsert(...args)
      isRemoved = true
      return MediaModel.deleteOne({ _id: size.media }).then(() => upsert(...args))
    }) as never)
    const { image } = (await send(right, file)).json
    stores.mockRestore()
    expect((await get(image.url, 'image/avif')).type).toBe('image/avif')
    const media = await MediaModel.find().lean()
    const existing = new Set(media.map(({ _id }) => _id))
    const sizes = media.flatMap(({ renditions }) => renditions.map((rendition) => rendition.media))
    expect(sizes.filter((id) => !existing.has(id))).toEqual([])
    token = before
  })

  it('keeps the picture while another image uses it', async () => {
    const file = await picture(120)
    const [one, two] = [
      (await send(right, file)).json.image,
      (await send({ ...right, type: 'Banner' }, file)).json.image,
    ]
    expect(one.url).toBe(two.url)
    await remove(one.id, one.uses.length)
    expect((await fetch(new URL(two.url, service.url))).status).toBe(200)
  })

  describe('one file as two types', () => {
    const both = async () => {
      const file = await picture(700, 300)
      const of = async (type: ImageType) => (await send({ ...right, type }, file)).json.image
      return { product: await of('Product'), item: await of('Item') }
    }
    const widthOf = async (path: string, accept?: string) => {
      const { type, bytes } = await get(path, accept)
      return [type, (await sharp(bytes).metadata()).width]
    }
    const avif = 'image/avif,image/webp'

    it('the small one keeps its picture and its sizes when the large one is deleted, of which it was a size', async () => {
      const { product, item } = await both()
      await remove(product.id)
      expect(await widthOf(item.url)).toEqual(['image/webp', 240])
      expect(await widthOf(`${item.url}?w=90`)).toEqual(['image/webp', 96])
      expect(await widthOf(`${item.url}?w=240`, avif)).toEqual(['image/avif', 240])
      await remove(item.id)
      expect(await MediaModel.countDocuments()).toBe(0)
    })

    it('the large one keeps its sizes, without interruption, when the small one is deleted', async () => {
      const { product, item } = await both()
      const takesAway = vi.spyOn(MediaModel, 'findByIdAndDelete')
      await remove(item.id)
      expect(takesAway).not.toHaveBeenCalled()
      takesAway.mockRestore()
      expect(await widthOf(`${product.url}?w=200`)).toEqual(['image/webp', 240])
      expect(await widthOf(`${product.url}?w=200`, avif)).toEqual(['image/avif', 240])
      await remove(product.id)
      expect(await MediaModel.countDocuments()).toBe(0)
    })
  })
})

describe('the sizes of a picture', () => {
  it('are its own, also where its bytes were stored before as a size of another', async () => {
    const file = await picture(700, 300)
    await send({ ...right, type: 'Product' }, file)
    const { url } = (await send({ ...right, type: 'Item' }, file)).json.image
    const { bytes } = await get(`${url}?w=90`)
    expect((await sharp(bytes).metadata()).width).toBe(96)
  })

  it('end at the picture itself where a larger one is requested, with AVIF and without', async () => {
    const { url } = (await send(right, await picture(2000, 700))).json.image
    for (const accept of ['image/webp,*/*', 'image/avif,image/webp']) {
      const { bytes } = await get(`${url}?w=1200`, accept)
      expect((await sharp(bytes).metadata()).width, accept).toBe(1600)
    }
  })

  it('are found by an index, without reading the bytes', async () => {
    const plan = await MediaModel.find({ 'renditions.media': 'a'.repeat(64) }).explain('queryPlanner')
    expect(JSON.stringify(plan)).toContain('"indexName":"by_rendition"')
  })
})

describe('the places on the home page', () => {
  it('are those that the shop shows: a phone’s picture by its title, else by its place, and none without one', async () => {
    const add = async (type: ImageType, title: string) =>
      (await addImage({ type, title, url: '/media/a.svg', redirectUrl: '' })).id
    const wide = [await add('CarouselPc', 'Diamonds'), await add('CarouselPc', 'Pass')]
    const usesOf = async () =>
      new Map(
        (await meera.call(calls.imageGallery, {})).map(({ id, uses }) => [id, uses.map(({ name }) => name)]),
      )
    const before = await usesOf()
    expect(wide.map((id) => before.get(id))).toEqual([[], []])

    const unknown = await add('CarouselMb', 'Old offer')
    const hidden = await add('CarouselMb', 'Older offer')
    const titled = await add('CarouselMb', 'Diamonds')
    const after = await usesOf()
    expect(wide.map((id) => after.get(id))).toEqual([['Home, slide 1'], ['Home, slide 2']])
    expect([unknown, hidden, titled].map((id) => after.get(id))).toEqual([
      [],
      ['Home, slide 2'],
      ['Home, slide 1'],
    ])
  })
})
