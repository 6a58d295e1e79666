/**
 * Run by the service `replica-set` each time the shop is started: creates MongoDB's replica set, unless it is there,
 * waits until it accepts writes, and ends.
 */
const { MONGO_INITDB_ROOT_USERNAME: user, MONGO_INITDB_ROOT_PASSWORD: given } = process.env
const { MONGO_INITDB_ROOT_PASSWORD_FILE: file } = process.env
const password = given || require('node:fs').readFileSync(file, 'utf8').trim()
const uri = `mongodb://${user}:${encodeURIComponent(password)}@mongo:27017/admin?directConnection=true`
const deadline = Date.now() + 180_000
let reason = ''

while (Date.now() < deadline) {
  try {
    const admin = connect(uri)
    if (admin.hello().isWritablePrimary) quit(0)
    if (!admin.hello().setName)
      admin.adminCommand({
        replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] },
      })
  } catch (error) {
    // MongoDB still starts, or creates its users.
    if (error.message !== reason) print(`Waiting for MongoDB: ${error.message}`)
    reason = error.message
  }
  sleep(500)
}
print('MongoDB accepts no writes after three minutes.')
quit(1)
