export { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
