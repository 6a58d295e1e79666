import type { NewProduct } from '@jhatpat/shared/domain/catalogue/index.ts'

/** `productid` also names the tile in `art`, and groups the product's items in items.tsv. */
export type DemoProduct = Omit<NewProduct, 'productid' | 'imgpath' | 'items'> & { productid: string }

const email: Input = { label: 'E-mail', rule: { kind: 'email' } }
const mobile = digits('Mobile number', 10, 10)
const nickname = text('In-game name', 2, 30)
const userName: Input = {
  label: 'Username',
  rule: { kind: 'pattern', pattern: '[A-Za-z0-9_]{3,20}', example: 'Ravi_OP' },
}
const playerTag: Input = {
  label: 'Player tag',
  rule: { kind: 'pattern', pattern: '#[0-9A-Z]{3,9}', example: '#2PP0LRJ' },
}

const mlbb = {
  type: 'MLBB',
  category: 'instant-games',
  isApi: true,
  inputs: inputs(digits('User ID', 6, 12), digits('Zone ID', 3, 6)),
} as const
const manual = { type: 'OTHER', category: 'games', isApi: false, apiType: 'OTHER' } as const
const ott = { ...manual, category: 'ott', inputs: inputs(email, mobile) } as const
const finalSale = 'Check the username before you pay. All sales are final.'
const inTheMorning = 'Orders after 11 pm may be delivered the next morning.'

/** In the order of the home page. */
export const demoProducts: readonly DemoProduct[] = [
  {
    ...mlbb,
    productid: 'mobile-legends',
    name: 'Mobile Legends',
    apiType: 'SMILEBR',
    importantnote: `Packs for India and Brazil accounts. ${finalSale}`,
    istrending: true,
  },
  {
    ...manual,
    productid: 'free-fire',
    name: 'Free Fire',
    inputs: inputs(digits('Player ID', 6, 12), nickname),
    importantnote: 'Indian server only. Your player id is on your profile, under your name.',
    istrending: true,
  },
  {
    productid: 'genshin-impact',
    name: 'Genshin Impact',
    type: 'GENSHIN',
    category: 'instant-games',
    isApi: true,
    apiType: 'MOOGOLDGENSHIN',
    inputs: inputs(digits('UID', 8, 10), 'Server'),
    importantnote: 'Select your account’s server. Crystals sent to another server can’t be moved.',
    istrending: true,
  },
  {
    productid: 'honor-of-kings',
    name: 'Honor of Kings',
    type: 'HOK',
    category: 'instant-games',
    isApi: true,
    apiType: 'MOOGOLDHOK',
    inputs: inputs(digits('Player ID', 6, 20), nickname),
    importantnote: 'For global accounts. Your player id is under your picture in the game’s lobby.',
    istrending: true,
  },
  {
    ...manual,
    productid: 'valorant',
    name: 'Valorant',
    inputs: inputs(text('Riot ID', 3, 16), text('Tagline', 3, 5)),
    importantnote: 'For accounts of the region India. You get a code to redeem in the game’s store.',
    istrending: true,
  },
  {
    ...manual,
    productid: 'pubg-mobile',
    name: 'PUBG Mobile',
    inputs: inputs(digits('Player ID', 9, 11), nickname),
    importantnote: 'For global accounts. A player id has 9 to 11 digits.',
    istrending: true,
  },
  {
    ...ott,
    productid: 'sitara-plus',
    name: 'Sitara+ Premium',
    importantnote: `The plan is added to the account with this email. ${inTheMorning}`,
    istrending: true,
  },
  {
    ...manual,
    productid: 'honkai-star-rail',
    name: 'Honkai: Star Rail',
    inputs: inputs(digits('UID', 8, 10), 'Server'),
    importantnote: 'Write the server as the game does: Asia, America, Europe or TW_HK_MO.',
    istrending: true,
  },
  {
    ...mlbb,
    productid: 'mobile-legends-ph',
    name: 'Mobile Legends PH',
    apiType: 'SMILEPH',
    importantnote: `Packs for accounts of the Philippines. ${finalSale}`,
  },
  {
    ...mlbb,
    productid: 'mobile-legends-global',
    name: 'Mobile Legends Global',
    apiType: 'MOOGOLDMLBB',
    importantnote: `For accounts of other regions. ${finalSale} Some arrive only after 20 to 40 minutes.`,
  },
  {
    ...manual,
    productid: 'call-of-duty-mobile',
    name: 'Call of Duty: Mobile',
    inputs: inputs(digits('Player ID', 6, 20), nickname),
    importantnote: 'Your player id is in the game’s settings, under Legal and privacy.',
  },
  {
    ...manual,
    productid: 'clash-of-clans',
    name: 'Clash of Clans',
    inputs: inputs(playerTag, email),
    importantnote: 'Your player tag starts with #. We never ask for your password.',
  },
  {
    ...manual,
    productid: 'roblox',
    name: 'Roblox',
    inputs: inputs(userName, email),
    importantnote: 'Your username, not your display name. The code also comes by e-mail.',
  },
  {
    ...manual,
    productid: 'ludo-king',
    name: 'Ludo King',
    inputs: inputs(digits('Player ID', 6, 20), mobile),
    importantnote: 'Coins have no value outside the game and cannot be paid out.',
  },
  {
    ...manual,
    productid: 'asphalt-legends',
    name: 'Asphalt Legends',
    inputs: inputs(digits('Player ID', 6, 20), nickname),
    importantnote: 'Out of stock right now.',
    instock: false,
  },
  {
    ...ott,
    productid: 'cineverse',
    name: 'CineVerse',
    importantnote: `You get your own login. ${inTheMorning}`,
  },
  {
    ...ott,
    productid: 'gully-tv',
    name: 'Gully TV',
    importantnote: 'One phone or tablet at a time. The plan starts when you first sign in.',
  },
  {
    ...ott,
    productid: 'sur-music',
    name: 'Sur Music',
    importantnote: 'For new accounts and accounts without a running plan.',
  },
  {
    ...manual,
    category: 'others',
    productid: 'mobile-recharge',
    name: 'Mobile Recharge',
    inputs: inputs(mobile, 'Operator'),
    importantnote: 'Prepaid numbers only. Check your operator’s plan before you pay.',
  },
  {
    ...manual,
    category: 'others',
    productid: 'steam-wallet-code',
    name: 'Steam Wallet Code',
    inputs: inputs(email, mobile),
    importantnote: 'For accounts in Indian rupees. A code can’t be refunded once revealed.',
  },
  {
    ...manual,
    category: 'others',
    productid: 'gift-card',
    name: 'Jhatpat Gift Card',
    inputs: inputs(email, mobile),
    importantnote: 'Adds to any Jhatpat wallet within a year.',
  },
]

type Input = NewProduct['inputs'][number]

function inputs(...pair: [Input | string, Input | string]): Input[] {
  return pair.map((input) => (typeof input === 'string' ? { label: input } : input))
}

function digits(label: string, min: number, max: number): Input {
  return { label, rule: { kind: 'digits', min, max } }
}

function text(label: string, min: number, max: number): Input {
  return { label, rule: { kind: 'text', min, max } }
}
