import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const workspaces = ['shared', 'api', 'workers', 'scripts', 'storefront', 'admin']

/** What is read of a package in package-lock.json. */
interface LockedPackage {
  version?: string
  link?: boolean
  integrity?: string
  license?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The `packages` of package-lock.json, by path. */
export type Lock = Record<string, LockedPackage>

export interface ShippedPackage {
  name: string
  version: string
  /** Its folder, from the project's. */
  path: string
  /** SPDX identifiers; all of them apply. */
  licences: string[]
  /** Its checksum, as npm writes it: `sha512-…` in base64. */
  integrity: string
  /** Not installed on every platform. */
  isForOnePlatform: boolean
}

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** The packages that the image and both apps contain, for every platform, in the order of their paths. */
export function shippedPackages(lock: Lock): ShippedPackage[] {
  return shippedPaths(lock).map((path) => {
    const { version = '', integrity = '', os, cpu, ...locked } = lock[path] as LockedPackage
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licences = licencesOf(path, locked)
    return { name, version, path, licences, integrity, isForOnePlatform: Boolean(os ?? cpu) }
  })
}

/** `npm sbom` leaves out what the root needs for development, such as express, also where a workspace needs it. */
function shippedPaths(lock: Lock): string[] {
  const reached = new Set<string>()
  const open: string[] = [...workspaces]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { dependencies, optionalDependencies } = lock[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = locate(lock, path, name)
      if (!found || reached.has(found)) continue
      if (!lock[found]?.link) reached.add(found)
      open.push(found)
    }
  }
  return [...reached].sort()
}

/** Node's resolution: the nearest node_modules upwards from `from`. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock[path]) return path
    if (folder === '') return undefined
  }
}

/** Older packages state their licence only in a former field of their own file. */
function licencesOf(path: string, { license }: LockedPackage): string[] {
  if (license) return license.replace(/[()]/g, '').split(' AND ')
  const { licenses = [] } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  return licenses.map(({ type }: { type: string }) => type)
}
