import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Starts an app's script after the server-rendered page has been painted: fetching and parsing a script
 * keeps a slow network and a slow phone busy. A background tab paints nothing, and an empty page has
 * nothing to wait for. A decoded image is visible one or two frames later. Browser events that arrive
 * meanwhile (such as an install prompt) are stored for the app.
 */
const start = `const { main } = document.currentScript.dataset
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.earlyInstallPrompt = event
}, { once: true })
const frame = () => new Promise(requestAnimationFrame)
const go = () => {
  document.body.append(document.getElementById('scripts').content)
  import(main)
}
if (document.hidden || !document.querySelector('.first')) go()
else {
  const large = [...document.querySelectorAll('.first [fetchpriority=high]')]
  new PerformanceObserver(async (list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    await Promise.allSettled(large.map((picture) => picture.decode()))
    await frame()
    await frame()
    await frame()
    setTimeout(go)
  }).observe({ type: 'paint', buffered: true })
  setTimeout(go, 1000)
}
`
const startName = `assets/start-${createHash('sha256').update(start).digest('hex').slice(0, 8)}.js`

/**
 * Loads a page's styles and images before its scripts, which start after the first paint. The script tags
 * are in a `<template>` at the end of the body, where they have no effect until the start script inserts
 * them into the page.
 */
export function deferScripts(): Plugin {
  return {
    name: 'scripts-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const found = html.match(/<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g) ?? []
        const paths = found.flatMap((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [])
        const preloads = paths.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
        const begin = `<script defer src="/${startName}" data-main="${paths[0]}"></script>`
        const rest = found.reduce((page, tag) => page.replace(tag, ''), html).replace(/\n\s*(?=\n)/g, '')
        const later = `<template id="scripts">${preloads.join('')}</template>`
        return rest.replace('</body>', () => `  ${begin}\n    ${later}\n  </body>`)
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: startName, source: start })
    },
  }
}
