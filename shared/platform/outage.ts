import mongoose from 'mongoose'

/** Class names of the MongoDB driver and ioredis for "the server cannot be reached now". */
const outageNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
])

const outageLabels = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult']

/** Errors without a specific name. The last three are a cluster's. */
const outageMessages = new RegExp(
  [
    '^(Connection is closed\\.|Command timed out|Redis took too long)$',
    'before initial connection',
    '^Too many Cluster redirections',
    '^CLUSTERDOWN',
    '^None of startup nodes is available',
  ].join('|'),
)

/** Whether an error means that MongoDB or Redis is unavailable, and not that our code is wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (outageNames.has(error.name)) return true
  if (error instanceof mongoose.mongo.MongoError)
    return outageLabels.some((label) => error.hasErrorLabel(label))
  return outageMessages.test(error.message)
}
