import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'

/**
 * Other names of a game, in small letters without spaces. They apply to every product whose name contains the
 * title, or one of the aliases as a word.
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

/** Other names of a whole category. */
export const categoriesFor: Partial<Record<Product['category'], readonly string[]>> = {
  ott: ['ott', 'otts', 'streaming', 'movies'],
}
