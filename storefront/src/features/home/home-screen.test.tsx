// cspell:ignore legnds robzzz
import { type HomeProducts, homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { type HomeGallery, homeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeGallery, makeProduct } from '../../../../tests/screens/shop-fixture.ts'
import { noNetwork } from '../../../../tests/support/fake-api.ts'

const nothing: HomeProducts = { trending: [], instantGames: [], games: [], ott: [], others: [] }
const named = (name: string) => makeProduct({ _id: `id-${name.toLowerCase()}`, name })

function renderHome(
  products: Partial<HomeProducts> = {},
  gallery: Partial<HomeGallery> = {},
  path = '/home',
) {
  return renderShop(path, {
    answers: (api) => {
      api.on(homeProducts, () => ({ ...nothing, ...products }))
      api.on(homeGallery, () => makeGallery(gallery))
    },
  })
}

const section = (name: string) => screen.findByRole('region', { name })
const cardIn = async (name: string) => within(await section(name)).findByRole('link', { name: /Only Here/ })
const popup = { url: '/media/pass.svg', redirectUrl: '/product/pass', title: 'Weekly Pass' }

describe('the home page', () => {
  it('HOME-01 is at /', async () => {
    renderHome({ games: [named('Valorant')] }, {}, '/')
    expect(await screen.findByRole('link', { name: /Valorant/ })).toBeVisible()
  })

  it('HOME-02 is at /home', async () => {
    renderHome({ games: [named('Valorant')] }, {}, '/home')
    expect(await screen.findByRole('link', { name: /Valorant/ })).toBeVisible()
  })

  it('HOME-14 shows the instant games under Discounts', async () => {
    renderHome({ instantGames: [named('Only Here')] })
    expect(await cardIn('Discounts')).toBeVisible()
  })

  it('HOME-15 shows the section Games', async () => {
    renderHome({ games: [named('Only Here')] })
    expect(await cardIn('Games')).toBeVisible()
  })

  it('HOME-16 shows the section OTTs', async () => {
    renderHome({ ott: [named('Only Here')] })
    expect(await cardIn('OTTs')).toBeVisible()
  })

  it('HOME-17 shows the section Others', async () => {
    renderHome({ others: [named('Only Here')] })
    expect(await cardIn('Others')).toBeVisible()
  })

  it('leaves out a section that has no products', async () => {
    renderHome({ games: [named('Valorant')] })
    await section('Games')
    expect(screen.queryByRole('heading', { name: 'OTTs' })).not.toBeInTheDocument()
  })

  it('finds by alias and through a typing error', async () => {
    const { user } = renderHome({ games: [named('Mobile Legends'), named('Roblox')] })
    await section('Games')
    const box = screen.getByRole('searchbox', { name: 'Search games and OTT plans' })
    for (const asked of ['mlbb', 'mobile legnds']) {
      await user.clear(box)
      await user.type(box, asked)
      const found = await section(`Results for “${asked}”`)
      expect(
        within(found)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual([expect.stringContaining('Mobile Legends')])
    }
  })

  it('finds products by name, and says when there is none', async () => {
    const { user } = renderHome({ games: [named('Valorant'), named('Roblox')] })
    await section('Games')
    await user.type(screen.getByRole('searchbox', { name: 'Search games and OTT plans' }), 'rob')
    expect(await section('Results for “rob”')).toHaveTextContent('Roblox')
    expect(screen.queryByText('Valorant')).not.toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search games and OTT plans' }), 'zzz')
    expect(await screen.findByRole('heading', { name: 'No results for “robzzz”' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/home')
  })

  it('offers to ask for a product that it does not find, in the shop’s chat or by mail', async () => {
    const ask = async (support: { contact: null; chat?: string; mail?: string }) => {
      const { user, api, unmount } = renderHome({ games: [named('Valorant')] })
      api.on(supportContact, () => support)
      await section('Games')
      await user.type(screen.getByRole('searchbox'), 'chess')
      const link = await screen.findByRole('link', { name: 'Ask for it' })
      const href = new URL(link.getAttribute('href') ?? '')
      unmount()
      return href
    }
    const chat = await ask({ contact: null, chat: 'https://t.me/jhatpat' })
    expect(chat.searchParams.get('text')).toBe('Please add “chess”.')
    const mail = await ask({ contact: null, mail: 'orders@jhatpat.in' })
    expect(mail.pathname).toBe('orders@jhatpat.in')
    expect(mail.searchParams.get('subject')).toBe('Please add “chess”.')
  })

  it('opens the first result on Enter, and returns to the results on Back', async () => {
    const products = { games: [named('Mobile Legends'), named('Roblox')] }
    const { user } = renderHome(products)
    await section('Games')
    await user.type(screen.getByRole('searchbox'), 'mobil legnds{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/product/id-mobile%20legends'))
    expect(screen.getByRole('searchbox')).not.toHaveFocus()
    history.back()
    await waitFor(async () => expect(await section('Results for “mobil legnds”')).toBeVisible())
    expect(location.pathname).toBe('/home')
  })

  it('keeps the focus in the search when Enter finds nothing', async () => {
    const { user } = renderHome({ games: [named('Valorant')] })
    await section('Games')
    await user.type(screen.getByRole('searchbox'), 'zzz{Enter}')
    expect(await screen.findByRole('heading', { name: 'No results for “zzz”' })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })
})

describe('a product card', () => {
  const card = async () => {
    renderHome({ games: [makeProduct({ _id: 'p-9', name: 'Valorant', imgpath: '/media/valorant.svg' })] })
    return within(await section('Games')).findByRole('link')
  }
  const pictureIn = (link: HTMLElement) => link.querySelector('img')

  it('HOME-19 shows the product image', async () => {
    expect(pictureIn(await card())).toHaveAttribute('src', '/media/valorant.svg')
  })

  it('HOME-20 shows the product name', async () => {
    expect(await card()).toHaveTextContent('Valorant')
  })

  it('HOME-21 shows the word Discount', async () => {
    expect(within(await card()).getByText('Discount')).toBeVisible()
  })

  it('HOME-22 shows a TOP UP button', async () => {
    expect(within(await card()).getByText('TOP UP')).toHaveClass('btn')
  })

  it('HOME-23 leads to the page of its product', async () => {
    expect(await card()).toHaveAttribute('href', '/product/p-9')
  })

  it('HOME-25 shows the fallback image when its own does not load', async () => {
    const link = await card()
    const picture = pictureIn(link)
    fireEvent.error(picture as HTMLImageElement)
    expect(pictureIn(link)).toHaveAttribute('src', '/art/gift-card.svg')
  })
})

describe('Trending', () => {
  it('HOME-24 shows 30 placeholder cards while the products load', async () => {
    let answer: (products: HomeProducts) => void = () => undefined
    renderShop('/home', {
      answers: (api) => api.on(homeProducts, () => new Promise((resolve) => (answer = resolve))),
    })
    const trending = await screen.findByRole('region', { name: 'Trending products' })
    expect(trending.querySelectorAll('.card')).toHaveLength(30)
    await waitFor(() => {
      answer({ ...nothing, trending: [named('Valorant')] })
      expect(trending.querySelectorAll('.card')).toHaveLength(1)
    })
  })
})

describe('the carousel', () => {
  const slides = () => screen.findAllByRole('region', { name: /^\d of \d$/ })

  it('HOME-09 has 3 slides', async () => {
    const more = makeGallery().CarouselPc.concat({
      url: '/media/four.svg',
      redirectUrl: '',
      title: 'Offer four',
    })
    renderHome({}, { CarouselPc: more })
    expect(await slides()).toHaveLength(3)
  })

  it('HOME-10 has a picture for phones and one for wider screens', async () => {
    renderHome()
    const [first] = await slides()
    expect(first?.querySelector('source[media]')).toHaveAttribute('srcset', '/media/one-mobile.svg')
    expect(first?.querySelector('img')).toHaveAttribute('src', '/media/one-wide.svg')
  })

  it('HOME-11 links each slide to its redirectUrl, if it has one', async () => {
    renderHome()
    const [first, second] = await slides()
    expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', '/product/one')
    expect(within(second as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
  })

  it.each(['CarouselMb', 'CarouselPc'] as const)('HOME-12 is left out when %s is empty', async (list) => {
    renderHome({ games: [named('Valorant')] }, { [list]: [] })
    await section('Games')
    await waitFor(() => expect(document.querySelector('.car')).toBeNull())
  })
})

describe('the popup ad', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Weekly Pass' })

  it('HOME-03 is made from the first popup item', async () => {
    renderHome({}, { Popup: [popup, { ...popup, title: 'Second' }] })
    expect(await dialog()).toBeVisible()
    expect(screen.queryByText('Second')).not.toBeInTheDocument()
  })

  it('HOME-04 shows its image', async () => {
    renderHome({}, { Popup: [popup] })
    expect(within(await dialog()).getByRole('img')).toHaveAttribute('src', '/media/pass.svg')
  })

  it('HOME-05 has a button labelled with its title', async () => {
    renderHome({}, { Popup: [popup] })
    expect(within(await dialog()).getByRole('link', { name: 'Weekly Pass' })).toHaveClass('btn')
  })

  it('HOME-06 opens its redirectUrl in a new tab', async () => {
    renderHome({}, { Popup: [popup] })
    const button = within(await dialog()).getByRole('link', { name: 'Weekly Pass' })
    expect(button).toHaveAttribute('href', '/product/pass')
    expect(button).toHaveAttribute('target', '_blank')
  })

  it('HOME-07 is closed by its close button, and stays away that day', async () => {
    const { user, unmount } = renderHome({}, { Popup: [popup] })
    await user.click(within(await dialog()).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    unmount()
    renderHome({ games: [named('Valorant')] }, { Popup: [popup] })
    await section('Games')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('HOME-06 HOME-07 counts its button as closing it, and stays away that day', async () => {
    const { user, unmount } = renderHome({}, { Popup: [popup] })
    await user.click(within(await dialog()).getByRole('link', { name: 'Weekly Pass' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    unmount()
    renderHome({ games: [named('Valorant')] }, { Popup: [popup] })
    await section('Games')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('HOME-08 is hidden when there is no popup data', async () => {
    const { api } = renderHome({ games: [named('Valorant')] }, { Popup: [] })
    await section('Games')
    await waitFor(() => expect(api.sentTo(homeGallery)).toHaveLength(1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('without an answer', () => {
  it('ERR-01 only logs that the products could not be fetched, and can try again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user, api } = renderShop('/home', { answers: (server) => server.on(homeProducts, noNetwork) })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(log).toHaveBeenCalledWith('The home page’s products could not be fetched.', expect.any(Error))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(await screen.findByRole('region', { name: 'Offers' })).toBeVisible()
    api.on(homeProducts, () => ({ ...nothing, games: [named('Valorant')] }))
    await user.click(again)
    expect(await section('Games')).toBeVisible()
  })

  it('ERR-02 only logs that the gallery could not be fetched', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    renderShop('/home', { answers: (server) => server.on(homeGallery, noNetwork) })
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith('The home page’s banners could not be fetched.', expect.any(Error)),
    )
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(await screen.findByRole('link', { name: /Mobile Legends/ })).toBeVisible()
  })
})
