import { newPushKey } from '@jhatpat/shared/providers/push/push-keys.ts'

/** `npm run cli -- push:keys`: makes a key, and touches nothing. */
export const pushKeys = {
  name: 'push:keys',
  example: '',
  does: 'makes the key by which browsers get news of orders',
  text: () =>
    `PUSH_PRIVATE_KEY=${newPushKey()}\n\nPut it into .env, and keep it: browsers that know one take no news by another.`,
}
