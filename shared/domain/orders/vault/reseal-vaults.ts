import { type SecretEnv, seal, sealingKeyId, unseal } from '../../../platform/secret-key.ts'
import { type IVault, VaultModel, vaultSecret } from './vault-model.ts'

const atOnce = 100

/**
 * Seals anew what lies under the SECRET_KEY before this one, which is soon read no more. What neither key opens stays
 * as it is. Processes that do so side by side do each other no harm.
 */
export async function resealVaults(env: SecretEnv): Promise<void> {
  if (env.SECRET_KEY_BEFORE === '') return
  const before = sealingKeyId(env.SECRET_KEY_BEFORE, 'vault')
  let last = ''
  for (;;) {
    const old = await VaultModel.find({ keyId: before, _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(atOnce)
      .lean<IVault[]>()
    for (const vault of old) await reseal(env, vault)
    if (old.length < atOnce) return
    last = old.at(-1)?._id ?? ''
  }
}

async function reseal(env: SecretEnv, { _id, keyId, sealed }: IVault): Promise<void> {
  const plain = sealed.map((text, place) => unseal(env, vaultSecret(_id, place), text))
  if (plain.some((text) => text === undefined)) return
  const anew = plain.map((text = '', place) => seal(env, vaultSecret(_id, place), text))
  const now = sealingKeyId(env.SECRET_KEY, 'vault')
  await VaultModel.updateOne({ _id, keyId }, { $set: { sealed: anew, keyId: now } })
}
