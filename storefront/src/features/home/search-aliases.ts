import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'

/**
 * Other names of a game, in small letters without spaces. They apply to every product whose name contains the
 * title, or one of the aliases as a word.
 */
export const searchAliases: readonly { title: string; aliases: readonly string[] }[] = [
  { title: 'Mobile Legends', aliases: ['ml', 'mlbb', 'mobilelegend', 'bangbang', 'diamonds', 'weeklypass'] },
  { title: 'Free Fire', aliases: ['ff', 'ffmax', 'garena', 'diamonds'] },
  { title: 'PUBG Mobile', aliases: ['bgmi', 'pubgm', 'battlegrounds', 'uc'] },
  { title: 'Battlegrounds Mobile India', aliases: ['bgmi', 'pubg', 'pubgm', 'uc'] },
  { title: 'Genshin Impact', aliases: ['gi', 'welkin', 'crystals', 'primogems'] },
  { title: 'Honor of Kings', aliases: ['hok', 'honourofkings', 'honorofking', 'tokens'] },
  { title: 'Honkai: Star Rail', aliases: ['hsr', 'starrail', 'shards'] },
  { title: 'Zenless Zone Zero', aliases: ['zzz'] },
  { title: 'Wuthering Waves', aliases: ['wuwa', 'ww'] },
  { title: 'Call of Duty', aliases: ['cod', 'codm', 'callofduty', 'cp'] },
  { title: 'Clash of Clans', aliases: ['coc', 'gems'] },
  { title: 'Clash Royale', aliases: ['cr'] },
  { title: 'Valorant', aliases: ['valo', 'vp', 'points'] },
  { title: 'Roblox', aliases: ['robux', 'rbx'] },
  { title: 'Steam', aliases: ['steamcard'] },
  { title: 'Mobile Recharge', aliases: ['jio', 'airtel', 'vi', 'bsnl', 'prepaid'] },
]

/** Other names of a whole category, and the well-known services that customers search for in it. */
export const categoriesFor: Partial<Record<Product['category'], readonly string[]>> = {
  games: ['game', 'games'],
  'instant-games': ['game', 'games'],
  ott: [
    ...['ott', 'otts', 'streaming', 'movies', 'series'],
    ...['netflix', 'primevideo', 'hotstar', 'jiohotstar', 'sonyliv', 'zee5', 'spotify', 'youtube'],
  ],
}
