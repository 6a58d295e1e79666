import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Starts an app's script once the page has been painted: what stands in the page is seen first, and taking a script apart
 * keeps a slow phone busy. A tab in the background paints nothing, and does not wait.
 */
const start = `const { main } = document.currentScript.dataset
const go = () => import(main)
if (document.hidden) go()
else requestAnimationFrame(() => setTimeout(go))
`
const startName = `assets/start-${createHash('sha256').update(start).digest('hex').slice(0, 8)}.js`

/** Lets a page's style and pictures come before its scripts, which stand behind its body and start after its paint. */
export function scriptsLast(): Plugin {
  return {
    name: 'scripts-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const found = html.match(/<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g) ?? []
        const paths = found.flatMap((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [])
        const preloads = paths.map(
          (path) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${path}">`,
        )
        const begin = `<script defer fetchpriority="low" src="/${startName}" data-main="${paths[0]}"></script>`
        const rest = found.reduce((page, tag) => page.replace(tag, ''), html).replace(/\n\s*(?=\n)/g, '')
        return rest.replace('</body>', () => `  ${[begin, ...preloads].join('\n    ')}\n  </body>`)
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: startName, source: start })
    },
  }
}
