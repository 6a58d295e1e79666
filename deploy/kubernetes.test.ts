import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'deploy/kubernetes')

// biome-ignore lint/suspicious/noExplicitAny: resources of many kinds
type Resource = any

const compose: Resource = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true })
const resources: Resource[] = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((one) => one.toJS()))
const named = (kind: string, name: string): Resource =>
  resources.find((one) => one.kind === kind && one.metadata.name === name)

const workloads = [
  ['api', named('Deployment', 'api'), compose.services.api],
  ['workers', named('Deployment', 'workers'), compose.services.workers],
  ['prepare', named('Job', 'prepare'), compose.services.prepare],
] as const

describe.each(workloads)('%s', (_name, { spec }, service) => {
  const pod = spec.template.spec
  const [container] = pod.containers

  it('has the rights, limits and command of docker-compose.yml', () => {
    expect(container.command).toEqual(service.command)
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    })
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources.limits.memory).toBe(`${Number.parseInt(service.mem_limit, 10)}Mi`)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.volumes).toContainEqual({
      name: 'tmp',
      emptyDir: expect.objectContaining({ medium: 'Memory' }),
    })
    expect(container.volumeMounts).toEqual([
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'secrets', mountPath: '/run/secrets', readOnly: true },
    ])
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number.parseInt(service.stop_grace_period, 10),
    )
  })
})

describe.each(['api', 'workers'])('%s', (name) => {
  const { spec } = named('Deployment', name)
  const [container] = spec.template.spec.containers

  it('is replaced one by one, and only once the next one is ready', () => {
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(named('PodDisruptionBudget', name).spec).toEqual({
      minAvailable: 1,
      selector: { matchLabels: { app: name } },
    })
    const scaler = named('HorizontalPodAutoscaler', name).spec
    expect(scaler.minReplicas).toBe(spec.replicas)
    expect(compose.services[name].deploy.replicas).toBe(spec.replicas)
  })
})

it('passes every setting on that docker-compose.yml sets, with the same value', () => {
  const settings = parseEnv(readFileSync(join(folder, 'settings.env'), 'utf8'))
  const set = Object.entries<string>(compose['x-settings'])
    .map(([name, value]) => [name, value.replace(/^\$\{\w+:?-(.*)\}$/, '$1')] as const)
    // Volumes of one machine: here logs are shipped, and the database's own backups are used.
    .filter(([name, value]) => value !== '' && name !== 'EVIDENCE_DIR')
  expect(settings).toEqual(Object.fromEntries(set))
})

it('lets nothing reach a pod but what a policy names', () => {
  expect(named('NetworkPolicy', 'none').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  const [{ from, ports }] = named('NetworkPolicy', 'api').spec.ingress
  expect(ports).toEqual([{ port: 'http' }])
  expect(JSON.stringify(from)).toContain('ingress-nginx')
})

it('scales the workers by a metric that they serve', () => {
  const [{ external }] = named('HorizontalPodAutoscaler', 'workers').spec.metrics
  const alerts = readFileSync(join(root, 'deploy/observability/alerts.yml'), 'utf8')
  expect(alerts).toContain(external.metric.name)
})

it('is listed whole', () => {
  const { resources: listed } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  expect(new Set(listed)).toEqual(new Set(files))
})
