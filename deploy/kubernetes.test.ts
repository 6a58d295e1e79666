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
    expect(scaler.scaleTargetRef).toMatchObject({ kind: 'Deployment', name })
    expect(compose.services[name].deploy.replicas).toMatch(`_PROCESSES:-${scaler.minReplicas}}`)
    // Each apply would set it back to this number.
    expect(spec).not.toHaveProperty('replicas')
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

it('scales the workers by one recorded value of a series that they serve, not by the sum of all tasks', () => {
  const [{ external }] = named('HorizontalPodAutoscaler', 'workers').spec.metrics
  const observability = (file: string): Resource =>
    parse(readFileSync(join(root, 'deploy/observability', file), 'utf8'))
  const rules: Resource[] = observability('recordings.yml').groups.flatMap((group: Resource) => group.rules)
  const recorded = rules.find(({ record }) => record === external.metric.name)
  const [, series] = /^max\((\w+)\)$/.exec(recorded?.expr) ?? []
  expect(JSON.stringify(observability('alerts.yml'))).toContain(`(${series})`)
  expect(observability('prometheus.yml').rule_files).toContain('recordings.yml')
})

it('has pods that the job for Kubernetes in prometheus.yml finds, under the names that ProcessDown expects', () => {
  const text = readFileSync(join(root, 'deploy/observability/prometheus.yml'), 'utf8')
  const lines = [...text.matchAll(/^ {2}# ((?:- job_name: jhatpat$| ).*)/gm)].map(([, line]) => line)
  const [job] = parse(lines.join('\n')) as Resource[]
  expect(job?.kubernetes_sd_configs).toEqual([{ role: 'pod', namespaces: { names: ['jhatpat'] } }])
  const rules: Resource[] = job?.relabel_configs
  const regexOf = (label: string) =>
    rules.find(({ source_labels: [source], action }) => source.endsWith(label) && action === 'keep')?.regex
  for (const name of ['api', 'workers']) {
    const { labels } = named('Deployment', name).spec.template.metadata
    expect(labels.app).toMatch(new RegExp(`^${regexOf('pod_label_app')}$`))
    const { ports } = named('Deployment', name).spec.template.spec.containers[0]
    expect(ports.map((port: Resource) => port.name)).toContain(regexOf('port_name'))
  }
  expect(rules.at(-1)).toMatchObject({ target_label: 'job', replacement: 'jhatpat-$1' })
})

describe('the ingress', () => {
  const ingresses = resources.filter(({ kind }) => kind === 'Ingress')
  const annotation = (name: string, key: string) =>
    named('Ingress', name).metadata.annotations[`nginx.ingress.kubernetes.io/${key}`]
  const nginx = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')

  it('writes no address to an access log, which would contain the tokens of mailed links', () => {
    expect(ingresses.length).toBeGreaterThan(2)
    for (const { metadata } of ingresses)
      expect(annotation(metadata.name, 'enable-access-log'), metadata.name).toBe('false')
  })

  it('repeats requests only where nginx.conf does, and has its limits', () => {
    for (const { metadata } of ingresses)
      expect(annotation(metadata.name, 'proxy-next-upstream'), metadata.name).toBe('error timeout')
    for (const [name, zone] of [
      ['shop', 'connections'],
      ['sockets', 'sockets'],
      ['uploads', 'uploads'],
    ] as const)
      expect(nginx).toContain(`limit_conn ${zone} ${annotation(name, 'limit-connections')};`)
    expect(nginx).toContain(`rate=${annotation('shop', 'limit-rps')}r/s`)
    expect(nginx).toContain(`client_max_body_size ${annotation('shop', 'proxy-body-size')};`)
    expect(nginx).toContain(`client_max_body_size ${annotation('uploads', 'proxy-body-size')};`)
  })
})

it('is listed whole', () => {
  const { resources: listed } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  expect(new Set(listed)).toEqual(new Set(files))
})
