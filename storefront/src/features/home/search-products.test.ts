import { describe, expect, it } from 'vitest'
import { makeProduct } from '../../../../tests/screens/shop-fixture.ts'
import { searchAliases } from './search-aliases.ts'
import { searchProducts } from './search-products.ts'

const shop = [
  'Free Fire',
  'Mobile Legends',
  'Mobile Legends PH',
  'Genshin Impact',
  'Honor of Kings',
  'Honkai: Star Rail',
  'PUBG Mobile',
  'Call of Duty: Mobile',
  'Clash of Clans',
  'Asphalt Legends',
  'Valorant',
  'Sitara+ Premium',
  'Mobile Recharge',
  'Jhatpat Gift Card',
]
const productsCalled = (names: readonly string[]) => names.map((name) => makeProduct({ _id: name, name }))
const namesFor = (searchText: string, names: readonly string[] = shop) =>
  searchProducts(productsCalled(names), searchText).map(({ name }) => name)

describe('search', () => {
  it.each([
    ['mlbb', ['Mobile Legends', 'Mobile Legends PH']],
    ['ml', ['Mobile Legends', 'Mobile Legends PH']],
    ['ML ph', ['Mobile Legends PH']],
    ['bgmi', ['PUBG Mobile']],
    ['ff', ['Free Fire']],
    ['freefire', ['Free Fire']],
    ['free-fire', ['Free Fire']],
    ['hok', ['Honor of Kings']],
    ['codm', ['Call of Duty: Mobile']],
    ['star rail', ['Honkai: Star Rail']],
  ])('finds by other names: %s', (searchText, names) => {
    expect(namesFor(searchText)).toEqual(names)
  })

  it.each([
    ['फ्री फायर', ['Free Fire']],
    ['फ़्री फ़ायर', ['Free Fire']],
    ['फ्रीफायर', ['Free Fire']],
    ['मोबाइल लेजेंड्स', ['Mobile Legends', 'Mobile Legends PH']],
    [
      'मोबाइल',
      ['Mobile Legends', 'Mobile Legends PH', 'PUBG Mobile', 'Call of Duty: Mobile', 'Mobile Recharge'],
    ],
    ['पबजी', ['PUBG Mobile']],
    ['वैलोरेंट', ['Valorant']],
    ['जेनशिन', ['Genshin Impact']],
    ['ऑनर ऑफ किंग्स', ['Honor of Kings']],
    ['क्लैश ऑफ क्लैन्स', ['Clash of Clans']],
    ['मोबाइल रिचार्ज', ['Mobile Recharge']],
    ['सितारा', ['Honkai: Star Rail', 'Sitara+ Premium']],
    ['डायमंड', ['Free Fire', 'Mobile Legends', 'Mobile Legends PH']],
    ['कोई नहीं', []],
  ])('finds names in Devanagari: %s', (searchText, names) => {
    expect(namesFor(searchText)).toEqual(names)
  })

  it('matches a letter with and without its dot', () => {
    for (const word of ['ज़ेनलेस', 'जेनलेस', '\u095Bेनलेस'])
      expect(namesFor(word, ['Zenless Zone Zero', 'Free Fire'])).toEqual(['Zenless Zone Zero'])
  })

  it.each([
    ['diamonds', ['Free Fire', 'Mobile Legends', 'Mobile Legends PH']],
    ['diamond', ['Free Fire', 'Mobile Legends', 'Mobile Legends PH']],
    ['free fire diamonds', ['Free Fire']],
    ['gems', ['Clash of Clans']],
  ])('finds what is sold: %s', (searchText, names) => {
    expect(namesFor(searchText)).toEqual(names)
  })

  it('finds the products of a category by its word, and by services that are not sold', () => {
    const products = [
      makeProduct({ _id: 'a', name: 'Gully TV', category: 'ott' }),
      makeProduct({ _id: 'b', name: 'Free Fire', category: 'games' }),
    ]
    const named = (text: string) => searchProducts(products, text).map(({ name }) => name)
    expect(named('netflix')).toEqual(['Gully TV'])
    expect(named('नेटफ्लिक्स')).toEqual(['Gully TV'])
    expect(named('games')).toEqual(['Free Fire'])
    expect(named('गेम')).toEqual(['Free Fire'])
  })

  it('ranks the game that an alias means above names that only begin with it', () => {
    expect(namesFor('gi')).toEqual(['Genshin Impact', 'Jhatpat Gift Card'])
  })

  it.each([
    ['mobile legnds', ['Mobile Legends', 'Mobile Legends PH']],
    ['mobil legnds', ['Mobile Legends', 'Mobile Legends PH']],
    ['moblie legends', ['Mobile Legends', 'Mobile Legends PH']],
    ['mobilelegnds', ['Mobile Legends', 'Mobile Legends PH']],
    ['frefire', ['Free Fire']],
    ['gensin', ['Genshin Impact']],
    ['valroant', ['Valorant']],
    ['honkia', ['Honkai: Star Rail']],
    ['clahs of clan', ['Clash of Clans']],
    ['sitarra', ['Sitara+ Premium']],
  ])('forgives typing errors: %s', (searchText, names) => {
    expect(namesFor(searchText)).toEqual(names)
  })

  it('never lets an alias hide a name that contains the word', () => {
    for (const { aliases: called } of searchAliases) {
      for (const nickname of called) {
        const others = shop.filter((name) => !name.toLowerCase().includes(nickname))
        const names = [...others, `${nickname} Prime`]
        expect(namesFor(nickname, names)[0], nickname).toBe(`${nickname} Prime`)
      }
    }
  })

  it('finds each product first by its own name', () => {
    for (const names of [shop, shop.toReversed()]) {
      for (const name of shop) expect(namesFor(name, names)[0]).toBe(name)
    }
  })

  it('finds while the name is being typed', () => {
    expect(namesFor('v')).toEqual(['Valorant'])
    expect(namesFor('mobile le')).toEqual(['Mobile Legends', 'Mobile Legends PH'])
    expect(namesFor('ospha')).toEqual(['Asphalt Legends'])
    expect(namesFor('phalt')).toEqual(['Asphalt Legends'])
  })

  it('ignores typing errors when a name contains the word', () => {
    expect(namesFor('king', ['King Run', 'Kind Run'])).toEqual(['King Run'])
    expect(namesFor('kimg', ['King Run', 'Gift'])).toEqual(['King Run'])
  })

  it('drops words without a match when some of the others match', () => {
    expect(namesFor('mlbb diamonds')).toEqual(['Mobile Legends', 'Mobile Legends PH'])
    expect(namesFor('free fire max')[0]).toBe('Free Fire')
  })

  it('finds a product named by its alias through its title', () => {
    expect(namesFor('mobile legends', ['MLBB Brazil', 'Roblox'])).toEqual(['MLBB Brazil'])
  })

  it('finds the OTTs, the target of a banner', () => {
    const ott = makeProduct({ _id: 'gully', name: 'Gully TV', category: 'ott' })
    expect(searchProducts([makeProduct({ name: 'Roblox' }), ott], 'ott')).toEqual([ott])
  })

  it('finds nothing for unrelated words', () => {
    for (const searchText of ['', '  ', '!?', 'zzz', 'chess', 'xq', 'q'])
      expect(namesFor(searchText), searchText).toEqual([])
  })

  it('lists each product once, however many sections it is in', () => {
    expect(namesFor('valorant', ['Valorant', 'Valorant'])).toEqual(['Valorant'])
  })
})
