import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'kubernetes')

interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: Record<string, unknown>
}

/** What `kubectl apply --kustomize` sends; kustomization.yaml itself is read by kubectl. */
const resources = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')))
  .map((document) => document.toJSON() as Resource)

type Model = new (data: Resource) => { validate(): void }

/** @throws with the field that has a wrong value, or is missing */
async function validate(resource: Resource): Promise<void> {
  const models = (await import(/* @vite-ignore */ `kubernetes-models/${resource.apiVersion}`)) as Record<
    string,
    Model
  >
  const ModelOfKind = models[resource.kind]
  if (!ModelOfKind) throw new Error(`There is no ${resource.kind} in ${resource.apiVersion}.`)
  new ModelOfKind(resource).validate()
}

/** The schemas accept fields that they do not know, and the compiler does not. Returns what it prints. */
async function unknownFields(given: readonly Resource[]): Promise<string> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  // In the project's folder, where the compiler finds the package.
  const place = mkdtempSync(join(root, '.cache/kubernetes-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const lines = given.map(
    (resource, index) =>
      `import type { I${resource.kind} as T${index} } from 'kubernetes-models/${resource.apiVersion}'\nexport const r${index}: T${index} = ${JSON.stringify(resource)}`,
  )
  const file = join(place, 'resources.ts')
  writeFileSync(file, lines.join('\n'))
  const compiler = join(root, 'node_modules/.bin/tsc')
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
  return promisify(execFile)(compiler, [...options, file]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

describe('every resource for Kubernetes', () => {
  it.each(resources.map((resource) => [`${resource.kind} ${resource.metadata.name}`, resource] as const))(
    '%s has the fields and values of its published schema',
    async (_name, resource) => {
      await expect(validate(resource)).resolves.toBeUndefined()
    },
  )

  it('has no field that its schema does not know', { timeout: 60_000 }, async () => {
    expect(resources.length).toBeGreaterThan(10)
    expect(await unknownFields(resources)).toBe('')
  })

  it('would be refused with a wrong value, a missing field or a misspelt one', {
    timeout: 60_000,
  }, async () => {
    const deployment = resources.find(({ kind }) => kind === 'Deployment') as Resource
    const withSpec = (spec: object): Resource => ({ ...deployment, spec: { ...deployment.spec, ...spec } })
    await expect(validate(withSpec({ minReadySeconds: 'soon' }))).rejects.toThrow('minReadySeconds')
    await expect(validate(withSpec({ selector: undefined }))).rejects.toThrow('selector')
    expect(await unknownFields([withSpec({ strategies: {} })])).toContain('strategies')
  })
})
