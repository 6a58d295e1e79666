/**
 * Run once by MongoDB's image, on an empty volume: creates the user of the api and the workers, which may
 * read and write one database.
 */
const { JHATPAT_PASSWORD: given, JHATPAT_PASSWORD_FILE: file } = process.env
const password = given || require('node:fs').readFileSync(file, 'utf8').trim()

db.getSiblingDB('admin').createUser({
  user: 'jhatpat',
  pwd: password,
  roles: [
    { role: 'readWrite', db: 'jhatpat' },
    // To save what is written since the last backup.
    { role: 'read', db: 'local' },
    // To read, and report, how long MongoDB keeps a dead process's transactions.
    { role: 'clusterMonitor', db: 'admin' },
  ],
})
