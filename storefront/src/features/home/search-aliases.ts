import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'

/**
 * What people call a game, each in small letters without spaces. It holds for every product whose name has the
 * title in it, or one of the searchAliases as a word.
 */
export const searchAliases: readonly { title: string; called: readonly string[] }[] = [
  { title: 'Mobile Legends', called: ['ml', 'mlbb', 'mobilelegend', 'bangbang'] },
  { title: 'Free Fire', called: ['ff', 'ffmax', 'garena'] },
  { title: 'PUBG Mobile', called: ['bgmi', 'pubgm', 'battlegrounds', 'uc'] },
  { title: 'Battlegrounds Mobile India', called: ['bgmi', 'pubg', 'pubgm', 'uc'] },
  { title: 'Genshin Impact', called: ['gi', 'welkin'] },
  { title: 'Honor of Kings', called: ['hok', 'honourofkings', 'honorofking'] },
  { title: 'Honkai: Star Rail', called: ['hsr', 'starrail'] },
  { title: 'Zenless Zone Zero', called: ['zzz'] },
  { title: 'Wuthering Waves', called: ['wuwa', 'ww'] },
  { title: 'Call of Duty', called: ['cod', 'codm', 'callofduty'] },
  { title: 'Clash of Clans', called: ['coc'] },
  { title: 'Clash Royale', called: ['cr'] },
  { title: 'Valorant', called: ['valo', 'vp'] },
  { title: 'Roblox', called: ['robux', 'rbx'] },
  { title: 'Steam', called: ['steamcard'] },
  { title: 'Mobile Recharge', called: ['jio', 'airtel', 'vi', 'bsnl', 'prepaid'] },
]

/** What people call a whole kind of product. */
export const categoriesFor: Partial<Record<Product['category'], readonly string[]>> = {
  ott: ['ott', 'otts', 'streaming', 'movies'],
}
