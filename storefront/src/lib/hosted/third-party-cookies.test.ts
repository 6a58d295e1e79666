import { expect, it } from 'vitest'
import { hasThirdPartyCookies } from './hosted-client.ts'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const google = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const browsers: [string, boolean, string, object?][] = [
  ['Chrome on Windows', true, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${google} Safari/537.36`],
  ['Chrome on Android', true, `Mozilla/5.0 (Linux; Android 10; K) ${google} Mobile Safari/537.36`],
  ['Edge', true, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${google} Safari/537.36 Edg/131.0.0.0`],
  ['Chrome on a Mac', true, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${google} Safari/537.36`],
  ['Brave', false, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${google} Safari/537.36`, { brave: {} }],
  ['Safari', false, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.0 Safari/605.1.15`],
  [
    'Safari on an iPhone',
    false,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${apple} Version/18.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on an iPhone',
    false,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${apple} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'an iPad',
    false,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.0 Safari/605.1.15`,
    { maxTouchPoints: 5 },
  ],
  ['Firefox', false, 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
]

it.each(browsers)('%s has the cookies of a framed page: %s', (...[, keeps, userAgent, more = {}]) => {
  expect(hasThirdPartyCookies({ userAgent, maxTouchPoints: 0, ...more })).toBe(keeps)
})
