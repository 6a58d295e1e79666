import { homeGallery, ImageType } from '@jhatpat/shared/contracts/gallery.ts'
import {
  addImage,
  ImageModel,
  listImages,
  MediaModel,
  maxMediaBytes,
  saveMedia,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  await ImageModel.deleteMany({})
})
afterAll(() => service.stop())

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const anImage = (more: Partial<Parameters<typeof addImage>[0]> = {}) =>
  addImage({ title: 'Diamonds', type: 'CarouselPc', url: '/media/a.svg', redirectUrl: '', ...more })

describe('GET /gallery/images', () => {
  it('CALL-06 replies to any caller with CarouselMb, CarouselPc and Popup, in the order they were added', async () => {
    for (const type of ImageType.options) await anImage({ type, title: `${type} 1` })
    await anImage({ title: 'CarouselPc 2' })
    const { status, json } = await service.guest.request('/api/gallery/images')
    expect(status).toBe(200)
    const titles = Object.entries(json).map(([type, images]) => [
      type,
      (images as { title: string }[]).map(({ title }) => title),
    ])
    expect(Object.fromEntries(titles)).toEqual({
      CarouselMb: ['CarouselMb 1'],
      CarouselPc: ['CarouselPc 1', 'CarouselPc 2'],
      Popup: ['Popup 1'],
    })
  })

  it('ENT-23 gives each item of each list url, redirectUrl and title', async () => {
    const shown = { url: '/media/pass.svg', redirectUrl: '/product/mobile-legends', title: 'Weekly Pass' }
    for (const type of ['CarouselMb', 'CarouselPc', 'Popup'] as const) await anImage({ ...shown, type })
    expect((await service.guest.request('/api/gallery/images')).json).toEqual({
      CarouselMb: [shown],
      CarouselPc: [shown],
      Popup: [shown],
    })
  })

  it('replies with empty lists when there are no images', async () => {
    expect(await service.guest.call(homeGallery, {})).toEqual({ CarouselMb: [], CarouselPc: [], Popup: [] })
  })
})

describe('an image', () => {
  it('ENT-22 has id, title, type, url and redirectUrl', async () => {
    const added = await anImage({ type: 'Banner', redirectUrl: '/product/gully-tv' })
    expect(await listImages()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        title: 'Diamonds',
        type: 'Banner',
        url: '/media/a.svg',
        redirectUrl: '/product/gully-tv',
      },
    ])
    expect(added).toEqual((await listImages())[0])
    await expect(anImage({ type: 'Poster' as 'Banner' })).rejects.toThrow(/type/)
  })
})

describe('/media', () => {
  it('serves the stored bytes, to be cached for good', async () => {
    const png = Buffer.from('89504e470d0a1a0a00ff10', 'hex')
    const url = await saveMedia(png, 'image/png')
    expect(url).toMatch(/^\/media\/[0-9a-f]{64}\.png$/)
    const response = await fetch(new URL(url, service.url))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it('prevents scripts in an SVG', async () => {
    const { status, headers } = await service.guest.request(await saveMedia(svg, 'image/svg+xml'))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('sends no body to a browser that has the picture', async () => {
    const url = await saveMedia(svg, 'image/svg+xml')
    const etag = (await service.guest.request(url)).headers.get('etag') ?? ''
    // Like a browser; Node's fetch would add `no-cache`, which requests a full reply.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await service.guest.request(url, { headers })).status).toBe(304)
  })

  it('stores the same picture once, also when it is saved twice at once', async () => {
    await MediaModel.deleteMany({})
    const urls = await Promise.all([1, 2, 3, 4].map(() => saveMedia(svg, 'image/svg+xml')))
    expect(new Set(urls).size).toBe(1)
    expect(await MediaModel.countDocuments()).toBe(1)
  })

  it.each([`${'0'.repeat(64)}.svg`, 'logo.svg', '%7B%22$ne%22:1%7D', '..%2f..%2fetc%2fpasswd'])(
    'has nothing at /media/%s',
    async (name) => {
      const reply = await service.guest.request(`/media/${name}`)
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } })
    },
  )

  it('has nothing with another extension than the picture’s own', async () => {
    const url = await saveMedia(svg, 'image/svg+xml')
    expect((await service.guest.request(url.replace('.svg', '.png'))).status).toBe(404)
  })

  it('refuses files that are no picture, are empty or exceed 5 MB', async () => {
    await expect(saveMedia(svg, 'text/html')).rejects.toThrow('text/html')
    await expect(saveMedia(Buffer.alloc(0), 'image/png')).rejects.toThrow(RangeError)
    await expect(saveMedia(Buffer.alloc(maxMediaBytes + 1), 'image/png')).rejects.toThrow(RangeError)
  })
})
