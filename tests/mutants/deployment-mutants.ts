import type { Mutant } from './tree/mutant.ts'

const nginx = { file: 'deploy/nginx.conf', inside: '', tests: ['tests/services/http/nginx.test.ts'] }
const compose = { file: 'docker-compose.yml', inside: '', tests: ['deploy/compose.test.ts'] }

/** Faults of what deploys the shop: the proxy and the containers. */
export const deploymentMutants: readonly Mutant[] = [
  {
    ...nginx,
    name: 'a header of the sockets cancels all that nginx sets about the caller',
    find: 'proxy_buffering off;',
    replace: 'proxy_buffering off;\n      proxy_set_header X-Socket on;',
  },
  {
    ...nginx,
    name: 'nginx believes the address that a caller names',
    find: '    1 $remote_addr;',
    replace: '    1 $one_hop_before;',
  },
  {
    ...nginx,
    name: 'anonymous callers can send 12 MB to any call',
    find: 'client_max_body_size 110k;',
    replace: 'client_max_body_size 12m;',
  },
  {
    ...nginx,
    name: 'the readiness of the processes is shown to the world',
    find: '^/(readyz|metrics)(/|$)',
    replace: '^/metrics(/|$)',
  },
  {
    ...nginx,
    name: 'a program gets a page for people while the api is down',
    find: '    "~^/(api|media|socket\\.io)/" /nginx/unavailable.json;\n',
    replace: '',
  },
  {
    ...compose,
    name: 'the folders of nginx belong to root',
    find: "'/run:uid=101,gid=101'",
    replace: "'/run'",
  },
  {
    ...compose,
    name: 'a health check starts Node',
    find: "[CMD, bash, deploy/is-ready.sh, '3000']",
    replace: "[CMD, node, deploy/is-ready.mjs, '3000']",
  },
  {
    name: 'a process that stops is ready until its port closes',
    file: 'api/src/http/leaving.ts',
    inside: 'createLeaving',
    find: 'hasBegun = true',
    replace: 'hasBegun = false',
    tests: ['tests/services/http/readiness.test.ts'],
  },
  {
    name: 'the health server of the workers answers everything',
    file: 'workers/src/health.ts',
    inside: 'answerTo',
    find: "!isRead || url !== '/readyz'",
    replace: '!isRead',
    tests: ['tests/services/http/readiness.test.ts'],
  },
  {
    name: 'the containers of a killed test run stay',
    file: 'scripts/services/container-watcher.ts',
    inside: '',
    find: 'if (label) await removeContainers(label)',
    replace: '',
    tests: ['scripts/services/docker-engine.test.ts'],
  },
]
