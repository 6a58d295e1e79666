// Draws every product tile: node make.mjs [folder]. A new product is one function in scenes.mjs and one line here.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svg } from './kit.mjs'
import { scenes } from './scenes.mjs'

const tiles = [
  ['mlbb', 'mobile-legends', 'Winged crystal above three lanes'],
  ['mlph', 'mobile-legends-ph', 'Crossed blades and shield at an island sunset'],
  ['mlglobal', 'mobile-legends-global', 'Crystal with three gems circling it above a globe'],
  ['genshin', 'genshin-impact', 'Falling star over floating islands'],
  ['hok', 'honor-of-kings', 'Palace gate before a huge sun'],
  ['pubg', 'pubg-mobile', 'Supply crate under a parachute'],
  ['freefire', 'free-fire', 'Phoenix rising over a burning city'],
  ['valorant', 'valorant', 'Armed device in a crosshair'],
  ['starrail', 'honkai-star-rail', 'Train passing a ringed planet'],
  ['cod', 'call-of-duty-mobile', 'Helicopter with searchlight over a city'],
  ['coc', 'clash-of-clans', 'Castle on a green hill'],
  ['blocks', 'roblox', 'Tower of toy blocks'],
  ['ludo', 'ludo-king', 'Crowned die on a four-colour board'],
  ['asphalt', 'asphalt-legends', 'Sports car driving into the sunset'],
  ['sitara', 'sitara-plus', 'Star on a stage between curtains'],
  ['cine', 'cineverse', 'Film reel as a ringed planet'],
  ['gully', 'gully-tv', 'Old television on city rooftops'],
  ['sur', 'sur-music', 'Record rising like a sun'],
  ['recharge', 'mobile-recharge', 'Village phone tower at dusk'],
  ['code', 'steam-wallet-code', 'Voucher with cogs'],
  ['gift', 'gift-card', 'Gift box bursting open'],
]
const folder = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
for (const [scene, file, title] of tiles) {
  const canvas = { w: 640, h: 800, cx: 320, cy: 370, s: 1 }
  writeFileSync(`${folder}/${file}.svg`, svg(640, 800, scenes[scene](canvas), title))
}
