import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

describe('contrast by the WCAG formula', () => {
  it.each(['text', 'text-2', 'text-3', 'accent-text'])('%s can be read on every surface', (colour) => {
    for (const surface of ['bg', 'surface-1', 'surface-2', 'surface-3']) {
      expect(contrast(colour, surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(['created', 'processing', 'completed', 'refused'])(
    '%s can be read on its tint and on the page',
    (status) => {
      for (const under of [`${status}-tint`, 'bg', 'surface-1', 'surface-2']) {
        expect(contrast(status, under)).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast('text-2', `${status}-tint`)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-accent', 'accent-press'],
    ['on-completed', 'completed'],
    ['on-processing', 'processing'],
    ['text', 'surface-4'],
    ['text-2', 'accent-tint'],
  ])('%s can be read on %s', (ink, under) => {
    expect(contrast(ink, under)).toBeGreaterThanOrEqual(4.5)
  })

  it('marks the edge of a control and the selected element with at least 3:1', () => {
    for (const surface of ['bg', 'surface-1', 'surface-2']) {
      expect(contrast('line-strong', surface)).toBeGreaterThanOrEqual(3)
      expect(contrast('accent', surface)).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(['chart-1', 'chart-2', 'chart-3', 'chart-4'])('draws %s with at least 3:1 on a panel', (colour) => {
    expect(contrast(colour, 'surface-1')).toBeGreaterThanOrEqual(3)
  })
})

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(token: string): number {
  const [, hex] = new RegExp(`--color-${token}: #([0-9a-f]{6});`).exec(css) ?? []
  if (!hex) throw new Error(`no colour ${token}`)
  const [r, g, b] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
