import { createHash } from 'node:crypto'
import {
  type InitialData,
  initialDataId,
  type Visitor,
  visitorCookies,
} from '@jhatpat/shared/contracts/initial-data.ts'
import type { FirstPaint } from './server-render.ts'

/** Pages of one build that were drawn before, by all that they are drawn from; the oldest goes first. */
const maxRendered = 300

/**
 * Draws the pages of a built app: its page with the first picture in it, what that was drawn from, and the names of the
 * scripts to come. Answers with the page as it is for one that can't be drawn.
 */
export function createRenderer(page: string, first: FirstPaint) {
  const drawn = new Map<string, string>()
  return (path: string, known: InitialData, reader: Visitor): string => {
    const scripts = first.scriptsOf(path)
    if (scripts.length === 0) return page
    const written = JSON.stringify(known)
    const key = createHash('sha256')
      .update(JSON.stringify([path, reader, written]))
      .digest('base64url')
    const before = drawn.get(key)
    if (before !== undefined) return before
    const fresh = put(page, {
      markup: draw(first, [path, known, reader]),
      written,
      scripts,
    })
    drawn.set(key, fresh)
    const [oldest] = drawn.keys()
    if (drawn.size > maxRendered && oldest !== undefined) drawn.delete(oldest)
    return fresh
  }
}

/** The app draws itself in any case: what can't be drawn here must not keep the page from coming. */
function draw({ renderPage }: FirstPaint, asked: Parameters<FirstPaint['renderPage']>): string {
  try {
    return renderPage(...asked) ?? ''
  } catch {
    return ''
  }
}

type Parts = { markup: string; written: string; scripts: string[] }

/** Functions, since a product's name may hold what `replace` would take for a pattern. */
function put(page: string, { markup, written, scripts }: Parts): string {
  const links = scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}" />`)
  // No script: it is never run, and no text in it can end the element.
  const data = `<script type="application/json" id="${initialDataId}">${written.replace(/</g, '\\u003c')}</script>`
  return page
    .replace('</template>', () => `${links.join('')}</template>`)
    .replace('<div id="root"></div>', () =>
      markup
        ? `<div id="root"><div class="first">${markup}</div></div>${data}`
        : `<div id="root"></div>${data}`,
    )
}

/** What a browser's cookies say of who reads: they open nothing, and are anybody's to write. */
export function visitorOf(cookies: string | undefined): Visitor {
  const told = (cookies ?? '').split(/;\s*/)
  const has = (name: string, value: string) =>
    ['', '__Host-'].some((prefix) => told.includes(`${prefix}${name}=${value}`))
  return {
    isMember: has(visitorCookies.member, '1'),
    language: has(visitorCookies.language, 'hi') ? 'hi' : 'en',
  }
}
