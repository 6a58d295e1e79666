import type { Mutant } from './tree/mutant.ts'

const callLog = 'shared/domain/vendor-calls/vendor-call-log.ts'
const callLogTests = ['tests/services/back-office/vendor-calls.test.ts']
const captureTests = ['shared/providers/capture-vendor-call.test.ts']
const page = ['tests/services/back-office/order-details.test.ts']

/** Faults in what is recorded as evidence, in the record of its viewers, and in what logs leave out. */
export const evidenceMutants: Mutant[] = [
  {
    name: 'a call about another order is listed',
    file: callLog,
    inside: 'listVendorCalls',
    find: "{ 'calls.subjectId': subjectId }",
    replace: '{}',
    tests: callLogTests,
  },
  {
    name: 'a repeated answer is stored again each time',
    file: callLog,
    inside: 'insertBlocks',
    find: 'places.set(key, { block: document._id, index })',
    replace: '',
    tests: callLogTests,
  },
  {
    name: 'equal answers that two processes stored are two rows',
    file: callLog,
    inside: 'listVendorCalls',
    find: `call.isAct ? \`\${block}:\${index}\` : replyKey(call)`,
    replace: `\`\${block}:\${index}\``,
    tests: callLogTests,
  },
  {
    name: 'a purchase with the answer of another is not stored',
    file: callLog,
    inside: 'record',
    find: 'entry.isAct ? randomUUID() : replyKey(entry)',
    replace: 'replyKey(entry)',
    tests: callLogTests,
  },
  {
    name: 'an answer is counted in the place of a call that was erased',
    file: callLog,
    inside: 'countRepeated',
    find: `{ _id: block, [\`\${place}.subjectId\`]: subjectId }`,
    replace: '{ _id: block }',
    tests: callLogTests,
  },
  {
    name: 'a repeated answer is lost for good once its document is',
    file: callLog,
    inside: 'countRepeated',
    find: 'places.delete(key)',
    replace: '{}',
    tests: callLogTests,
  },
  {
    name: 'a vendor’s texts are recorded with the keys that they repeat',
    file: 'shared/providers/capture-vendor-call.ts',
    inside: 'vendorCallOf',
    find: 'secrets.flatMap(encodedForms)',
    replace: '[]',
    tests: captureTests,
  },
  {
    name: 'a purchase fails where its vendor call cannot be recorded',
    file: 'shared/providers/capture-vendor-call.ts',
    inside: 'captureCall',
    find: 'try { $HEAR } catch {}',
    replace: 'try { $HEAR } catch (error) { throw error }',
    tests: captureTests,
  },
  {
    name: 'a view of an order leaves no row',
    file: 'shared/domain/back-office/order-details.ts',
    inside: 'orderDetails',
    find: 'await recordView(deps.clock, { userId: admin.userId, name: admin.name }, view)',
    replace: 'void recordView',
    tests: page,
  },
  {
    name: 'an admin’s note is lost to another of the same moment',
    file: 'shared/domain/orders/board/order-notes.ts',
    inside: 'addNote',
    find: 'tries < maxTries',
    replace: 'tries < 1',
    tests: page,
  },
  {
    name: 'secrets in lists are not redacted',
    file: 'shared/platform/logger.ts',
    inside: 'redactFields',
    find: 'value.map((one) => redactFields(one))',
    replace: 'value',
    tests: ['shared/platform/logger.test.ts'],
  },
]
