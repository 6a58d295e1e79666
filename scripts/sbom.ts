/**
 * `node scripts/sbom.ts FILE`: writes the bill of materials of the image and both apps, in CycloneDX 1.5
 * (https://cyclonedx.org/docs/1.5/json/).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readLock, type ShippedPackage, shippedPackages } from './building/shipped-packages.ts'
import { CliError, runMain } from './processes/cli-error.ts'

await runMain(async () => {
  const [target] = process.argv.slice(2)
  if (!target) throw new CliError('Name the file to write: node scripts/sbom.ts FILE')
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: shippedPackages(readLock()).map(componentOf),
  }
  writeFileSync(target, `${JSON.stringify(bill, null, 1)}\n`)
})

function componentOf({ name, version, licences, integrity, path }: ShippedPackage) {
  const [algorithm, sum = ''] = integrity.split('-')
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [
      {
        alg: algorithm === 'sha512' ? 'SHA-512' : 'SHA-1',
        content: Buffer.from(sum, 'base64').toString('hex'),
      },
    ],
    licenses: licences.map((id) => ({ license: { id } })),
  }
}
