import { describe, expect, it } from 'vitest'
import { clientOf } from './client.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('clientOf', () => {
  it.each([
    ['49.37.112.86', '49.37.112.x'],
    ['::ffff:49.37.112.86', '49.37.112.x'],
    ['2401:4900:1c2a:7b1e::5', '2401:4900:1c2a::x'],
    ['2401:4900::5', '2401:4900::x'],
    ['::1', '::x'],
    ['', ''],
  ])('keeps only the network part of %s', (ip, address) => {
    expect(clientOf(ip, '')).toEqual({ address, device: '' })
  })

  it.each([
    [
      `${mozilla} (Linux; Android 14; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [`${mozilla} (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox on Windows'],
    [`${mozilla} (Windows NT 10.0) ${webkit} Chrome/131.0 Safari/537.36 Edg/131.0`, 'Edge on Windows'],
    [
      `${mozilla} (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Safari/604.1`,
      'Safari on iPad',
    ],
    [
      `${mozilla} (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Safari/537`,
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', ''],
    [`<b>${'x'.repeat(9_000)}</b> Firefox/1`, 'Firefox'],
  ])('names the browser and the operating system of %s', (userAgent, device) => {
    expect(clientOf('', userAgent).device).toBe(device)
  })
})
