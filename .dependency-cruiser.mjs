/**
 * The allowed imports: docs/architecture.md as rules. Tests and their tools may import anything; tests in
 * shared/ import only tests/ in addition.
 */

const tests = String.raw`(\.test\.tsx?$|^tests/|^scripts/|^admin/src/testing/)`
const ourCode = '^(shared|api|workers|storefront|admin|scripts|tests)/(?!node_modules/)'

/** A folder that imports only what is named: other folders of ours, and packages. */
const only = (name, from, { folders = [], packages = [], comment }) => [
  {
    name: `${name}-folders`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: { path: ourCode, pathNot: [from, ...folders] },
  },
  {
    name: `${name}-packages`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'core'],
      pathNot: packages.map((one) => `node_modules/${one}/|^${one}$`),
    },
  },
]

const never = (name, comment, [from, to]) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to,
})

const serverOnly = '^(shared/(domain|providers|platform)|api|workers|tests|scripts)/'

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that import each other, even for a type, belong in one file or in three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment:
        'An import that cannot be found. (One package is installed only where Redis was built with it.)',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^redis-memory-server/' },
    },
    ...only('contracts', '^shared/contracts/', {
      packages: ['zod', 'ky'],
      comment: 'Contracts reach the browser: zod and nothing else.',
    }),
    never(
      'contracts-load-no-ky',
      'The client that is handed in is described by ky’s types; the package itself is loaded later, by the apps.',
      ['^shared/contracts/', { path: 'node_modules/ky/', dependencyTypesNot: ['type-only'] }],
    ),
    ...only('ui', '^shared/ui/', {
      folders: ['^shared/contracts/'],
      packages: ['react', 'react-dom', 'jotai', 'qrcode'],
      comment: 'The UI components import contracts, React, jotai, and the QR code library.',
    }),
    ...only('browser', '^shared/browser/', {
      folders: ['^shared/contracts/', '^shared/ui/'],
      packages: ['react', 'react-dom', 'jotai', 'ky', 'socket.io-client', '@tanstack/react-query', 'zod'],
      comment: 'Code of both apps below their screens.',
    }),
    never('platform', 'Technology without a business word.', [
      '^shared/platform/',
      {
        path: ourCode,
        pathNot: [
          '^shared/platform/',
          String.raw`^shared/contracts/(api-types|errors|payment-gateways|realtime)\.ts$`,
          String.raw`^shared/providers/vendors\.ts$`,
        ],
      },
    ]),
    never('vendors-are-data', 'The list of vendors imports nothing, so that everything may read it.', [
      String.raw`^shared/providers/vendors\.ts$`,
      {},
    ]),
    never('providers', 'The outside world knows contracts and platform.', [
      '^shared/providers/',
      { path: ourCode, pathNot: ['^shared/providers/', '^shared/contracts/', '^shared/platform/'] },
    ]),
    never('domain', 'Rules know contracts, platform, and what a provider can do.', [
      '^shared/domain/',
      { path: ourCode, pathNot: ['^shared/(domain|contracts|platform)/', '^shared/providers/'] },
    ]),
    never('domain-knows-no-vendor', 'A vendor is reached through its kind’s interface or registry.', [
      '^shared/domain/',
      {
        path: '^shared/providers/',
        pathNot: [
          String.raw`^shared/providers/[^/]+/registry\.ts$`,
          String.raw`^shared/providers/(payments/payment-gateway|suppliers/supplier|suppliers/supplier-routes|sms/sms-sender|mail/mail-sender|push/push-sender|sign-in/[^/]+|vendor-call)\.ts$`,
        ],
      },
    ]),
    {
      name: 'slices-have-one-door',
      comment: 'Another slice is imported only through its index.ts.',
      severity: 'error',
      from: { path: '^shared/domain/([^/]+)/', pathNot: tests },
      to: {
        path: '^shared/domain/[^/]+/',
        pathNot: ['^shared/domain/$1/', String.raw`/index\.ts$`],
      },
    },
    {
      name: 'slices-from-outside-have-one-door',
      comment: 'A slice is imported only through its index.ts.',
      severity: 'error',
      from: { path: '^(api|workers|shared/domain/[^/]+$)', pathNot: tests },
      to: { path: '^shared/domain/[^/]+/', pathNot: [String.raw`/index\.ts$`] },
    },
    never('api', 'The api imports no other process and no app.', [
      '^api/',
      { path: '^(workers|storefront|admin|scripts|tests|shared/(ui|browser))/' },
    ]),
    never('workers', 'Workers import no other process and no app.', [
      '^workers/',
      { path: '^(api|storefront|admin|scripts|tests|shared/(ui|browser))/' },
    ]),
    never('apps-have-no-server-code', 'A browser must never load server code.', [
      '^(storefront|admin)/',
      { path: serverOnly },
    ]),
    never(
      'storefront-calls-by-name',
      'No page waits for schemas: calls are named in lib/calls.ts and made by useCall. Contracts that load no schema are listed.',
      [
        '^storefront/src/(?!lib/calls[.]ts)',
        {
          path: '^shared/contracts/',
          pathNot: String.raw`^shared/contracts/(erased-text|erasure-texts|format-digits|home-slides|input-fault|latin-digits|client|initial-data|money|order-status|waiting-reasons|otp-life|permission-texts|errors|realtime)\.ts$`,
          dependencyTypesNot: ['type-only'],
        },
      ],
    ),
    never('storefront-without-admin', 'The apps share code through shared/.', [
      '^storefront/',
      { path: '^admin/' },
    ]),
    never('admin-without-storefront', 'The apps share code through shared/.', [
      '^admin/',
      { path: '^storefront/' },
    ]),
    {
      name: 'features-stand-alone',
      comment: 'Routes compose features; a feature never imports another.',
      severity: 'error',
      from: { path: '^(storefront|admin)/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^$1/src/features/[^/]+/', pathNot: '^$1/src/features/$2/' },
    },
    never('features-know-no-app', 'The app composes features and lib, not the other way round.', [
      '^(storefront|admin)/src/(features|lib)/',
      { path: '^(storefront|admin)/src/app/' },
    ]),
    never('lib-knows-no-feature', 'lib is beneath the features.', [
      '^(storefront|admin)/src/lib/',
      { path: '^(storefront|admin)/src/features/' },
    ]),
    {
      name: 'shared-looks-down',
      comment: 'Shared code imports none of its users; its tests may also import tests/.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(api|workers|storefront|admin|scripts)/' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'Simulators, harness and scripts are for development.',
      severity: 'error',
      from: { path: '^(shared|api|workers|storefront|admin)/', pathNot: tests },
      to: { path: '^(tests|scripts|admin/src/testing)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
