import type { Mutant } from './tree/mutant.ts'

/** Faults in what an operator sees of an order. */
export const telemetryMutants: Mutant[] = [
  {
    name: 'a job does not name its order',
    file: 'shared/platform/tracing.ts',
    inside: 'inJob',
    find: '...(isReference(id) && { subject: id })',
    replace: '',
    tests: ['shared/platform/request-context.test.ts'],
  },
  {
    name: 'the trace of an order is that of the request',
    file: 'shared/platform/request-context.ts',
    inside: 'traceIdOf',
    find: "subject ? $REST : requestId.replaceAll('-', '')",
    replace: "requestId.replaceAll('-', '')",
    tests: ['shared/platform/request-context.test.ts'],
  },
  {
    name: 'a warning that repeats is lost instead of counted',
    file: 'shared/platform/repeated-warnings.ts',
    inside: 'countRepeatedWarnings',
    find: 'repeats.counted > 0',
    replace: 'false',
    tests: ['shared/platform/repeated-warnings.test.ts'],
  },
  {
    name: 'an error is reported before its secrets are removed',
    file: 'shared/platform/logger.ts',
    inside: 'redacted',
    find: 'JSON.parse(clean)',
    replace: 'JSON.parse(line)',
    tests: ['shared/platform/error-reports.test.ts'],
  },
  {
    name: 'a slow query is logged with its values',
    file: 'shared/platform/slow-queries.ts',
    inside: 'end',
    find: 'shapeOf(filter ?? pipeline)',
    replace: 'filter ?? pipeline',
    tests: ['tests/services/database/slow-queries.test.ts'],
  },
]
