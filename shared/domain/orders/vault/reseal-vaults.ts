import { type SecretEnv, encrypt, encryptionKeyId, decrypt } from '../../../platform/secret-key.ts'
import { type IVault, VaultModel, vaultSecret } from './vault-model.ts'

const atOnce = 100

/**
 * Seals anew what lies under the SECRET_KEY before this one, which is soon read no more. What neither key opens stays
 * as it is. Processes that do so side by side do each other no harm.
 */
export async function reencryptVaults(env: SecretEnv): Promise<void> {
  if (env.SECRET_KEY_PREVIOUS === '') return
  const before = encryptionKeyId(env.SECRET_KEY_PREVIOUS, 'vault')
  let last = ''
  for (;;) {
    const old = await VaultModel.find({ keyId: before, _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(atOnce)
      .lean<IVault[]>()
    for (const vault of old) await reencrypt(env, vault)
    if (old.length < atOnce) return
    last = old.at(-1)?._id ?? ''
  }
}

async function reencrypt(env: SecretEnv, { _id, keyId, encrypted }: IVault): Promise<void> {
  const plain = encrypted.map((text, index) => decrypt(env, vaultSecret(_id, index), text))
  if (plain.some((text) => text === undefined)) return
  const anew = plain.map((text = '', index) => encrypt(env, vaultSecret(_id, index), text))
  const now = encryptionKeyId(env.SECRET_KEY, 'vault')
  await VaultModel.updateOne({ _id, keyId }, { $set: { encrypted: anew, keyId: now } })
}
