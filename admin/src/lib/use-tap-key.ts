export { useTapKey } from '@jhatpat/shared/browser/use-tap-key.ts'
