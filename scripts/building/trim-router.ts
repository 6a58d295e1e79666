import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Lets the bundler drop what nobody uses of React Router. Its package leads a browser to the build for development,
 * with the checks and warnings of that; names that it writes on its components, and calls that make them, look like
 * effects and keep all that they mention.
 */
export function trimRouter(): Plugin {
  const router = path.dirname(createRequire(import.meta.url).resolve('react-router/package.json'))
  const forProduction = path.join(router, 'dist/production/index.mjs')
  return {
    name: 'router-in-part',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: forProduction }] } }),
    transform(code, id) {
      if (!/node_modules\/react-router\//.test(id)) return undefined
      const named = /^\w+\.displayName = "[^"]*";$/gm
      const made = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm
      return { code: code.replace(named, '').replace(made, '$1/* @__PURE__ */ $2'), map: null }
    },
  }
}
