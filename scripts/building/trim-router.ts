import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Lets the bundler drop unused parts of React Router. Its package gives browsers the development build with
 * its checks and warnings; display names set on components, and calls that create components, look like
 * side effects and keep everything that they mention.
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
