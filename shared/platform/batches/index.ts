/** Concurrent reads and writes in one command or transaction. docs/decisions/034-batch-concurrent-writes.md */
export { type BatchEntry, batchAnswers, batchDelays, batched } from './batch-calls.ts'
export { batchReads, batchReadsById } from './batch-reads.ts'
export { groupCommit, ItemFailure } from './group-commit.ts'
